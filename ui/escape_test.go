package ui_test

import (
	"testing"

	"tiv/tracefeed"
	"tiv/ui"
)

// Each press of Esc undoes one thing, the topmost, and leaves the others.
func TestWindowEscapes(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	selects := func() {
		t.Helper()
		d.rest() // until then the list is sorted by blocked time
		d.click(middle(d.widget("thread D")))
		d.until("Delta selected", func(s ui.Snapshot) bool { return s.Selected == delta && s.Resting })
	}
	// closes presses Esc, which closes the thing of a widget and nothing else.
	closes := func(widget string) {
		t.Helper()
		d.widget(widget)
		d.rest()
		d.key("Escape")
		s := d.until(widget+" to close", func(s ui.Snapshot) bool { _, open := s.Marks[widget]; return !open && s.Resting })
		if s.Selected != delta {
			t.Fatalf("Esc closed %s and changed the selection to %v", widget, s.Selected)
		}
	}
	selects()
	d.click(middle(d.widget("menu File")))
	closes("item open")
	d.key("F10")
	closes("item open")
	d.key("shift+F10")
	closes("context Copy name")
	d.key("ctrl+o")
	closes("open path")
	d.key("slash")
	closes("finder")
	d.key("question")
	d.click(middle(d.widget("change keys")))
	d.click(middle(d.widget("key preset")))
	closes("keys Vim")
	d.click(middle(d.widget("key of open")))
	closes("new key of open")
	closes("close keys")
	d.key("question")
	closes("change keys")
	d.click(middle(d.widget("search")))
	d.key("Escape")
	if s := d.rest(); s.Selected != delta {
		t.Fatalf("Esc in a text field changed the selection to %v", s.Selected)
	}
	d.key("F6")
	closes("keyboard in Threads")
	d.key("Escape")
	d.until("nothing selected", func(s ui.Snapshot) bool { return s.Selected == tracefeed.NoThread })
	quit(t, d)
}
