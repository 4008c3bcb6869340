package ui_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
)

// A thread that is dropped on the ground of a cluster joins it, and one that is dropped outside
// leaves it. Words say so before, Ctrl prevents it, and each is undone in one step.
func TestDropOnCluster(t *testing.T) {
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("3")
	s := d.until("the interaction view", func(s ui.Snapshot) bool { return s.Loaded && s.Resting && len(s.Bars) == 4 })
	d.click(s.Bars[alpha])
	d.held("ctrl", func() { d.click(s.Bars[beta]) })
	d.key("c")
	d.widget("cluster's name")
	d.key("Return")
	members := func(want ...tracefeed.ThreadID) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { return s.Resting && slices.Equal(s.Clusters[0].Threads, want) }
	}
	d.until("a cluster", func(s ui.Snapshot) bool { return len(s.Clusters) == 1 })
	d.key("Escape")
	s = d.until("nothing selected", func(s ui.Snapshot) bool { return s.Resting && len(s.Selection) == 0 })

	drag := func(from, to mgl32.Vec2, words, held string) {
		t.Helper()
		d.input("keydown", "alt")
		d.move(from)
		d.input("mousedown", "1")
		d.move(from.Add(mgl32.Vec2{20, 20}))
		if held != "" {
			d.input("keydown", held)
		}
		d.move(to)
		d.until(words, func(s ui.Snapshot) bool { return s.Words["drop words"] == words })
		d.input("mouseup", "1")
		if held != "" {
			d.input("keyup", held)
		}
		d.input("keyup", "alt")
	}
	drag(s.Bars[delta], s.Bars[alpha], "joins cluster 1", "")
	d.until("Delta in the cluster", members(alpha, beta, delta))
	d.key("ctrl+z")
	s = d.until("Delta outside", members(alpha, beta))
	drag(s.Bars[beta], s.Bars[gamma], "leaves cluster 1", "")
	n := d.until("Beta outside", members(alpha))
	if n.Undo != "leave cluster" || len(n.Places) != 1 {
		t.Errorf("%q is undone, places %v", n.Undo, n.Places)
	}
	d.key("ctrl+z")
	s = d.until("Beta inside", members(alpha, beta))
	drag(s.Bars[beta], s.Bars[gamma], "only moves", "ctrl")
	d.until("Beta moved, and in the cluster", func(s ui.Snapshot) bool { return members(alpha, beta)(s) && len(s.Places) == 1 })
	quit(t, d)
}

// A folded cluster is dragged by its name. It unfolds around its place, folds there again, and the
// drag is undone in one step.
func TestDragGroup(t *testing.T) {
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("3")
	s := d.until("the interaction view", func(s ui.Snapshot) bool { return s.Loaded && s.Resting && len(s.Bars) == 4 })
	d.click(s.Bars[alpha])
	d.held("ctrl", func() { d.click(s.Bars[beta]) })
	d.key("c")
	d.widget("cluster's name")
	d.key("Return")
	d.until("no field", func(s ui.Snapshot) bool { _, ok := s.Marks["cluster's name"]; return !ok })
	name := func(s ui.Snapshot) mgl32.Vec2 { return middle(s.Marks["name of cluster 1"]) }
	d.key("x")
	s = d.until("it is folded", func(s ui.Snapshot) bool { return len(s.Bars) == 2 && s.Resting && name(s) != mgl32.Vec2{} })
	first := name(s)
	to := mgl32.Vec2{s.Area.X0 + 0.5*s.Area.Width(), s.Area.Y0 + 0.6*s.Area.Height()}
	d.drag(first, to)
	s = d.until("it moved", func(s ui.Snapshot) bool { return s.Resting && s.Undo == "move" && name(s).Sub(first).Len() > 60 })
	moved := name(s)
	d.key("x")
	d.until("it is unfolded", func(s ui.Snapshot) bool { return len(s.Bars) == 4 && s.Resting })
	d.key("x")
	d.until("it is folded at the same place", func(s ui.Snapshot) bool {
		return len(s.Bars) == 2 && s.Resting && name(s).Sub(moved).Len() < 5
	})
	for range 3 {
		d.key("ctrl+z")
	}
	d.until("it is where it was", func(s ui.Snapshot) bool { return s.Resting && name(s).Sub(first).Len() < 5 })
	quit(t, d)
}

// Threads that share a name are dragged by it, one of them with Ctrl and Shift by its bar.
func TestDragSharedName(t *testing.T) {
	d := drive(t, "../testdata/questions/traces/server.bin")
	const name = "name of createClientEx.func1 × 13"
	s := d.until("the trace", func(s ui.Snapshot) bool { _, named := s.Marks[name]; return s.Loaded && s.Resting && named })
	first := middle(s.Marks[name])
	d.drag(first, first.Add(mgl32.Vec2{60, 90}))
	s = d.until("all moved", func(s ui.Snapshot) bool {
		_, named := s.Marks[name]
		return s.Resting && s.Undo == "move" && len(s.Places) == 13 && named
	})
	d.key("ctrl+z")
	d.until("none moved", func(s ui.Snapshot) bool { return s.Resting && len(s.Places) == 0 })
	d.key("3")
	s = d.until("the interaction view", func(s ui.Snapshot) bool { return s.View == view.Interaction.Name && s.Resting })
	d.held("ctrl", func() { d.held("shift", func() { d.drag(s.Bars[39], s.Bars[39].Add(mgl32.Vec2{0, 50})) }) })
	d.until("one moved", func(s ui.Snapshot) bool { return s.Resting && len(s.Places) == 1 })
	quit(t, d)
}
