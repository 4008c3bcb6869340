package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/scene/paint"
	"tiv/ui"
)

// TestWindowWorkspaces makes a slice with the mouse, colours it, opens it as workspace,
// changes it there and sees the numbers follow, deletes it, and takes everything back.
func TestWindowWorkspaces(t *testing.T) {
	t.Parallel()
	path := copiedFrom(t, "testdata/stacks.tiv", "stacks")
	d := driveAs(t, path, t.TempDir())
	d.rest()
	shows := func(space int, base string) {
		d.Helper()
		d.until("a workspace within "+base, func(s ui.Snapshot) bool { return s.Resting && s.Space == space && s.Base == base })
	}
	d.rightClick("thread B")
	d.click(middle(d.widget("menu New slices")))
	d.click(middle(d.widget("context New slice")))
	d.slicesAre("Beta")
	d.click(middle(d.widget("slice colour Beta")))
	d.click(middle(d.widget("colour 4")))
	d.until("another colour", func(s ui.Snapshot) bool { return s.Slices[0].Colour == paint.SliceColors[4] })
	d.click(middle(d.widget("slice gallery")))
	d.click(middle(d.widget("add lock overhead")))
	d.key("Escape")
	d.slicesAre("Beta", "lock overhead")
	d.says("share of Beta", "33 %")
	d.click(middle(d.widget("slice Beta")))
	d.click(middle(d.widget("open workspace")))
	shows(1, "Beta")
	d.says("share of Beta", "100 %")
	d.says("share of lock overhead", "60 %")

	d.click(middle(d.widget("slice lock overhead")))
	d.click(middle(d.widget("open workspace")))
	shows(2, "Beta\nlock overhead")
	d.says("share of lock overhead", "100 %")
	d.key("alt+Up")
	shows(1, "Beta")
	d.click(middle(d.widget("slice Beta")))
	d.click(middle(d.widget("edit slice")))
	d.widget("slice name")
	d.click(middle(d.widget("slice where")))
	d.key("ctrl+a")
	d.input("type", `id != "B"`)
	d.key("Return")
	d.says("share of lock overhead", "68 %")

	d.click(middle(d.widget("tab stacks")))
	shows(0, "")
	d.key("ctrl+Tab")
	shows(1, "Beta")
	d.click(middle(d.widget("slice Beta")))
	d.click(middle(d.widget("delete slice")))
	d.told("Beta was the base of a workspace")
	d.says("share of lock overhead", "0 %")
	d.key("ctrl+w")
	shows(0, "")
	for s := d.rest(); s.Undo != ""; s = d.rest() {
		d.key("ctrl+z")
	}
	d.until("nothing left", func(s ui.Snapshot) bool { return len(s.Slices) == 0 && s.Space == 0 && s.Marks["tab stacks"].X1 == 0 })
	quit(t, d)
}

// TestWindowBesides shows a workspace beside that of the whole trace, which have the same
// times whatever is done to either.
func TestWindowBesides(t *testing.T) {
	t.Parallel()
	path := copiedFrom(t, "testdata/stacks.tiv", "stacks")
	d := driveAs(t, path, t.TempDir())
	d.rest()
	bases := func(what, left, right string) ui.Snapshot {
		d.Helper()
		return d.compared(what, func(a, b *ui.Side) bool {
			return a.Base == left && b.Base == right && a.Moment == b.Moment && a.Shown == b.Shown && a.View == b.View
		})
	}
	d.key("ctrl+shift+d")
	d.told("There is no other workspace")
	d.rightClick("thread B")
	d.click(middle(d.widget("menu New slices")))
	d.click(middle(d.widget("context New slice")))
	d.slicesAre("Beta")
	d.click(middle(d.widget("open workspace")))
	d.until("a workspace", func(s ui.Snapshot) bool { return s.Resting && s.Base == "Beta" })
	d.key("ctrl+shift+d")
	before := bases("both at the end", "", "Beta")
	d.key("Home")
	d.key("w")
	s := bases("both at the start", "", "Beta")
	if s.Compared[0].Moment != 0 || s.Compared[0].Shown == before.Compared[0].Shown {
		t.Errorf("both are at %v and show %v", s.Compared[0].Moment, s.Compared[0].Shown)
	}
	shown := s.Compared[0].Shown
	d.move(middle(s.Compared[0].Area))
	d.held("ctrl", func() { d.input("click", "4") })
	s = d.until("the wheel moves both", func(s ui.Snapshot) bool {
		return s.Resting && s.Compared[0].Shown != shown && s.Compared[0].Shown == s.Compared[1].Shown
	})
	d.click(middle(s.Compared[0].Area))
	d.until("the root is active", func(s ui.Snapshot) bool { return s.Resting && s.Space == 0 && s.Base == "" })
	bases("the sides stay", "", "Beta")
	d.key("ctrl+z")
	d.key("2")
	d.until("another view", func(s ui.Snapshot) bool { return s.Resting && s.View == "timeline" })
	bases("the sides stay", "", "Beta")

	d.click(middle(d.widget("tab Beta")))
	d.until("the other side is active", func(s ui.Snapshot) bool { return s.Resting && s.Space == 1 })
	bases("the sides stay", "", "Beta")
	d.key("ctrl+w")
	d.until("one workspace is left", func(s ui.Snapshot) bool { return s.Resting && s.Compared == nil && s.Space == 0 })
	d.key("ctrl+z")
	d.until("it is back", func(s ui.Snapshot) bool { return s.Resting && s.Space == 1 })
	d.rightClick("tab stacks")
	d.click(middle(d.widget("show beside")))
	bases("again", "", "Beta")
	d.key("Escape")
	d.told("One workspace is shown.") // no click: the message vanishes after some seconds
	d.until("one workspace", func(s ui.Snapshot) bool { return s.Resting && s.Compared == nil && s.Space == 1 })
	d.key("ctrl+shift+d")
	bases("again", "", "Beta")
	quit(t, d)
}

// TestBesidesPicture shows the transactions of the demo beside their results.
func TestBesidesPicture(t *testing.T) {
	t.Parallel()
	path := transactions(t)
	data, err := os.ReadFile("../demo/slices/transactions.json")
	if err == nil {
		err = os.WriteFile(filepath.Join(filepath.Dir(path), "tiv-slices.json"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, path, t.TempDir())
	d.toEnd()
	d.key("Left")
	d.key("2")
	d.key("shift+v")
	d.click(middle(d.widget("slice gallery")))
	for _, name := range []string{"Execute queries", "Process results", "Transactions"} {
		d.click(middle(d.widget("add " + name)))
	}
	d.key("Escape")
	for _, name := range []string{"Transactions", "Process results"} {
		d.click(middle(d.widget("slice " + name)))
		d.click(middle(d.widget("open workspace")))
		d.until("the workspace "+name, func(s ui.Snapshot) bool { return s.Resting && strings.HasSuffix(s.Base, name) })
	}
	d.says("share of Process results", "100 %")
	d.key("ctrl+shift+d")
	d.compared("both", func(a, b *ui.Side) bool {
		return a.Base == "Transactions" && b.Base == "Transactions\nProcess results" && a.View == "timeline" && b.View == "timeline"
	})
	d.picture("slices-workspaces")
	quit(t, d)
}
