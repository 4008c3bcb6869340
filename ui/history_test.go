package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/ui"
)

// TestHistorySlider sets the history with the slider of the playback bar and with its keys, and
// undoes that.
func TestHistorySlider(t *testing.T) {
	d := drive(t, "testdata/contended.tiv")
	first := d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Resting }).History
	history := func(what string, want func(n int) bool) {
		t.Helper()
		d.until(what, func(s ui.Snapshot) bool { return want(s.History) })
	}
	slider := d.widget("history")
	d.drag(middle(slider), mgl32.Vec2{slider.X0 + 2, middle(slider)[1]})
	history("one step", func(n int) bool { return n == 1 })
	d.key("shift+s")
	history("twice the history", func(n int) bool { return n == 2 })
	d.key("shift+w")
	history("half of it", func(n int) bool { return n == 1 })
	for range 3 {
		d.key("ctrl+z")
	}
	history("the first history", func(n int) bool { return n == first && n > 2 })
}
