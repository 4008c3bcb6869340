package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/ui"
)

// TestLimits drags the smallest cost to its maximum, where no cost is left, and takes it
// back.
func TestLimits(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/contended.tiv")
	d.until("a finding", func(s ui.Snapshot) bool { return s.Loaded && s.Findings == 1 && s.Resting })
	d.scrollFindings()
	d.click(middle(d.widget("limits")))
	slider := d.widget("limit cost")
	d.drag(middle(slider), mgl32.Vec2{slider.X1 - 2, middle(slider)[1]})
	d.until("no finding", func(s ui.Snapshot) bool {
		return s.Findings == 0 && s.Undo == "set limit" && s.Words["changed limits"] == "Changed: smallest cost 50 % of all thread time"
	})
	d.key("Escape")
	d.key("ctrl+z")
	d.until("the finding again", func(s ui.Snapshot) bool { return s.Findings == 1 && s.Words["changed limits"] == "" })
}
