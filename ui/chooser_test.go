package ui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/ui"
	"tiv/workspace/prefs"
)

func noOpenDialog(s ui.Snapshot) bool {
	_, list := s.Marks["open path"]
	_, waits := s.Marks["choose"]
	return !list && !waits
}

// The file chosen in the dialog of the desktop is opened.
func TestWindowOpensFromDesktop(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/phases.tiv", chooses+"="+copied(t, "größer 100%.tiv"))
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.Count == "2 threads" })
	d.key("ctrl+o")
	d.until("the other trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "größer 100%.tiv" && noOpenDialog(s) })
	quit(t, d)
}

// The user's Cancel in the dialog of the desktop changes nothing.
func TestWindowDesktopCancelled(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv", chooses+"="+cancelledDialog)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("ctrl+o")
	d.rest()
	if s := d.rest(); !noOpenDialog(s) || len(s.Messages) > 0 {
		t.Errorf("messages %q, marks %v", s.Messages, s.Marks)
	}
	quit(t, d)
}

// A dialog of the desktop that never ends stops no frame. The list can replace it,
// for opening and for saving, and the window can be closed beside it.
func TestWindowDesktopHangs(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := drive(t, path, chooses+"="+slowDialog)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("ctrl+o")
	d.widget("choose cancel")
	d.rest()
	d.key("Escape")
	d.until("no dialog", noOpenDialog)
	d.key("ctrl+o")
	d.click(middle(d.widget("use list")))
	d.widget("open path")
	d.key("Escape")
	d.until("no dialog", noOpenDialog)

	d.key("ctrl+shift+s")
	d.click(middle(d.widget("shot browse")))
	d.rest()
	d.click(middle(d.widget("use list")))
	d.rest()
	d.widget("entry a.tiv")
	d.key("Escape")
	d.until("no dialog", func(s ui.Snapshot) bool { _, on := s.Marks["shot path"]; return !on })
	d.key("ctrl+o")
	d.widget("choose cancel")
	quit(t, d)
}

// A file chosen for saving is written without a second confirmation: the desktop
// has asked.
func TestWindowSavesWhereDesktopSays(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	to := filepath.Join(filepath.Dir(path), "other picture.png")
	if err := os.WriteFile(to, []byte("\x89PNG\r\n\x1a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path, chooses+"="+to)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("ctrl+shift+s")
	d.click(middle(d.widget("shot browse")))
	d.rest()
	d.click(middle(d.widget("shot save")))
	d.until("the picture", func(s ui.Snapshot) bool {
		return slices.ContainsFunc(s.Messages, func(m string) bool { return strings.HasPrefix(m, "Saved "+to) })
	})
	if data, err := os.ReadFile(to); err != nil || !bytes.HasPrefix(data, []byte("\x89PNG")) || len(data) < 1000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	quit(t, d)
}

// Without a dialog of the desktop comes the list; a message says why if the
// settings demand the dialog, and they can do without.
func TestWindowWithoutDesktop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		setting, has string
		messages     int
	}{{"", noDialog, 0}, {prefs.DesktopDialogs, noDialog, 1}, {prefs.OwnDialogs, slowDialog, 0}} {
		t.Run(c.setting, func(t *testing.T) {
			t.Parallel()
			config := t.TempDir()
			if err := (prefs.Prefs{FileDialogs: c.setting}).Save(config); err != nil {
				t.Fatal(err)
			}
			d := driveAs(t, startPage, config, chooses+"="+c.has)
			d.rest()
			d.click(middle(d.widget("start open")))
			d.widget("open path")
			if s := d.rest(); len(s.Messages) != c.messages {
				t.Errorf("messages %q", s.Messages)
			}
			d.key("Escape")
			d.until("no dialog", noOpenDialog)
			quit(t, d)
		})
	}
}
