package threads

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// While a trace plays, the rows of the table stay where they are; when it pauses
// they get the order that the heading says.
func TestThreadsAreSortedWhenPlaybackPauses(t *testing.T) {
	tl := reduced.Story(t, `tiv-text 1
0s A start
0s B start
1ms A suspend-start sleep
20ms A suspend-end
20ms B suspend-start sleep
100ms B suspend-end
`)
	ws := workspace.New("trace")
	ws.Update(tl, detect.Report{})
	p := List{Trace: panel.Trace{Document: &session.Document{Workspace: ws}}}
	for i, c := range stateColumns {
		if c.state == tracefeed.Suspended {
			p.key.column, p.key.backwards = i+2, true
		}
	}
	order := func() (names string) {
		p.refresh()
		for _, r := range p.rows {
			names += tl.Threads[r.id].Name
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
	tl := reduced.Story(t, `tiv-text 1
0s A start
0s B start
10ms A suspend-start sleep
40ms A suspend-end
100ms - none
`)
	ws := workspace.New("trace")
	ws.Update(tl, detect.Report{})
	ws.Do(workspace.AddSlices{Definitions: []slice.Definition{{Name: "early", Of: slice.Threads, Extent: slice.Whole,
		Where: `id == "A"`, To: 30 * tracefeed.Millisecond}}})
	ws.Do(workspace.OpenSpace{Base: "early"})
	if err := workspace.SlicingOf(ws).Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := List{Trace: panel.Trace{Document: &session.Document{Workspace: ws, Wake: func() {}}}}
	defer p.base.Close()
	for p.refresh(); !p.base.Present; p.refresh() {
		time.Sleep(time.Millisecond)
	}
	p.refresh()
	got := ""
	for i := range p.rows {
		r := &p.rows[i]
		got += fmt.Sprintf("%s: %v running, %v suspended of %v; ", tl.Threads[r.id].Name, r.times[tracefeed.Running],
			r.times[tracefeed.Suspended], p.key.whole(p.rows))
	}
	if want := "A: 10 ms running, 20 ms suspended of 30 ms; B: 0 ns running, 0 ns suspended of 30 ms; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLeftOut(t *testing.T) {
	if got := hiddenColumns(100, columnNeeds{}); len(got) != 0 {
		t.Errorf("in a wide table, %v are left out", got)
	}
	if got := hiddenColumns(3, columnNeeds{}); len(got) != 4 {
		t.Errorf("in a narrow table, only %v are left out", got)
	}
	never := []tracefeed.State{tracefeed.IO, tracefeed.Suspended}
	if got := hiddenColumns(100, columnNeeds{never: never}); !slices.Equal(got, never) {
		t.Errorf("without %v in the trace, %v are left out", never, got)
	}
	if got := hiddenColumns(3, columnNeeds{never: never}); len(got) != 4 {
		t.Errorf("in a narrow table without %v, only %v are left out", never, got)
	}
	long := columnNeeds{rare: []tracefeed.State{tracefeed.Runnable}, name: 10}
	enough := long.name + float32(len(stateColumns)-1)*(shareWidth+0.3)
	if got := hiddenColumns(enough, long); !slices.Equal(got, long.rare) {
		t.Errorf("with a rare state in the way of names, %v are left out", got)
	}
	long.rare = nil
	if got := hiddenColumns(enough, long); len(got) != 0 {
		t.Errorf("for long names, %v are left out", got)
	}
	for _, s := range hiddenColumns(0, columnNeeds{}) {
		if s == tracefeed.Blocking {
			t.Error("blocking is left out")
		}
	}
}
