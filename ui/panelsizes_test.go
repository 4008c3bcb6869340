package ui_test

import (
	"math"
	"testing"

	"tiv/ui"
)

// Panels that were saved in a wide window have their first width in a narrow one.
func TestWindowPanelsOfAnotherWidth(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	d := driveAs(t, path, config)
	d.toEnd()
	narrow := d.rest()
	d.input("search", "--name", "TIV", "windowsize", "2560", "800")
	d.until("wider panels", func(s ui.Snapshot) bool {
		return s.Area.X0 > narrow.Area.X0+100 && s.Area.Width() > narrow.Area.Width()+100
	})
	quit(t, d)
	d = driveAs(t, path, config)
	d.until("the scene of a narrow window, but for rounding", func(s ui.Snapshot) bool {
		return s.Resting && math.Abs(float64(s.Area.X0-narrow.Area.X0)) < 5 && math.Abs(float64(s.Area.X1-narrow.Area.X1)) < 5
	})
	quit(t, d)
}
