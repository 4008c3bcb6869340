package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"tiv/ui"
)

// The dialog to open a trace lists the folder that is typed, completes it with
// Tab, and opens the file that is clicked.
func TestWindowOpensFromList(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	dir := filepath.Dir(path)
	for _, folder := range []string{"inner", ".hidden"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "inner", "in.tiv"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := driveAs(t, path, t.TempDir())
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("ctrl+o")
	d.widget("open a.tiv")
	d.widget("entry a.tiv")
	s := d.rest()
	if _, ok := s.Marks["entry .hidden/"]; ok {
		t.Error("a hidden folder is listed")
	}
	d.click(middle(d.widget("entry inner/")))
	d.widget("entry in.tiv")
	d.click(middle(d.widget("entry ..")))
	d.click(middle(d.widget("entry inner/")))
	d.widget("entry in.tiv")
	d.click(middle(d.widget("open path")))
	d.rest()
	d.key("ctrl+a")
	d.input("type", dir+"/i")
	d.key("Tab")
	d.widget("entry in.tiv")
	d.key("Tab")
	d.rest()
	d.key("Return")
	d.until("the other trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "in.tiv" })
	d.key("ctrl+o")
	d.widget("entry in.tiv")
	d.rest()
	d.click(middle(d.widget("open a.tiv")))
	d.until("the recent trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" })
	quit(t, d)
}

// A folder that does not answer is said to be being read, and keeps nobody from
// typing a path, opening it and closing the window.
func TestWindowOpensBesideSlowFolder(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := drive(t, "testdata/deadlock.tiv", endless+"=1")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("ctrl+o")
	d.widget("Reading the folder…")
	d.input("type", path)
	d.widget("Reading the folder…")
	d.key("Return")
	d.until("the other trace", func(s ui.Snapshot) bool { return s.Loaded && s.Trace == "a.tiv" })
	d.key("ctrl+o")
	d.widget("Reading the folder…")
	d.key("Escape")
	d.until("no dialog", func(s ui.Snapshot) bool { _, on := s.Marks["open path"]; return !on })
	quit(t, d)
}
