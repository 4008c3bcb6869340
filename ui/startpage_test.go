package ui_test

import (
	"path/filepath"
	"slices"
	"testing"

	"tiv/scene/paint"
	"tiv/ui"
	"tiv/workspace/prefs"
)

// atStart reports whether a window shows its start page, without a trace.
func atStart(s ui.Snapshot) bool { _, ok := s.Marks["start page"]; return ok && s.Trace == "" }

// Without a trace, a window shows a page that opens recent traces, demos and
// dropped files. Closing the last trace shows it again.
func TestWindowStartPage(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	if err := (prefs.Prefs{Recent: []string{filepath.Join(config, "gone.tiv"), path}}).Save(config); err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, startPage, config)
	d.until("the start page", atStart)
	d.key("space")
	d.until("a hint", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "Open a trace first.") })
	d.click(middle(d.widget("start recent 1")))
	d.until("the recent trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" && s.End == 100*ms })
	d.rest()
	d.key("ctrl+w")
	d.until("the start page", atStart)
	d.move(middle(d.widget("start demo 0"))) // a demo without a description
	d.until("time for its tooltip", func(s ui.Snapshot) bool { return s.Resting })
	d.click(middle(d.widget("start demo 0")))
	d.until("the demo", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == demoPath && s.End == 100*ms })
	d.rest()
	d.key("ctrl+w")
	s := d.until("the start page", atStart)
	d.drop(middle(s.Marks["start page"]), "file://"+path)
	d.until("the dropped trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" })
	quit(t, d)
	if p, err := prefs.Load(config); err != nil || !slices.Equal(p.Recent[:2], []string{path, demoPath}) {
		t.Errorf("recent traces %v, %v", p.Recent, err)
	}
}

// Keys on the start page are not for the tour, which begins with the first trace.
func TestWindowStartPageBeforeTheTour(t *testing.T) {
	t.Parallel()
	d := driveFirst(t, startPage, t.TempDir())
	d.until("the start page", atStart)
	d.key("Right")
	d.until("a hint", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "Open a trace first.") })
	d.key("Escape")
	d.click(middle(d.widget("start demo 0")))
	d.until("the first step of the tour", func(s ui.Snapshot) bool { _, ok := s.Marks["tour target 0"]; return ok && s.Loaded })
	quit(t, d)
}

// The start page is in front of the place of the panels: after the last trace of a window is
// closed, and in a window that begins with the panels of the window before.
func TestWindowStartPageIsInFront(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	seen := func(d *driver) {
		d.until("the start page", atStart)
		d.untilScreen("the name of a demo", func() bool {
			return count(d.screen.look(t), d.widget("start demo 0"), paint.Dark().LockEdge) > 20
		})
	}
	d := driveAs(t, copied(t, "a.tiv"), config)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" })
	d.rest()
	d.key("ctrl+w")
	seen(d)
	quit(t, d)
	d = driveAs(t, startPage, config)
	seen(d)
	quit(t, d)
}

// The start page makes the command that records a program.
func TestWindowStartPageRecords(t *testing.T) {
	t.Parallel()
	d := driveAs(t, startPage, t.TempDir())
	d.until("the start page", atStart)
	d.rest()
	d.click(middle(d.widget("start program")))
	d.rest() // it has the keyboard from its second frame on
	d.input("type", "./server -v")
	d.click(middle(d.widget("start copy")))
	d.until("the command", func(s ui.Snapshot) bool {
		return slices.Contains(s.Messages, "Copied: tiv record -- ./server -v")
	})
	quit(t, d)
}
