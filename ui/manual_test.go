package ui_test

import (
	"fmt"
	"slices"
	"testing"

	"tiv/ui"
)

// The documentation opens with F1, with and without a trace, shows the page that is
// clicked, and closes with Esc.
func TestWindowManual(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"testdata/deadlock.tiv", startPage} {
		d := drive(t, path)
		d.until("the window", func(s ui.Snapshot) bool { return s.Resting })
		d.key("F1")
		d.until("the first page", func(s ui.Snapshot) bool { return s.Words["manual page"] == "Where to look" })
		d.click(middle(d.widget("manual filters.md")))
		d.until("the page that was clicked", func(s ui.Snapshot) bool { return s.Words["manual page"] == "Filters" })
		d.key("Escape")
		d.until("no documentation", func(s ui.Snapshot) bool { return s.Words["manual page"] == "" })
		quit(t, d)
	}
}

// Commands as text show a page of the documentation, go through the tour, and close messages.
func TestWindowHelpCommands(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.rest()
	page := func(title string) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { return s.Words["manual page"] == title }
	}
	d.command("show-documentation on page=filters")
	d.until("the page of the file", page("Filters"))
	d.command("show-documentation on page=Slices")
	d.until("the page of the title", page("Slices"))
	d.command("show-documentation off")
	d.until("no documentation", page(""))
	const none = `the documentation has no page "cooking"`
	d.command("show-documentation on page=cooking")
	d.until("that there is none", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, none) && page("")(s) })
	d.command("close-message 0")
	d.until("no message", func(s ui.Snapshot) bool { return len(s.Messages) == 0 })
	d.command("next-tour-step 1")
	d.told("The tour has not begun")
	d.click(middle(d.widget("close message 0")))
	d.until("no message", func(s ui.Snapshot) bool { return len(s.Messages) == 0 })
	step := func(n int) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { _, on := s.Marks[fmt.Sprint("tour target ", n)]; return on }
	}
	d.command("Tour of the window")
	d.until("the first step", step(0))
	d.command("next-tour-step 2")
	d.until("the third", step(2))
	d.command("next-tour-step -1")
	d.until("the second", step(1))
	d.command("end-tour")
	d.until("no tour", func(s ui.Snapshot) bool { _, on := s.Marks["tour"]; return !on && s.Resting })
	quit(t, d)
}

// Panels are brought to the front and opened by the names on their tabs.
func TestWindowShowPanel(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.rest()
	seen := func(mark string) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { _, ok := s.Marks[mark]; return ok && s.Resting }
	}
	if s := d.rest(); seen("propose name")(s) {
		t.Fatal("the clusters cover the threads")
	}
	d.command("Panel: Clusters")
	d.until("the clusters", seen("propose name"))
	d.command("show-panel threads")
	d.until("the threads again", func(s ui.Snapshot) bool { return !seen("propose name")(s) && seen("search")(s) })
	d.command("show-panel tables")
	d.until("the tables", seen("table Locks"))
	d.command("show-panel kitchen")
	d.told("There is no panel kitchen.")
	quit(t, d)
}
