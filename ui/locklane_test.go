package ui_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/ui"
)

// The menu of a lock, and the panel of a thread at it, have a lane of its holders. A tip says who held it, and a click
// goes there.
func TestWindowLockLane(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	d.click(middle(d.widget("thread C")))
	// at returns the place of a share of the lane.
	at := func(r shape.Rect, share float32) mgl32.Vec2 {
		return mgl32.Vec2{r.X0 + share*r.Width(), (r.Y0 + r.Y1) / 2}
	}
	// scrolled returns the place of the lane after turns of the wheel over the panel.
	panel := middle(d.widget("selected state"))
	scrolled := func(wheel string) shape.Rect {
		d.move(panel)
		for range 8 {
			d.input("click", wheel)
		}
		d.rest()
		return d.widget("lock lane")
	}
	says := func(place mgl32.Vec2, words ...string) {
		t.Helper()
		d.move(place)
		want := strings.Join(append(words, "Click to go there."), "\n")
		d.until(want, func(s ui.Snapshot) bool { return s.Words["lock lane tip"] == want })
	}
	d.until("the lane in the panel", func(s ui.Snapshot) bool {
		return s.Resting && s.Words["lock lane caption"] == "who held it, 0 ns to 100 ms"
	})
	inPanel := scrolled("5")
	says(at(inPanel, 0.7), "held by Alpha", "from 10 ms to 100 ms (90 ms)", "2 threads waited for it, 100 ms in all")
	d.click(at(inPanel, 0.7))
	d.until("the time in the panel", func(s ui.Snapshot) bool { return s.Moment > 69*ms && s.Moment < 71*ms && s.Resting })
	d.key("End")
	d.until("the end", func(s ui.Snapshot) bool { return s.Moment == 100*ms && s.Resting })
	scrolled("4")
	d.click(middle(d.widget("lock waits for")))
	d.widget("lock menu Rename…")
	lane := d.until("the lane in the menu", func(s ui.Snapshot) bool {
		r := s.Marks["lock lane"]
		return s.Resting && r != inPanel && r.Width() > 0
	}).Marks["lock lane"]
	says(at(lane, 0.05), "free", "from 0 ns to 10 ms (10 ms)", "no thread waited for it")
	d.click(at(lane, 0.05)) // the menu becomes lower
	s := d.until("a free lock", func(s ui.Snapshot) bool { return s.Moment < 6*ms && s.Words["free"] != "" && s.Resting })
	if now := s.Marks["lock lane"]; now != lane {
		t.Errorf("the lane moves from %v to %v", lane, now)
	}
	d.click(at(lane, 0.5))
	s = d.until("the time in the menu", func(s ui.Snapshot) bool { return s.Moment > 49*ms && s.Moment < 51*ms && s.Resting })
	if s.Words["holder 0"] != "Alpha" || s.Words["waiting"] != "1 thread waiting for it" {
		t.Errorf("the menu has holder %q and says %q", s.Words["holder 0"], s.Words["waiting"])
	}
	quit(t, d)
}
