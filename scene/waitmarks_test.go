package scene

import (
	"fmt"
	"strings"
	"testing"

	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// queueOf returns a trace in which some threads wait for one thread, each a
// millisecond longer than the one before, so that the waits of the first ones are
// weak.
func queueOf(t *testing.T, waiters int) *timeline.Timeline {
	var b strings.Builder
	b.WriteString("0ms h start\n0ms h monitor-enter M\n")
	for i := range waiters {
		fmt.Fprintf(&b, "0ms w%d start\n", i)
	}
	for i := range waiters {
		fmt.Fprintf(&b, "%dms w%d monitor-wait M by=h\n", i, waiters-1-i)
	}
	fmt.Fprintf(&b, "%dms h monitor-exit M\n%dms h end\n", waiters, waiters)
	return story(t, b.String())
}

// A scene says how much waiting it leaves out if that is more than a tenth, and
// the caption does not repeat it.
func TestOmittedWaitingIsInTheScene(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		waiters    int
		note, fact bool
	}{
		{40, false, true},
		{300, true, false},
	} {
		tl := queueOf(t, c.waiters)
		look := LookAt(tl)
		look.Kind, look.Level, look.History, look.Caption = Interaction, lod.Near, look.Steps, true
		_, f := pictureOf(tl, &look)
		all := words(f)
		note, fact := strings.Contains(all, "of 300 waits drawn; "), strings.Contains(all, "weaker edges not drawn")
		if note != c.note || fact != c.fact {
			t.Errorf("%d waiters, %.2f omitted: note %t, fact %t: %s", c.waiters, f.OmittedShare, note, fact, all)
		}
	}
}

// Marks add up all waits of a bar: those without a drawn edge, and those of all
// members of a cluster.
func TestWaitSums(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl := queueOf(t, 20)
	look := LookAt(tl)
	look.Kind, look.History = Interaction, look.Steps
	for _, c := range []struct {
		level lod.Level
		want  []tracefeed.Time // of the holder and the first waiter, or of the crowd of waiters and the holder
	}{
		{lod.Near, []tracefeed.Time{0, 210 * ms, ms, 0}},
		{lod.Crowd, []tracefeed.Time{210 * ms, 0, 0, 210 * ms}},
	} {
		look.Level = c.level
		p, f := pictureOf(tl, &look)
		if !f.WaitMarks {
			t.Errorf("level %v: there are no marks", c.level)
		}
		for i, slot := range p.layout.slots[:2] {
			waits, causes := p.links.pairs.waits.of(&slot)
			if waits != c.want[2*i] || causes != c.want[2*i+1] {
				t.Errorf("level %v: bar %d waits %v and causes %v, want %v", c.level, i, waits, causes, c.want[2*i:2*i+2])
			}
		}
	}
	look.Moment, look.Steps, look.History = 0, 1, 1
	if _, f := pictureOf(tl, &look); f.WaitMarks {
		t.Error("there are marks without waits")
	}
}
