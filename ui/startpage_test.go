package ui_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/scene/paint"
	"tiv/session"
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

// recordTo records no program: "false" leaves no trace, any other one ends when it is stopped, with the
// trace that is its second word.
func recordTo(words []string) (*session.Recording, error) {
	done := make(chan struct{})
	x := &session.Recording{Stop: func() { close(done) }, Done: done, Err: func() error { return nil }}
	if words[0] == "false" {
		x.Err = func() error { return errors.New("record false: there is no trace") }
		x.Stop()
		return x, nil
	}
	x.Path = words[1]
	return x, nil
}

// The start page records a program: by a command in a terminal, or by a button, until it is stopped. Its
// trace opens.
func TestWindowStartPageRecords(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := driveAs(t, startPage, t.TempDir())
	d.until("the start page", atStart)
	d.rest()
	enter := func(text string) {
		d.click(middle(d.widget("start program")))
		d.rest() // it has the keyboard from its second frame on
		d.input("key", "ctrl+a")
		d.input("type", text)
	}
	enter("./server -v")
	d.click(middle(d.widget("start copy")))
	d.until("the command", func(s ui.Snapshot) bool {
		return slices.Contains(s.Messages, "Copied: tiv record -- ./server -v")
	})
	enter("false")
	d.key("Return")
	d.until("the error", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "record false: there is no trace") })
	enter("./server '" + path + "'")
	d.click(middle(d.widget("start record")))
	d.until("the recording", func(s ui.Snapshot) bool {
		return slices.ContainsFunc(s.Messages, func(m string) bool { return strings.HasPrefix(m, "Recording ./server") })
	})
	d.click(middle(d.widget("Stop and open")))
	s := d.until("its trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" })
	if slices.ContainsFunc(s.Messages, func(m string) bool { return strings.HasPrefix(m, "Recording") }) {
		t.Errorf("messages %q", s.Messages)
	}
	quit(t, d)
}

// Demos have their whole texts on the start page, and a tip of theirs covers no button below.
func TestWindowStartPageTips(t *testing.T) {
	t.Parallel()
	d := driveAs(t, startPage, t.TempDir())
	d.until("the start page", atStart)
	d.rest()
	demo, button := d.widget("start demo 1"), d.widget("start record")
	d.move(middle(demo))
	d.until("a tip to the left", func(s ui.Snapshot) bool {
		tip := s.Marks["tip"]
		return tip.Width() > 0 && tip.X1 < demo.X0 && !overlap(tip, button)
	})
	quit(t, d)
}
