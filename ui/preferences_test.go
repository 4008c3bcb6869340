package ui_test

import (
	"fmt"
	"testing"

	"tiv/ui"
	"tiv/ui/panel"
	"tiv/workspace/prefs"
)

// Settings and recent traces are saved while the window is open: the session may end
// without a warning.
func TestWindowSavesSettings(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	d := driveAs(t, copied(t, "a.tiv"), config)
	d.rest()
	d.key("t")
	d.untilScreen("a file of settings with another palette and the trace", func() bool {
		p, err := prefs.Load(config)
		return err == nil && p.Palette == "light" && len(p.Recent) == 1
	})
	quit(t, d)
}

// Numbers of sliders in the settings are beside them, and what only developers of TIV need is in a section
// of its own.
func TestWindowSettings(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv", looksForCuts+"=yes")
	d.rest()
	d.arrange(arrangement{Front: []string{panel.Settings}})
	s := d.until("the settings", func(s ui.Snapshot) bool { return s.Marks["number Steps shown"].Width() > 0 })
	for _, label := range []string{"Steps shown", "History"} {
		if s.Marks["slider "+label].X1 > s.Marks["number "+label].X0 {
			t.Errorf("the slider %s covers its number", label)
		}
	}
	if s.Words["number History"] != fmt.Sprintf("%d steps", s.History) {
		t.Errorf("a history of %q", s.Words["number History"])
	}
	if s.Marks["frame times"].Width() > 0 {
		t.Error("the frame times are among the settings of all")
	}
	d.arrange(arrangement{Front: []string{panel.Settings}, Ends: true})
	d.cuts()
	d.click(middle(d.widget("for developers")))
	d.click(middle(d.widget("frame times")))
	quit(t, d)
}

// Large texts leave the choice of the view, the moment and the buttons of the tour in reach.
func TestWindowLargeText(t *testing.T) {
	t.Parallel()
	d := driveFirst(t, copied(t, "a.tiv"), t.TempDir())
	inTour := func(s ui.Snapshot) bool {
		tour, never := s.Marks["tour"], s.Marks["tour never"]
		return tour.Width() > 0 && never.X1 <= tour.X1 && never.Y1 <= tour.Y1
	}
	d.until("the tour", func(s ui.Snapshot) bool { return s.Loaded && s.Resting && inTour(s) })
	d.input("key", "ctrl+equal", "key", "ctrl+equal", "key", "ctrl+equal")
	d.until("the tour in large text", func(s ui.Snapshot) bool { return s.Resting && inTour(s) })
	d.key("Escape")
	d.input("key", "ctrl+shift+equal", "key", "ctrl+shift+equal")
	d.until("a menu in place of the buttons of views", func(s ui.Snapshot) bool {
		return s.Marks["menu View: 3D"].Width() > 0 && s.Marks["view 3D"].Width() == 0
	})
	d.click(middle(d.widget("menu View: 3D")))
	d.click(middle(d.widget("item view timeline")))
	d.until("the timeline", func(s ui.Snapshot) bool { return s.Marks["menu View: Timeline"].Width() > 0 })
	d.input("search", "--name", "TIV", "windowsize", "800", "600")
	d.until("the moment instead of boxes", func(s ui.Snapshot) bool {
		return s.Marks["moment"].X0 < 780 && s.Marks["loop"].Width() == 0 && s.Area.X1 < 800
	})
	quit(t, d)
}
