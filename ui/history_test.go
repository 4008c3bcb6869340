package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/ui"
)

// TestHistorySlider sets the history with the slider of the playback bar and with its keys, and
// undoes that.
func TestHistorySlider(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/contended.tiv")
	first := d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Resting }).History
	history := func(what string, want func(n int) bool) {
		t.Helper()
		d.until(what, func(s ui.Snapshot) bool { return want(s.History) })
	}
	slider := d.widget("history")
	number := d.widget("number ##history")
	if grips := d.widget("slider ##history"); grips.X1 > number.X0 || number.X1 > slider.X1 || number.X0-grips.X1 > 10 {
		t.Errorf("the slider is at %v, its number at %v", grips, number)
	}
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

// TestHistoryBracket drags the begin of the history in the overview and in the timeline: nearer to
// the moment, and beyond it. Each drag is undone in one step, and a tip names the history.
func TestHistoryBracket(t *testing.T) {
	d := drive(t, "testdata/contended.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Resting })
	for key, mark := range map[string]string{"1": "history bracket", "2": "history in time"} {
		d.key(key)
		d.rest()
		r := d.widget(mark)
		before, _ := d.now()
		if before.History < 4 {
			t.Fatalf("a history of %d steps is too short", before.History)
		}
		grip := mgl32.Vec2{r.X0 - 2, r.Y1 - 4}
		d.move(grip)
		d.until("a tip at the "+mark, func(s ui.Snapshot) bool { return s.Marks["tip"] != shape.Rect{} })
		d.drag(grip, grip.Add(mgl32.Vec2{r.Width() / 2}))
		d.until("half the history by the "+mark, func(s ui.Snapshot) bool {
			return max(2*s.History-before.History, before.History-2*s.History) <= 2 && s.Undo == "history" && s.Shown == before.Shown
		})
		d.key("ctrl+z")
		d.until("the history before", func(s ui.Snapshot) bool { return s.History == before.History && s.Undo == before.Undo })
		d.move(grip)
		d.input("mousedown", "1")
		d.move(grip.Add(mgl32.Vec2{r.Width() + 40}))
		d.until("one step, and a tip that names it", func(s ui.Snapshot) bool { return s.History == 1 && s.Marks["tip"] != shape.Rect{} })
		d.input("mouseup", "1")
		d.key("ctrl+z")
		s := d.until("the history before", func(s ui.Snapshot) bool { return s.History == before.History })
		if s.Moment != before.Moment {
			t.Errorf("the %s moved the moment to %v", mark, s.Moment)
		}
	}
}
