package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui"
)

// The rows of processors have tips, and a click on a run selects its thread and its moment.
func TestRowsOfProcessors(t *testing.T) {
	t.Parallel()
	d := drive(t, "../tracefeed/textfeed/testdata/sched.tiv")
	d.toEnd()
	d.key("2")
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", "set-processors on")
	d.key("Return")
	rows := d.widget("processors")
	s := d.rest()
	const us = tracefeed.Microsecond
	spot := func(row int, t tracefeed.Time) mgl32.Vec2 {
		part := float32(float64(t-s.Shown.Start) / float64(s.Shown.End-s.Shown.Start))
		return mgl32.Vec2{rows.X0 + part*rows.Width(), rows.Y0 + rows.Height()/2*(float32(row)+0.5)}
	}
	d.move(spot(1, 385*us))
	d.until("an idle processor", func(s ui.Snapshot) bool { return s.Hovered == shape.PickID{Kind: shape.PickProcessor, Index: 2} })
	d.widget("tip")
	d.click(spot(0, 200*us))
	d.until("the thread on the processor, at that moment", func(s ui.Snapshot) bool {
		return s.Selected == 3 && s.Moment > 195*us && s.Moment < 205*us
	})
	quit(t, d)
}
