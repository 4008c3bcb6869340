package ui

import (
	"slices"
	"testing"

	"tiv/tracefeed"
	"tiv/workspace"
)

// While a trace plays, the rows of the table stay where they are; when it pauses
// they get the order that the heading says.
func TestThreadsAreSortedWhenPlaybackPauses(t *testing.T) {
	all := load(t, `tiv-text 1
0s A start
0s B start
1ms A suspend-start sleep
20ms A suspend-end
20ms B suspend-start sleep
100ms B suspend-end
`)
	ws := workspace.New("trace")
	ws.Update(all.Timeline, all.Report)
	p := threadsPanel{host: &host{document: &document{ws: ws}}}
	for i, c := range stateColumns {
		if c.state == tracefeed.Suspended {
			p.key.column, p.key.backwards = i+2, true
		}
	}
	order := func() (names string) {
		p.refresh()
		for _, r := range p.rows {
			names += all.Timeline.Threads[r.id].Name
		}
		return names
	}
	ws.Do(workspace.ShowRange{From: 0, To: 20 * tracefeed.Millisecond})
	ws.Do(workspace.SeekTo{Moment: 15 * tracefeed.Millisecond})
	got := []string{order()}
	ws.Do(workspace.TogglePlay{})
	for ws.Look.Moment < 90*tracefeed.Millisecond && ws.Advance(0.01) {
		order() // as a window does
	}
	got = append(got, order())
	ws.Do(workspace.TogglePlay{})
	got = append(got, order(), order())
	if want := []string{"AB", "AB", "BA", "BA"}; !slices.Equal(got, want) {
		t.Errorf("orders %v, want %v", got, want)
	}
}
