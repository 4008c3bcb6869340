package ui_test

import (
	"testing"

	"tiv/ui"
)

// TestWindowSliceColumns adds columns to a table that is shown and sorted by its last one,
// shows them as shares, and takes them away.
func TestWindowSliceColumns(t *testing.T) {
	t.Parallel()
	d := driveAs(t, copied(t, "stacks"), t.TempDir())
	d.rest()
	d.key("r")
	d.click(middle(d.widget("table Threads")))
	d.click(middle(d.widget("head blocking")))
	d.key("shift+v")
	d.click(middle(d.widget("slice gallery")))
	d.click(middle(d.widget("add lock overhead")))
	d.key("Escape")
	d.click(middle(d.widget("head lock overhead")))
	d.rest()
	d.click(middle(d.widget("table shares")))
	d.click(middle(d.widget("head lock overhead %")))
	d.click(middle(d.widget("open workspace")))
	d.until("a base", func(s ui.Snapshot) bool { return s.Base == "lock overhead" && s.Resting })
	for range 2 {
		d.key("ctrl+z")
		d.rest()
	}
	d.until("no slices", func(s ui.Snapshot) bool {
		return len(s.Slices) == 0 && s.Marks["head lock overhead"].X1 == 0 && s.Resting
	})
	d.widget("head blocking")
}
