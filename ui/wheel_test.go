package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/ui"
	"tiv/workspace/prefs"
)

// TestPlainWheel zooms in time with the plain wheel once the user wants that, at
// the pointer, and keeps the choice.
func TestPlainWheel(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	d := driveAs(t, copied(t, "a.tiv"), config)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("2")
	s := d.until("the timeline", func(s ui.Snapshot) bool { return s.Resting && s.View == "timeline" && s.Shown.End == 100*ms })
	row := s.Bars[beta]
	d.move(row)
	d.input("click", "4")
	if n := d.rest(); n.Shown != s.Shown {
		t.Errorf("the plain wheel changed the time shown to %v", n.Shown)
	}
	d.key("0")
	d.input("key", "ctrl+shift+p")
	d.input("type", "plain wheel")
	d.key("Return")
	d.move(row)
	d.input("click", "4")
	d.until("a shorter range", func(n ui.Snapshot) bool { return n.Shown.End-n.Shown.Start < s.Shown.End })
	quit(t, d)
	if p, err := prefs.Load(config); err != nil || !p.WheelTime {
		t.Errorf("saved: %+v, %v", p, err)
	}
}

// TestTimelineLeavesMoment zooms in the timeline far from the moment, which stays
// where it is, and goes back to it by a key.
func TestTimelineLeavesMoment(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("2")
	s := d.until("the timeline", func(s ui.Snapshot) bool { return s.Resting && s.View == "timeline" })
	at := s.Bars[beta]
	d.move(mgl32.Vec2{s.Area.X0 + 0.5*s.Area.Width(), at[1]})
	d.held("ctrl", func() { d.input("click", "4", "click", "4", "click", "4") })
	s = d.until("a range without the moment", func(n ui.Snapshot) bool { return n.Shown.End < 90*ms && n.Moment == s.Moment })
	d.drag(middle(s.Area), middle(s.Area).Add(mgl32.Vec2{60, 0}))
	d.until("an earlier range", func(n ui.Snapshot) bool { return n.Shown.End < s.Shown.End && n.Moment == s.Moment })
	d.key("shift+Home")
	d.until("the moment", func(n ui.Snapshot) bool {
		return n.Shown.Start < n.Moment && n.Moment <= n.Shown.End && n.Moment == s.Moment
	})
}

// TestExecutionZoomsAtPointer zooms in the execution view at the left and at the right of the
// moment, on and beside calls: the range is then around the pointer, without the moment.
func TestExecutionZoomsAtPointer(t *testing.T) {
	t.Parallel()
	d := drive(t, transactionsPath)
	d.rest()
	d.key("5")
	s := d.until("the execution view", func(s ui.Snapshot) bool { return s.Resting && s.View == "execution" })
	zoomed := func(x, y float32) ui.Snapshot {
		d.move(mgl32.Vec2{s.Area.X0 + x*s.Area.Width(), s.Area.Y0 + y*s.Area.Height()})
		d.held("ctrl", func() { d.input("click", "--repeat", "8", "4") })
		return d.until("a shorter range", func(n ui.Snapshot) bool {
			return n.Resting && n.Shown.End-n.Shown.Start < (s.Shown.End-s.Shown.Start)/4
		})
	}
	for _, y := range []float32{0.15, 0.5, 0.8} {
		if n := zoomed(0.35, y); n.Shown.End >= n.Moment {
			t.Errorf("at the left, %v of the height, %v is shown; the moment is %v", y, n.Shown, n.Moment)
		}
		d.key("0")
		d.until("the whole trace", func(n ui.Snapshot) bool { return n.Resting && n.Shown == s.Shown })
		if n := zoomed(0.95, y); n.Shown.Start <= n.Moment {
			t.Errorf("at the right, %v of the height, %v is shown; the moment is %v", y, n.Shown, n.Moment)
		}
		d.key("0")
		d.until("the whole trace", func(n ui.Snapshot) bool { return n.Resting && n.Shown == s.Shown })
	}
}
