package ui_test

import (
	"path/filepath"
	"testing"

	"tiv/record/emit"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
)

// TestWindowLive follows a trace while this process writes it.
func TestWindowLive(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trace.bin")
	w, err := emit.Create(path, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	flush := func() {
		t.Helper()
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	a, left, right := w.Thread("a", "Alpha"), w.Monitor("l", "left"), w.Monitor("r", "right")
	a.Start(nil)
	a.MonitorEnter(left)
	flush()

	d := drive(t, path)
	following := func(s ui.Snapshot) bool {
		return s.Growing && s.Following && s.Moment == s.End && s.End > 0 && !s.Loaded
	}
	first := d.until("the start of the trace", func(s ui.Snapshot) bool { return following(s) && len(s.Bars) == 1 })

	b := w.Thread("b", "Beta")
	b.Start(a)
	b.MonitorEnter(right)
	flush()
	d.until("another thread", func(s ui.Snapshot) bool { return following(s) && s.End > first.End && len(s.Bars) == 2 })
	d.until("what goes on at the moment", func(s ui.Snapshot) bool { return following(s) && s.Words["presence"] == "2 running" })
	d.key("Left")
	at := d.until("the end of following", func(s ui.Snapshot) bool { return s.Growing && !s.Following })
	a.MonitorWait(right)
	b.MonitorWait(left)
	flush()
	d.until("the deadlock, before the end", func(s ui.Snapshot) bool {
		return s.Growing && s.Findings == 1 && s.Moment == at.Moment && s.End > at.End
	})
	d.key("shift+End")
	d.until("the end again", following)
	d.key("space")
	d.until("a pause", func(s ui.Snapshot) bool { return s.Growing && !s.Following && !s.Playing })
	d.click(middle(d.widget("follow end")))
	s := d.until("the end after the click", following)
	blue := paint.Dark().Layers["blocking"].Color
	d.untilScreen("two blocked threads", func() bool { return count(d.screen.look(t), s.Area, blue) > 300 })
	end := d.until("a later moment", func(now ui.Snapshot) bool { return following(now) && now.End > s.End+100*ms }).End
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s = d.until("the end of the trace", func(s ui.Snapshot) bool { return s.Loaded && !s.Growing })
	if s.Moment != s.End || s.End < end || s.Findings != 1 {
		t.Errorf("in the end: at %v of %v, %d findings", s.Moment, s.End, s.Findings)
	}
	quit(t, d)
}

// A window that waits for its trace to grow can be closed, and has saved its
// view for the next time, when the trace is longer.
func TestWindowLiveKeeps(t *testing.T) {
	t.Parallel()
	path, config := filepath.Join(t.TempDir(), "trace.bin"), t.TempDir()
	w, err := emit.Create(path, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	a := w.Thread("a", "Alpha")
	a.Start(nil)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, path, config)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Growing && len(s.Bars) == 1 })
	d.key("2")
	d.until("the timeline view", func(s ui.Snapshot) bool { return s.View == view.Timeline.Name && s.Growing })
	quit(t, d)

	a.SuspendStart(tracefeed.CauseSleep)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	d = driveAs(t, path, config)
	d.until("the view of the last time", func(s ui.Snapshot) bool {
		return s.View == view.Timeline.Name && s.Following && len(s.Bars) == 1 && len(s.Messages) == 0
	})
	quit(t, d)
}
