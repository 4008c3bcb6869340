package ui

import (
	"testing"

	"tiv/interaction/detect"
	"tiv/workspace"
)

// Cancelling the evaluation returns to the previous filter, or to none.
func TestUnfilter(t *testing.T) {
	tb := &tab{ws: workspace.New("x")}
	tb.ws.Update(load(t, crowd(30)).Timeline, detect.Report{})
	set := func(text string) workspace.SetFilter {
		return workspace.SetFilter{Filter: workspace.Filter{Text: text}}
	}
	tb.ws.Do(set("alive"))
	if c := tb.unfilter(); c != set("") {
		t.Errorf("a filter that was answered: %+v", c)
	}
	tb.ws.MaxFilterEvents = 1
	tb.ws.Do(set("waits > 3"))
	if c := tb.unfilter(); !tb.ws.Look.Late || c != set("alive") {
		t.Errorf("late %t: %+v", tb.ws.Look.Late, c)
	}
}
