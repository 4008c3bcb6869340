package ui_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
)

// The menu of the right mouse button is about the thing under the mouse, at the
// time that it shows.
func TestWindowContextMenus(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	rightClick := func(at mgl32.Vec2) {
		t.Helper()
		d.move(at)
		d.input("click", "3")
	}
	choose := func(entry string) {
		t.Helper()
		d.rest()
		d.click(middle(d.widget(entry)))
		d.until("the menu to close", func(s ui.Snapshot) bool { _, open := s.Marks[entry]; return !open && s.Resting })
	}
	d.rest()
	rightClick(middle(d.widget("thread C"))) // a row of the list
	choose("context Follow the wait to Alpha")
	d.until("Alpha, for which Gamma waits", func(s ui.Snapshot) bool { return s.Selected == alpha && s.Moment == 100*ms })
	rightClick(middle(d.widget("thread A")))
	choose("context Go to Beta, which waits for it")
	d.until("Beta, which waits for Alpha", func(s ui.Snapshot) bool { return s.Selected == beta && s.Moment == 100*ms })
	rightClick(middle(d.widget("thread C")))
	choose("context Copy name")
	rightClick(middle(d.widget("thread C")))
	choose("context Go to the beginning: blocking since 60 ms")
	d.until("the start of the wait", func(s ui.Snapshot) bool { return s.Moment == 60*ms && s.Selected == gamma })

	d.key("End")
	d.key("3")
	d.command("Locks between threads") // off: waits lead from thread to thread
	s := d.until("the interaction view", func(s ui.Snapshot) bool { return s.View == view.Interaction.Name && s.Resting })
	edge := findEdge(d, s.Bars[gamma], s.Bars[alpha])
	rightClick(edge)
	d.widget("item zoom")
	d.click(middle(d.widget("menu Lock L")))
	choose("context Select the threads at it")
	d.until("owner and waiters of L", func(s ui.Snapshot) bool {
		return slices.Equal(s.Selection, []tracefeed.ThreadID{alpha, beta, gamma})
	})
	rightClick(edge)
	choose("context Go to the beginning of the wait: 60 ms")
	d.until("the start of the wait", func(s ui.Snapshot) bool { return s.Moment == 60*ms })
	d.key("End")
	d.until("the end", func(s ui.Snapshot) bool { return s.Moment == 100*ms && s.Resting })
	rightClick(findEdge(d, s.Bars[beta], s.Bars[alpha])) // an arc of the deadlock
	choose("context Follow the wait to Alpha")
	d.until("Alpha, for which Beta waits", func(s ui.Snapshot) bool { return s.Selected == alpha && s.Moment == 100*ms })
	rightClick(edge)
	d.click(middle(d.widget("menu Lock L")))
	choose("context Rename…")
	d.widget("lock's name")
	d.input("type", "accounts")
	d.key("Return")
	d.key("slash") // a lock is found by its name and by the name it had
	d.input("type", "lock L")
	d.widget("hit accounts")
	d.key("Escape")
	d.key("r")
	d.rest()
	rightClick(middle(d.widget("row 0"))) // of the table of locks
	d.click(middle(d.widget("lock menu Reset name")))
	d.key("slash")
	d.input("type", "lock L")
	d.widget("hit lock L")
	d.key("Escape")
	d.key("r")
	d.rest()
	rightClick(s.Bars[alpha])
	d.widget("item cluster") // several are selected
	d.key("Escape")
	rightClick(mgl32.Vec2{s.Area.X0 + 10, s.Area.Y0 + 10})
	d.widget("context Pin a note…")
	choose("item view timeline")
	s = d.until("the timeline view", func(s ui.Snapshot) bool { return s.View == view.Timeline.Name && s.Resting })
	rightClick(mgl32.Vec2{s.Bars[alpha][0] - 4, s.Bars[alpha][1]})
	choose("item nothing")
	d.until("nothing selected", func(s ui.Snapshot) bool { return len(s.Selection) == 0 })
	rightClick(mgl32.Vec2{s.Bars[alpha][0] - 4, s.Bars[alpha][1]})
	choose("context Follow the wait to Beta")
	d.until("Beta, for which Alpha waited", func(s ui.Snapshot) bool { return s.Selected == beta && s.Moment < 100*ms })
	quit(t, d)
}

// findEdge returns a point of the edge between two bars.
func findEdge(d *driver, from, to mgl32.Vec2) mgl32.Vec2 {
	d.Helper()
	along := to.Sub(from)
	across := mgl32.Vec2{-along[1], along[0]}.Mul(1 / along.Len())
	for _, k := range []float32{0.5, 0.4, 0.6} {
		for _, off := range []float32{0, 8, -8, 16, -16, 24, -24, 40, -40, 60, -60} {
			at := from.Add(along.Mul(k)).Add(across.Mul(off))
			d.move(at)
			if s := d.rest(); s.Hovered.Kind == shape.PickEdge {
				return at
			}
		}
	}
	d.Fatal("no edge is found between the bars")
	return mgl32.Vec2{}
}
