package ui_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/ui"
)

// A double click on the bar of a group, or Enter, opens the group; the same key closes it,
// and Undo as well.
func TestWindowOpensGroups(t *testing.T) {
	t.Parallel()
	path, end := running(t, 30)
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == end })
	d.key("3")
	d.key("ctrl+shift+p")
	d.widget("finder")
	d.input("type", "detail: crowd")
	d.widget("hit Level of detail: crowd")
	d.key("Return")
	bars := func(n int) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { return len(s.Bars) == n && s.Resting && s.View == view.Interaction.Name }
	}
	s := d.until("one bar for all", bars(0))
	at := mgl32.Vec2{s.Area.X0 + s.Area.Width()/2, s.Area.Y0 + s.Area.Height()/2}
	d.click(at)
	d.until("all selected", func(s ui.Snapshot) bool { return len(s.Selection) == 30 && s.Hovered.Kind == shape.PickCluster })
	d.key("Return")
	d.until("a bar for each thread", bars(30))
	d.key("x")
	d.until("one bar again", bars(0))
	d.move(at)
	d.input("click", "--repeat", "2", "--delay", "50", "1")
	d.until("a bar for each thread, by a double click", bars(30))
	d.key("ctrl+z")
	d.until("one bar after Undo", bars(0))
	quit(t, d)
}

// A right click on the row of a group opens its menu, as a right click on its bar does.
func TestWindowGroupMenu(t *testing.T) {
	t.Parallel()
	path, end := running(t, 120)
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == end })
	d.rest()
	d.rightClick("group w*")
	d.until("its threads, and its menu", func(s ui.Snapshot) bool {
		_, open := s.Marks["item worst"]
		return open && len(s.Selection) == 120
	})
	d.rest()
	d.click(middle(d.widget("item worst")))
	d.until("the first of those that lost most", func(s ui.Snapshot) bool { return len(s.Selection) == 1 && s.Selected == alpha })
	d.rightClick("group w*")
	d.rest()
	d.click(middle(d.widget("menu Show and hide")))
	d.click(middle(d.widget("item hide")))
	d.until("no thread", func(s ui.Snapshot) bool { return len(s.Hidden) == 120 })
	quit(t, d)
}
