package playback

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// crowd is a trace of many threads that sleep in turn and end at different
// times.
func crowd(threads int) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for i := range threads {
		fmt.Fprintf(&b, "0s T%d start\n", i)
	}
	at := 0
	for i := range 4 * threads {
		at += 17
		fmt.Fprintf(&b, "%dus T%d suspend-start sleep\n", at, i%threads)
		at += 5
		fmt.Fprintf(&b, "%dus T%d suspend-end\n", at, i%threads)
	}
	for i := range threads {
		at += 3
		fmt.Fprintf(&b, "%dus T%d end\n", at, i)
	}
	return b.String()
}

// inParts is an overview that reads short traces in parts.
func inParts() overview { return overview{partEvents: 10} }

// However often the work is interrupted, the columns hold all that all threads
// did, once.
func TestOverviewIsComplete(t *testing.T) {
	tl := reduced.Story(t, crowd(300))
	o := inParts()
	frames := 0
	for o.update(tl, view.ProgramThreads(tl), 700, 0); o.busy(); o.update(tl, view.ProgramThreads(tl), 700, 0) {
		frames++
	}
	if frames != 349 {
		t.Fatalf("without time, 700 columns took %d more frames, want 349: two columns have about ten events", frames)
	}
	if len(o.done) != 700 || o.end < tl.End {
		t.Fatalf("%d columns up to %v of %v", len(o.done), o.end, tl.End)
	}
	var sum tracefeed.StateTimes
	for _, b := range o.done {
		sum.Add(b)
		if b.Alive() > o.most {
			t.Fatalf("a column of %v is higher than the highest, %v", b.Alive(), o.most)
		}
	}
	if want := tl.Totals(); sum != want {
		t.Errorf("the columns add up to %v, the threads to %v", sum, want)
	}
}

// A longer trace shows its old overview until the new one is done.
func TestOverviewKeepsTheOldOne(t *testing.T) {
	o := inParts()
	first, next := reduced.Story(t, crowd(2)), reduced.Story(t, crowd(3))
	o.update(first, view.ProgramThreads(first), 50, time.Hour)
	end, old := o.end, o.done[0]
	if o.busy() || end < first.End {
		t.Fatalf("the first goes to %v of %v", end, first.End)
	}
	o.update(next, view.ProgramThreads(next), 50, 0)
	if !o.busy() || o.end != end || o.done[0] != old {
		t.Error("with some columns made, the old overview is gone")
	}
	o.update(next, view.ProgramThreads(next), 50, time.Hour)
	if o.busy() || o.end < next.End {
		t.Error("with all columns made, the new overview is not there")
	}
}

func TestOverviewAt(t *testing.T) {
	o := overview{done: make([]tracefeed.StateTimes, 10), end: 105}
	for i := range o.done {
		o.done[i][tracefeed.IO] = tracefeed.Time(i + 1)
	}
	for at, want := range map[tracefeed.Time]tracefeed.Time{0: 1, 10: 1, 11: 2, 104: 10, 105: 0, 999: 0, -1: 0} {
		if b, ok := o.at(at); b[tracefeed.IO] != want || ok != (want > 0) {
			t.Errorf("at %d stands %d (%v), want %d", at, b[tracefeed.IO], ok, want)
		}
	}
	if _, ok := (&overview{}).at(0); ok {
		t.Error("an overview that there is not tells something")
	}
}

// An overview that is not complete keeps the window from being at rest, while it is visible.
func TestBusyOverview(t *testing.T) {
	p := Panel{bar: scrubBar{overview: overview{unfinished: true, seen: true}}}
	if !p.Busy() {
		t.Error("the panel is at rest beside a part of the overview")
	}
	if p.Begin(); p.Busy() {
		t.Error("an overview that is hidden is computed")
	}
}
