package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

// copied puts a trace into a folder of its own.
func copied(t *testing.T, name string) string {
	t.Helper()
	return copiedFrom(t, "testdata/deadlock.tiv", name)
}

// copiedFrom is copied for a file.
func copiedFrom(t *testing.T, from, name string) string {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Changes are restored when the trace is opened again, and can be undone
// before.
func TestWindowKeeps(t *testing.T) {
	t.Parallel()
	path, config := copied(t, "a.tiv"), t.TempDir()
	d := driveAs(t, path, config)
	loaded := func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms }
	d.until("the trace", loaded)
	d.key("2")
	d.key("Home")
	d.key("Right")
	d.key("ctrl+7")
	at := d.until("a bookmark", func(s ui.Snapshot) bool { return s.Undo == "set bookmark" && len(s.Messages) == 1 }).Moment
	d.key("End")
	d.key("ctrl+7")
	d.until("the bookmark's moment", func(s ui.Snapshot) bool { return s.Moment == at })
	d.key("alt+Left")
	d.until("the end, where one came from", func(s ui.Snapshot) bool { return s.Moment == s.End })
	d.key("3")
	s := d.rest()
	d.dragThread(s.Bars[delta], middle(s.Area))
	moved := func(s ui.Snapshot) bool { _, ok := s.Places[delta]; return ok }
	d.until("Delta at its place", moved)
	d.key("ctrl+z")
	d.until("Delta where it was", func(s ui.Snapshot) bool { return !moved(s) })
	d.key("ctrl+shift+z")
	d.until("Delta at its place again", moved)
	quit(t, d)
	if _, err := os.Stat(path + workspace.Suffix); err != nil {
		t.Fatal(err)
	}

	d = driveAs(t, path, config)
	d.until("what was left", func(s ui.Snapshot) bool { return loaded(s) && moved(s) && s.View == view.Interaction.Name })
	d.key("ctrl+7")
	d.until("the bookmark's moment", func(s ui.Snapshot) bool { return s.Moment == at && s.View == view.Timeline.Name })
	quit(t, d)
}

// A failed save is reported, and repeated until it succeeds.
func TestWindowCannotKeep(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := driveAs(t, path, t.TempDir())
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	if err := os.Mkdir(path+workspace.Suffix, 0o700); err != nil {
		t.Fatal(err)
	}
	d.key("2")
	d.until("an error", func(s ui.Snapshot) bool {
		return len(s.Messages) == 1 && strings.Contains(s.Messages[0], "save workspace")
	})
	if err := os.Remove(path + workspace.Suffix); err != nil {
		t.Fatal(err)
	}
	d.key("3")
	quit(t, d)
	if data, err := os.ReadFile(path + workspace.Suffix); err != nil || !strings.Contains(string(data), `"kind": "interaction"`) {
		t.Errorf("saved %s, %v", data, err)
	}
}

// An invalid workspace is renamed, and the user is notified.
func TestWindowSetsBrokenWorkspaceAside(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	if err := os.WriteFile(path+workspace.Suffix, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, path, t.TempDir())
	d.until("a message", func(s ui.Snapshot) bool { return s.Loaded && len(s.Messages) == 1 })
	quit(t, d)
	if data, err := os.ReadFile(path + workspace.Suffix + ".aside-1"); err != nil || string(data) != "{" {
		t.Errorf("set aside: %q, %v", data, err)
	}
}

// Traces are open side by side, each as it was left.
func TestWindowTabs(t *testing.T) {
	t.Parallel()
	d := driveAs(t, copied(t, "a.tiv"), t.TempDir())
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" })
	d.rest()
	d.click(middle(d.widget("thread A")))
	d.until("Alpha selected", func(s ui.Snapshot) bool { return s.Selected == alpha })
	other := copied(t, "b.tiv")
	d.key("ctrl+o")
	d.widget("open path")
	d.rest() // it has the keyboard from its second frame on
	d.input("type", other)
	d.key("Return")
	d.until("the other trace", func(s ui.Snapshot) bool {
		return s.Loaded && s.Trace == "b.tiv" && s.End == 100*ms && s.Selected == tracefeed.NoThread
	})
	d.key("ctrl+Tab")
	d.until("the first as it was", func(s ui.Snapshot) bool { return s.Trace == "a.tiv" && s.Selected == alpha && s.Loaded })
	d.click(middle(d.widget("tab b.tiv")))
	d.until("the other trace", func(s ui.Snapshot) bool { return s.Trace == "b.tiv" && s.Loaded })
	d.key("ctrl+w")
	d.until("the first again", func(s ui.Snapshot) bool {
		_, bar := s.Marks["tab a.tiv"]
		return s.Trace == "a.tiv" && !bar && s.Selected == alpha
	})
	quit(t, d)
}
