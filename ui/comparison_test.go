package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui"
)

// turns is a trace of a second in which two workers wait for a keeper four times; further
// threads only run.
func turns(t *testing.T, name string, hold, length int, others ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`tiv-text 1
frame get main.get /src/store.go:41
stack get get
0s k start name=keeper
0s a start name=worker-1
0s b start name=worker-2
`)
	for i, other := range others {
		fmt.Fprintf(&b, "0s o%d start name=%s\n", i, other)
	}
	for turn := range 4 {
		at := 200 * turn
		fmt.Fprintf(&b, "%dms k monitor-enter m\n%dms a monitor-wait m stack=get\n%dms b monitor-wait m stack=get\n%dms k monitor-exit m\n",
			at, at, at, at+hold)
		for _, w := range []string{"a", "b"} {
			fmt.Fprintf(&b, "%dms %s monitor-enter m\n%dms %s monitor-exit m\n", at+hold, w, at+hold, w)
		}
	}
	fmt.Fprintf(&b, "%dms - none\n", length)
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// compared waits for a state of the sides of a comparison.
func (d *driver) compared(what string, ok func(before, after *ui.Side) bool) ui.Snapshot {
	d.Helper()
	return d.until(what, func(s ui.Snapshot) bool {
		return len(s.Compared) == 2 && s.Resting && ok(&s.Compared[0], &s.Compared[1])
	})
}

// driveBoth opens a window with two traces side by side.
func driveBoth(t *testing.T) *driver {
	t.Helper()
	after := turns(t, "after.tiv", 120, 2000, "helper")
	d := drive(t, turns(t, "before.tiv", 50, 1000), besideIn+"="+after)
	d.until("the differences", func(s ui.Snapshot) bool { return s.Words["summary"] != "" && s.Resting })
	return d
}

// A comparison opens while most threads of both sides live, though the longer run would open
// after the end of the other one.
func TestWindowComparisonOpens(t *testing.T) {
	t.Parallel()
	after := turns(t, "after.tiv", 120, 2000, "helper")
	d := drive(t, turns(t, "before.tiv", 20, 650), besideIn+"="+after)
	d.until("the differences", func(s ui.Snapshot) bool { return s.Words["summary"] != "" && s.Resting })
	d.compared("a moment of both", func(before, after *ui.Side) bool {
		return before.Moment == after.Moment && before.Moment > 0 && before.Moment <= 650*ms
	})
}

// The sides of a comparison move together: by time, by share of the run, from marked
// moments, or, on request, each on its own.
func TestWindowComparisonCouples(t *testing.T) {
	t.Parallel()
	d := driveBoth(t)
	same := func(before, after *ui.Side) bool { return before.Moment == after.Moment && before.Shown == after.Shown }
	d.key("Home")
	d.compared("the start of both", func(before, after *ui.Side) bool { return before.Moment == 0 && after.Moment == 0 })
	for range 5 {
		d.key("w")
	}
	d.key("Right")
	d.key("Right")
	s := d.compared("two steps in both", func(before, after *ui.Side) bool { return before.Moment > 0 && same(before, after) })
	step := s.Step

	d.click(middle(d.widget("coupling")))
	d.click(middle(d.widget("coupling share of the run")))
	d.compared("the same share", func(before, after *ui.Side) bool {
		apart := after.Shown.End - after.Shown.Start - 2*(before.Shown.End-before.Shown.Start) // both are whole steps
		return after.Moment == 2*step && before.Moment == step && -2*step <= apart && apart <= 2*step
	})

	d.click(middle(d.widget("coupled")))
	d.key("End")
	d.compared("the end of one", func(before, after *ui.Side) bool { return after.Moment == 2000*ms && before.Moment == step })
	d.click(middle(d.widget("line up")))
	d.key("Home")
	d.compared("one before its begin", func(_, after *ui.Side) bool { return after.Moment == 0 })
	d.until("a note about it", func(s ui.Snapshot) bool { return strings.Contains(s.Words["heading before"], "not begun") })

	d.key("End")
	d.key("space")
	d.click(middle(d.snapshot().Compared[0].Area)) // the other side, which plays on
	d.until("the other side", func(s ui.Snapshot) bool { return s.Trace == "before.tiv" })
}

// snapshot returns the present state.
func (d *driver) snapshot() ui.Snapshot {
	s, _ := d.now()
	return s
}

// A row of the differences leads to its threads and its moment on both sides; a selected
// thread selects its partner; threads that differ are marked.
func TestWindowComparisonDifferences(t *testing.T) {
	t.Parallel()
	d := driveBoth(t)
	s := d.snapshot()
	if want := "Threads of worker-* wait 20 % longer for lock m: 480 ms a second, before 400 ms."; s.Words["summary"] != want {
		t.Errorf("summary: %q, want %q", s.Words["summary"], want)
	}
	if !strings.HasPrefix(s.Words["confidence"], "One run of each") {
		t.Errorf("confidence: %q", s.Words["confidence"])
	}
	const a, b, helper = tracefeed.ThreadID(2), tracefeed.ThreadID(3), tracefeed.ThreadID(4)
	for side, want := range []map[tracefeed.ThreadID]view.Change{{a: view.Shorter, b: view.Shorter},
		{a: view.Longer, b: view.Longer, helper: view.OnlyHere}} {
		if got := s.Compared[side].Changes; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("side %d: changes %v, want %v", side, got, want)
		}
	}

	d.click(middle(d.widget("difference Locks 0")))
	d.compared("the longest waits", func(before, after *ui.Side) bool {
		both := []tracefeed.ThreadID{a, b}
		return before.Moment == 50*ms && after.Moment == 120*ms && slices.Equal(before.Selection, both) &&
			slices.Equal(after.Selection, both)
	})
	if how := d.snapshot().Words["coupling"]; how != "marked moments: 50 ms and 120 ms" {
		t.Errorf("coupled by %q", how)
	}
	d.click(d.snapshot().Bars[b])
	d.compared("a partner", func(before, after *ui.Side) bool {
		return slices.Equal(before.Selection, []tracefeed.ThreadID{b}) && slices.Equal(after.Selection, []tracefeed.ThreadID{b})
	})
	d.click(d.snapshot().Bars[helper])
	d.compared("no partner", func(before, after *ui.Side) bool {
		return len(before.Selection) == 0 && slices.Equal(after.Selection, []tracefeed.ThreadID{helper})
	})
}

// Esc ends a comparison: both tabs are as before. Undo takes back changes of the view that
// came from the other side.
func TestWindowComparisonEnds(t *testing.T) {
	t.Parallel()
	path := turns(t, "before.tiv", 50, 1000)
	d := drive(t, path)
	d.toEnd()
	d.key("2")
	d.drop(middle(d.snapshot().Area), "file://"+turns(t, "after.tiv", 120, 2000))
	d.until("the second trace", func(s ui.Snapshot) bool { return s.Trace == "after.tiv" && s.Loaded && s.Resting })
	d.key("Home")
	d.until("its start", func(s ui.Snapshot) bool { return s.Moment == 0 && s.View == "3d" })
	d.key("ctrl+d")
	d.compared("a comparison", func(before, after *ui.Side) bool {
		return before.Trace == "before.tiv" && before.View == "3d" && before.Moment == 0 && after.Moment == 0
	})
	d.key("3")
	d.compared("another view of both",
		func(before, after *ui.Side) bool { return before.View == "interaction" && after.View == "interaction" })
	d.click(mgl32.Vec2{d.snapshot().Compared[0].Area.X0 + 20, d.snapshot().Compared[0].Area.Y0 + 10})
	d.until("the other side", func(s ui.Snapshot) bool { return s.Trace == "before.tiv" && s.Undo == "view of the other trace" })
	d.key("ctrl+z")
	d.compared("the view before the comparison",
		func(before, after *ui.Side) bool { return before.View == "timeline" && after.View == "timeline" })
	d.key("Right")
	d.key("Escape")
	d.until("the end of the comparison", func(s ui.Snapshot) bool {
		return s.Compared == nil && s.Trace == "before.tiv" && s.Moment == 1000*ms && s.View == "timeline" && s.Resting
	})
	d.key("ctrl+Tab")
	d.until("the second trace as it was", func(s ui.Snapshot) bool {
		return s.Trace == "after.tiv" && s.Moment == 0 && s.View == "3d" && s.Shown == timeline.Interval{End: 2000 * ms}
	})
	d.key("ctrl+d")
	d.compared("the comparison again", func(before, after *ui.Side) bool { return before.Moment == 0 })
	d.click(middle(d.widget("swap sides")))
	d.compared("exchanged sides", func(before, after *ui.Side) bool {
		return before.Trace == "after.tiv" && after.Trace == "before.tiv" && before.Changes[2] == view.Longer
	})
	d.key("ctrl+w")
	d.until("the other trace as it was", func(s ui.Snapshot) bool {
		return s.Compared == nil && s.Trace == "before.tiv" && s.Moment == 1000*ms && s.View == "timeline"
	})
}
