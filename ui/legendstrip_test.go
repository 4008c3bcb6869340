package ui_test

import (
	"testing"

	"tiv/ui"
)

// TestLegendStrip shows the legend as a strip by choice and in a small window,
// highlights a state in it, and brings the panel back.
func TestLegendStrip(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	before := d.until("the legend's panel", func(s ui.Snapshot) bool {
		return s.Loaded && s.Resting && s.Marks["state blocking"].Y0 > s.Area.Y0+s.Area.Height()/3
	})
	stripped := func(s ui.Snapshot) bool { return s.Marks["legend strip"].Height() > 0 }
	strip := func() {
		d.key("ctrl+shift+p")
		d.input("type", "legend as")
		d.key("Return")
	}
	strip()
	s := d.until("a strip above the scene", func(s ui.Snapshot) bool {
		return stripped(s) && s.Area.Y0 > before.Area.Y0 && s.Marks["state blocking"].Y1 <= s.Area.Y0
	})
	if s.Marks["state running"].Y0 != s.Marks["state blocking"].Y0 {
		t.Error("in a wide window, the strip has several lines")
	}
	d.click(middle(d.widget("state blocking")))
	d.until("blocking highlighted", func(s ui.Snapshot) bool { return s.Highlighted == "blocking" })
	d.click(middle(d.widget("state blocking")))
	d.until("no highlight", func(s ui.Snapshot) bool { return s.Highlighted == "" })
	d.click(middle(d.widget("state blocking")))
	d.until("blocking highlighted again", func(s ui.Snapshot) bool { return s.Highlighted == "blocking" })
	d.key("Escape")
	d.until("no highlight after Esc", func(s ui.Snapshot) bool { return s.Highlighted == "" })
	strip()
	d.until("the panel", func(s ui.Snapshot) bool {
		return !stripped(s) && s.Area == before.Area && s.Marks["state blocking"].Y0 > s.Area.Y0+s.Area.Height()/3
	})
	d.input("search", "--name", "TIV", "windowsize", "800", "600")
	d.until("a strip in a small window", func(s ui.Snapshot) bool { return stripped(s) && s.Area.Width() < before.Area.Width() })
	d.input("search", "--name", "TIV", "windowsize", "1280", "800")
	d.until("the panel in a larger one", func(s ui.Snapshot) bool { return !stripped(s) && s.Marks["state blocking"].Y0 > 0 })
}
