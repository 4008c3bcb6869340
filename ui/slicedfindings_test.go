package ui_test

import (
	"testing"

	"tiv/ui"
)

// TestWindowSlicedFindings lists findings by slice, and within a base that none of them is
// in, whose verdict and statistics are those of its time.
func TestWindowSlicedFindings(t *testing.T) {
	t.Parallel()
	d := driveAs(t, copied(t, "sliced.tiv"), t.TempDir())
	d.until("the findings", func(s ui.Snapshot) bool { return s.Loaded && s.Findings > 0 && s.Resting })
	d.widget("finding flag 1")
	d.key("shift+v")
	for _, name := range []string{"sleep", "waits for locks"} {
		d.click(middle(d.widget("slice gallery")))
		d.click(middle(d.widget("add " + name)))
		d.key("Escape")
		d.rest()
	}
	d.says("slices of finding 0", "in slices: waits for locks ")
	d.click(middle(d.widget("findings of slice")))
	d.click(middle(d.widget("findings in sleep")))
	gone := func(name string) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { return s.Resting && s.Marks[name].X1 == 0 }
	}
	d.until("no finding in sleep", gone("finding 0"))
	d.click(middle(d.widget("findings of slice")))
	d.click(middle(d.widget("findings in ")))
	d.widget("finding 0")
	d.click(middle(d.widget("slice sleep")))
	d.click(middle(d.widget("open workspace")))
	d.until("no flag of a finding outside of the base", gone("finding flag 1"))
	d.says("verdict", `No deadlock, no stuck thread in "sleep".`)
	d.click(middle(d.widget("outside of the base")))
	d.widget("outside worst 0")
	d.key("ctrl+z")
	d.widget("finding flag 1")
}
