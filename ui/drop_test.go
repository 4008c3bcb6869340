package ui_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/ui"
)

// Traces dropped on the window open in tabs, for any names. Those that cannot
// be opened are reported, and do not prevent the others from opening.
func TestWindowDrop(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace, err := os.ReadFile("testdata/deadlock.tiv")
	if err != nil {
		t.Fatal(err)
	}
	uri := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	d := drive(t, "testdata/deadlock.tiv")
	s := d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	drop := func(names ...string) {
		t.Helper()
		d.drop(middle(s.Area), names...)
	}
	shown := func(name string, tabs ...string) {
		t.Helper()
		d.until(name+" in a tab", func(s ui.Snapshot) bool {
			have := 0
			for mark := range s.Marks {
				if strings.HasPrefix(mark, "tab ") {
					have++
				}
			}
			return s.Trace == name && s.Loaded && have == len(tabs)+2 &&
				!slices.ContainsFunc(tabs, func(tab string) bool { _, ok := s.Marks["tab "+tab]; return !ok })
		})
	}
	drop(uri("one.tiv", trace))
	shown("one.tiv")
	drop(uri("größer 50% #1.tiv", trace), uri("線程.tiv", trace))
	shown("線程.tiv", "one.tiv", "größer 50% #1.tiv")

	bad := uri("no trace.txt", []byte("Dear all, "))
	drop(bad)
	wrong := func(want ...string) {
		t.Helper()
		d.until("what is wrong", func(s ui.Snapshot) bool {
			return !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(s.Wrong, w) })
		})
	}
	wrong("no trace.txt")
	drop("file://"+filepath.Join(dir, "is%20not.tiv"), bad, uri("last.tiv", trace), "https://example.org/x.tiv")
	shown("last.tiv", "one.tiv", "größer 50% #1.tiv", "線程.tiv")
	wrong("is not.tiv", "no trace.txt", "x.tiv")
	d.key("Escape")
	d.until("no dialog", func(s ui.Snapshot) bool { _, on := s.Marks["open path"]; return !on && s.Wrong == "" })
	drop("file://" + filepath.Join(dir, "is%20not.tiv"))
	wrong("is not.tiv")
	drop(uri("one.tiv", trace)) // it is open already
	shown("one.tiv", "last.tiv", "größer 50% #1.tiv", "線程.tiv")
	d.until("no dialog", func(s ui.Snapshot) bool { _, on := s.Marks["open path"]; return !on })
	quit(t, d)
}
