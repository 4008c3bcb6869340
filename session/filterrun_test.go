package session

import (
	"testing"

	"tiv/interaction/detect"
	"tiv/workspace"
)

// Cancelling the evaluation returns to the previous filter, or to none.
func TestUnfilter(t *testing.T) {
	ws := workspace.New("x")
	ws.Update(crowd(t), detect.Report{})
	set := func(text string) workspace.SetFilter {
		return workspace.SetFilter{Filter: workspace.Filter{Text: text}}
	}
	ws.Do(set("alive"))
	if c := revertFilter(ws); c != set("") {
		t.Errorf("a filter that was answered: %+v", c)
	}
	ws.MaxFilterEvents = 1
	ws.Do(set("waits > 3"))
	if c := revertFilter(ws); !ws.Look.FilterPending || c != set("alive") {
		t.Errorf("late %t: %+v", ws.Look.FilterPending, c)
	}
}
