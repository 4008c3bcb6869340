package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tiv/execution/slice"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
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
	p := threadsPanel{Trace: panel.Trace{Document: &session.Document{Workspace: ws}}}
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
	ws.Do(workspace.Play{})
	for ws.Look.Moment < 90*tracefeed.Millisecond && ws.Advance(0.01) {
		order() // as a window does
	}
	got = append(got, order())
	ws.Do(workspace.Pause{})
	got = append(got, order(), order())
	if want := []string{"AB", "AB", "BA", "BA"}; !slices.Equal(got, want) {
		t.Errorf("orders %v, want %v", got, want)
	}
}

// In a workspace, the rows have the time in the base.
func TestThreadsCountInBase(t *testing.T) {
	all := load(t, `tiv-text 1
0s A start
0s B start
10ms A suspend-start sleep
40ms A suspend-end
100ms - none
`)
	ws := workspace.New("trace")
	ws.Update(all.Timeline, all.Report)
	ws.Do(workspace.AddSlices{Definitions: []slice.Definition{{Name: "early", Of: slice.Threads, Extent: slice.Whole,
		Where: `id == "A"`, To: 30 * tracefeed.Millisecond}}})
	ws.Do(workspace.OpenSpace{Base: "early"})
	if err := workspace.SlicingOf(ws).Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := threadsPanel{Trace: panel.Trace{Document: &session.Document{Workspace: ws, Wake: func() {}}}}
	defer p.base.Close()
	for p.refresh(); !p.base.Present; p.refresh() {
		time.Sleep(time.Millisecond)
	}
	p.refresh()
	got := ""
	for i := range p.rows {
		r := &p.rows[i]
		got += fmt.Sprintf("%s: %v running, %v suspended of %v; ", all.Timeline.Threads[r.id].Name, r.times[tracefeed.Running],
			r.times[tracefeed.Suspended], p.key.whole(p.rows))
	}
	if want := "A: 10 ms running, 20 ms suspended of 30 ms; B: 0 ns running, 0 ns suspended of 30 ms; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
