package ui_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
	"tiv/ui"
)

// Threads are selected together, moved together, hidden and brought back, as one
// does with files.
func TestWindowSelectsMany(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("3")
	s := d.until("the interaction view", func(s ui.Snapshot) bool { return s.Loaded && s.Resting && len(s.Bars) == 4 })
	selected := func(want ...tracefeed.ThreadID) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { return slices.Equal(s.Selection, want) && s.Resting }
	}
	d.drag(mgl32.Vec2{s.Area.X0 + 15, s.Area.Y0 + 15}, mgl32.Vec2{s.Area.X1 - 15, s.Area.Y1 - 15})
	d.until("all in the rubber band", selected(alpha, beta, gamma, delta))
	d.click(s.Bars[beta])
	d.until("one by a click", selected(beta))
	d.held("ctrl", func() { d.click(s.Bars[delta]) })
	d.until("two with Ctrl", selected(beta, delta))
	d.held("shift", func() { d.click(s.Bars[alpha]) })
	d.until("three with Shift", selected(alpha, beta, delta))
	d.held("ctrl", func() { d.click(s.Bars[beta]) })
	d.until("one less with Ctrl", selected(alpha, delta))
	d.dragThread(s.Bars[delta], s.Bars[delta].Add(mgl32.Vec2{40, 15}))
	d.until("both moved", func(s ui.Snapshot) bool { return len(s.Places) == 2 && s.Undo == "move" })
	d.key("ctrl+z")
	s = d.until("both back", func(s ui.Snapshot) bool { return len(s.Places) == 0 && s.Resting })

	round := s.Bars[beta]
	d.held("ctrl", func() {
		d.move(mgl32.Vec2{s.Area.X0 + 15, s.Area.Y0 + 15})
		d.input("mousedown", "1")
		for _, by := range []mgl32.Vec2{{20, -20}, {25, 0}, {20, 20}, {-20, 20}} {
			d.move(round.Add(by))
		}
		d.input("mouseup", "1")
	})
	d.until("Beta too, in the lasso", selected(alpha, beta, delta))

	d.key("c")
	d.until("a cluster", func(s ui.Snapshot) bool { return len(s.Clusters) == 1 && len(s.Clusters[0].Threads) == 3 && s.Resting })
	d.widget("cluster's name")
	d.key("Return")
	d.until("no field", func(s ui.Snapshot) bool { _, ok := s.Marks["cluster's name"]; return !ok })
	d.key("x")
	d.until("it is folded", func(s ui.Snapshot) bool { return s.Clusters[0].Folded })
	d.key("x")
	d.until("it is unfolded", func(s ui.Snapshot) bool { return !s.Clusters[0].Folded })
	d.key("h")
	d.until("hidden", func(s ui.Snapshot) bool {
		return slices.Equal(s.Hidden, []tracefeed.ThreadID{alpha, beta, delta}) && s.Resting
	})
	d.key("u")
	d.until("shown again", func(s ui.Snapshot) bool { return len(s.Hidden) == 0 && len(s.Bars) == 4 && s.Resting })

	s, _ = d.now()
	d.move(s.Bars[gamma])
	d.input("click", "3")
	d.until("Gamma selected by the right button", selected(gamma))
	d.move(middle(d.widget("menu Show and hide")))
	d.click(middle(d.widget("item dim rest")))
	d.until("the others in the background", func(s ui.Snapshot) bool {
		return slices.Equal(s.Dimmed, []tracefeed.ThreadID{alpha, beta, delta})
	})
	d.key("comma") // closes nothing, but the menu is gone
	d.key("Home")
	d.key("greater")
	s = d.until("the first wait", func(s ui.Snapshot) bool { return s.Moment > 0 })
	d.key("less")
	if now := d.rest(); now.Moment != s.Moment {
		t.Errorf("before the first wait, at %v, there is one at %v", s.Moment, now.Moment)
	}
	quit(t, d)
}
