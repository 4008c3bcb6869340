package ui_test

import (
	"strings"
	"testing"

	"tiv/ui"
)

// F11 fills the screen, Tab hides all panels, and each press of Esc takes one back.
func TestWindowFullScreen(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	small := d.rest()
	list := func(s ui.Snapshot) bool { _, ok := s.Marks["play"]; return ok }
	d.key("Tab")
	bare := d.until("the scene without panels", func(s ui.Snapshot) bool {
		return !list(s) && s.Area.Width() > 1200 && s.Area.Height() > 650 && s.Resting
	})
	if _, menus := bare.Marks["menu File"]; !menus {
		t.Error("the menus are hidden, too")
	}
	d.key("Tab")
	d.until("the panels", func(s ui.Snapshot) bool { return list(s) && s.Area == small.Area && s.Resting })
	d.key("Tab")
	d.until("no panels", func(s ui.Snapshot) bool { return !list(s) })
	d.key("ctrl+f")
	d.until("the panels, for their filter", list)
	d.key("Escape")
	d.key("F11")
	d.key("Tab")
	d.until("full screen without panels", func(s ui.Snapshot) bool { return s.Area.Width() >= 1280 && !list(s) })
	d.key("Escape")
	d.key("Escape")
	d.until("all as before", func(s ui.Snapshot) bool { return list(s) && s.Area == small.Area && s.Resting })
	quit(t, d)
}

// Presented findings are slides: keys go forwards and backwards through them, their sentence is
// on the screen, and so is nothing else. Esc ends it.
func TestWindowPresents(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.toEnd()
	before := d.rest()
	slide := func(title, place string) {
		t.Helper()
		d.until("the slide "+place, func(s ui.Snapshot) bool {
			return strings.Contains(s.Words["caption"], title) && strings.HasPrefix(s.Words["slide"], place) && s.Resting
		})
	}
	d.key("shift+F11")
	slide("deadlock.tiv", "2 findings")
	s := d.rest()
	for name := range s.Marks {
		if strings.HasPrefix(name, "menu") || strings.HasPrefix(name, "finding ") || name == "play" {
			t.Errorf("%q is on the screen", name)
		}
	}
	d.key("Next")
	slide("", "1 of 2")
	first := d.rest()
	d.move(first.Bars[beta])
	d.widget("tip")
	d.key("Next")
	d.until("the tip to vanish", func(s ui.Snapshot) bool { _, tip := s.Marks["tip"]; return !tip })
	slide("", "2 of 2")
	if second := d.rest(); second.Words["caption"] == first.Words["caption"] || second.Area != first.Area {
		t.Errorf("%q and %q, in %v and %v", first.Words["caption"], second.Words["caption"], first.Area, second.Area)
	}
	d.key("Prior")
	slide(first.Words["caption"], "1 of 2")
	if first.Area.Width() < 1280 || first.Area.Height() < 500 {
		t.Errorf("the scene has %v", first.Area)
	}
	d.key("shift+p")
	d.until("the finding to play", func(s ui.Snapshot) bool { return s.Playing })
	d.until("its worst moment", func(s ui.Snapshot) bool { return !s.Playing && s.Moment == first.Moment })
	d.key("Escape")
	d.until("the panels", func(s ui.Snapshot) bool { return s.Area == before.Area && s.Words["caption"] == "" })
	quit(t, d)
}

// The palette finds what people look for.
func TestWindowFindsPresenting(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.rest()
	for _, x := range []struct{ typed, keys string }{{"present", "caption"}, {"full", ""}} {
		d.key("ctrl+shift+p")
		d.widget("finder")
		d.input("type", x.typed)
		d.rest()
		d.key("Return")
		d.until(x.typed, func(s ui.Snapshot) bool { return s.Area.Height() > 0 && (x.keys == "" || s.Words[x.keys] != "") })
		d.key("Escape")
		d.rest()
	}
	quit(t, d)
}
