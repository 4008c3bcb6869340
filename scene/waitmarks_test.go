package scene

import (
	"fmt"
	"strings"
	"testing"

	"tiv/assets"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
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
		look := view.LookAt(tl)
		look.Kind, look.Level, look.History = view.Interaction, lod.Near, look.Steps
		look.Caption, look.DirectWaits, look.NoFaintWaits = true, true, true
		_, f := pictureOf(tl, &look)
		all := words(f)
		note, fact := strings.Contains(all, "of 300 waits drawn; "), strings.Contains(all, "weaker waits not drawn")
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
	look := view.LookAt(tl)
	look.Kind, look.History = view.Interaction, look.Steps
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
		for i, slot := range p.Layout.Slots[:2] {
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

// The scene names the patterns of the waits, and the groups that wait apart.
func TestPatternsAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{behind("M", 0, 3), "many wait for one: 2 threads behind t0"},
		{behind("M", 0, 3) + behind("N", 3, 3), "2 separate groups · many wait for one: 2 threads behind t0 · many " +
			"wait for one: 2 threads behind t3"},
		{deadlocked, ""}, // its ring says it
	} {
		tl := story(t, c.text+"100ms last start\n")
		for _, kind := range []*view.Kind{view.Interaction, view.Free} {
			look := lookAt(tl)
			look.Kind, look.History = kind, look.Steps
			_, f := pictureOf(tl, &look)
			got := ""
			for _, text := range f.Overlay.Texts {
				if strings.Contains(text.Text, "many") || strings.Contains(text.Text, "groups") {
					got = text.Text
				}
			}
			if got != c.want {
				t.Errorf("%v: %q, want %q", kind, got, c.want)
			}
		}
	}
}

// In the split view the pattern of the waits keeps away from the label of the moment, which
// may be at the right end of the time axis.
func TestPatternsAreNotBesideTheMoment(t *testing.T) {
	t.Parallel()
	tl := story(t, behind("M", 0, 3)+behind("N", 3, 3)+"100ms last start\n")
	look := lookAt(tl)
	look.Kind, look.History = view.Split, look.Steps
	for _, wide := range []int{500, 800, 1280, 2560} {
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: wide, Height: 800, Scale: 1})
		at := func(part string) (left, right float32) {
			for _, text := range f.Overlay.Texts {
				if strings.Contains(text.Text, part) {
					return text.X, text.X + assets.TextWidth(text.Text, text.Size, text.Bold)
				}
			}
			t.Fatalf("width %d: there is no %q", wide, part)
			return 0, 0
		}
		_, moment := at("moment")
		if left, _ := at("separate groups"); left < moment+2*shape.Em(1) {
			t.Errorf("width %d: the groups are at %g, the moment's label ends at %g", wide, left, moment)
		}
	}
}

// behind returns the lines of a trace of n threads at a lock, which the first of them holds.
func behind(lock string, first, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "0ms t%d start\n0ms t%d monitor-enter %s\n", first, first, lock)
	for i := first + 1; i < first+n; i++ {
		fmt.Fprintf(&b, "0ms t%d start\n0ms t%d monitor-wait %s\n", i, i, lock)
	}
	return b.String()
}
