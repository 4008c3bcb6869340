package ui_test

import (
	"testing"

	"tiv/scene/paint"
	"tiv/ui"
)

// TestTimeAfter shows the time after the moment in the 3D view by its key, and
// hides it by Undo.
func TestTimeAfter(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.click(inOverview(d, 50*ms, lower))
	s := d.until("the middle", func(s ui.Snapshot) bool { return about(s.Moment, 50*ms) && s.Resting })
	blue := paint.Dark().Layers["blocking"].Color
	before := count(d.screen.look(t), s.Area, blue)
	d.key("shift+e")
	d.until("the change", func(s ui.Snapshot) bool { return s.Undo == "time after the moment" && s.Resting })
	d.untilScreen("smaller bars, partly hidden", func() bool { return count(d.screen.look(t), s.Area, blue) < before*3/4 })
	d.key("ctrl+z")
	d.untilScreen("the bars as before", func() bool { n := count(d.screen.look(t), s.Area, blue); return n > before*95/100 })
}
