package ui_test

import (
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
