package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// load reads a text trace.
func load(t *testing.T, text string) *workspace.Loaded {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "trace", Reader: strings.NewReader(text), Size: int64(len(text))},
		workspace.Formats())
	if err != nil {
		t.Fatal(err)
	}
	l := workspace.Start(source, workspace.Options{})
	defer l.Close()
	all, err := l.Wait()
	if err != nil || all.Timeline.Damage != nil {
		t.Fatal(err, all.Timeline.Damage)
	}
	return all
}

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
	tl := load(t, crowd(300)).Timeline
	o := inParts()
	frames := 0
	for o.update(tl, scene.ProgramThreads(tl), 700, 0); o.busy(); o.update(tl, scene.ProgramThreads(tl), 700, 0) {
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
	first, next := load(t, crowd(2)).Timeline, load(t, crowd(3)).Timeline
	o.update(first, scene.ProgramThreads(first), 50, time.Hour)
	end, old := o.end, o.done[0]
	if o.busy() || end < first.End {
		t.Fatalf("the first goes to %v of %v", end, first.End)
	}
	o.update(next, scene.ProgramThreads(next), 50, 0)
	if !o.busy() || o.end != end || o.done[0] != old {
		t.Error("with some columns made, the old overview is gone")
	}
	o.update(next, scene.ProgramThreads(next), 50, time.Hour)
	if o.busy() || o.end < next.End {
		t.Error("with all columns made, the new overview is not there")
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float32]string{0: "0", 0.0001: "·", 0.001: "0.1", 0.0994: "9.9", 0.0996: "10", 0.5: "50", 1: "100"} {
		if got := percent(share); got != want {
			t.Errorf("%v of all is %q, want %q", share, got, want)
		}
	}
}

func TestPerCent(t *testing.T) {
	for share, want := range map[float32]string{0: "0 %", 0.0001: "<0.1 %", 0.0994: "9.9 %", 1: "100 %"} {
		if got := perCent(share); got != want {
			t.Errorf("%v of all is %q, want %q", share, got, want)
		}
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
