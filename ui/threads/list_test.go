package threads

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/session"
	"tiv/tracefeed"
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
	p := sortedTree(ws, command.BySuspended)
	order := func() (names string) {
		p.refresh()
		for _, r := range p.rows {
			names += tl.Threads[r.threads()[0]].Name
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

// sortedTree returns the rows of a workspace by the time in a state, the longest first.
func sortedTree(ws *workspace.Workspace, by command.ThreadOrder) tree {
	d := &session.Document{Workspace: ws, Wake: func() {}}
	s := &session.Session{Shown: &session.Trace{Document: d}}
	s.Do(command.SortThreads{By: by, Backwards: true})
	return tree{Document: d, visit: s}
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
	p := tree{Document: &session.Document{Workspace: ws, Wake: func() {}}}
	defer p.base.Close()
	for p.refresh(); !p.base.Present; p.refresh() {
		time.Sleep(time.Millisecond)
	}
	p.refresh()
	got := ""
	for i := range p.rows {
		r := &p.rows[i].group.members[0]
		got += fmt.Sprintf("%s: %v running, %v suspended of %v; ", tl.Threads[r.id].Name, r.times[tracefeed.Running],
			r.times[tracefeed.Suspended], p.listed.span)
	}
	if want := "A: 10 ms running, 20 ms suspended of 30 ms; B: 0 ns running, 0 ns suspended of 30 ms; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Many threads are the tree of the scene's groups, with sums; few are not, but for the user's
// clusters.
func TestThreadsAreATree(t *testing.T) {
	list := func(threads int, do ...workspace.Command) string {
		var b strings.Builder
		b.WriteString("tiv-text 1\n0s main start\n")
		for i := range threads {
			fmt.Fprintf(&b, "0s worker-%d start\n", i)
		}
		for i := range threads {
			fmt.Fprintf(&b, "%dms worker-%d suspend-start sleep\n", i+1, i)
		}
		b.WriteString("200ms - none\n")
		ws := workspace.New("trace")
		ws.Update(reduced.Story(t, b.String()), detect.Report{})
		for _, c := range do {
			ws.Do(c)
		}
		p := sortedTree(ws, command.ByRunning)
		p.refresh()
		got := ""
		for i, r := range p.rows {
			switch {
			case i == 3:
				return got + "…"
			case r.member < 0:
				got += fmt.Sprintf("%s: %v, ", r.group.Title(), r.group.times[tracefeed.Running])
			default:
				got += fmt.Sprintf("%s %v, ", ws.Timeline.Threads[r.threads()[0]].Name, r.group.members[r.member].times[tracefeed.Running])
			}
		}
		return got
	}
	for _, x := range []struct{ name, got, want string }{
		{"few", list(3), "main 200 ms, worker-2 3 ms, worker-1 2 ms, …"},
		{"many", list(120), "worker × 120: 7.26 s, main 200 ms, "},
		{"some", list(70), "worker × 70: 2.485 s, worker-69 70 ms, worker-68 69 ms, …"},
		{"cluster", list(3, workspace.MakeCluster{Threads: []tracefeed.ThreadID{2, 3}}),
			"main 200 ms, cluster 1 × 2: 3 ms, worker-1 2 ms, …"},
	} {
		if x.got != x.want {
			t.Errorf("%s: %s, want %s", x.name, x.got, x.want)
		}
	}
}
