package ui_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/ui"
)

// A resting window notices without any input that the file of its trace has
// changed, and F5 reads it again.
func TestWindowNoticesChange(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.rest()
	other, err := os.ReadFile("testdata/phases.tiv")
	if err == nil {
		err = os.WriteFile(path, other, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d.until("a word of the change", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "a.tiv has changed on disk.") })
	d.until("a word in the title", func(s ui.Snapshot) bool { return strings.Contains(s.Words["title"], "a.tiv, changed on disk (F5)") })
	d.key("F5")
	s := d.until("the other trace", func(s ui.Snapshot) bool { return s.Loaded && s.Count == "2 threads" })
	if strings.Contains(s.Words["title"], "changed") || slices.Contains(s.Messages, "a.tiv has changed on disk.") {
		t.Errorf("the trace that was read again has changed: %q, %v", s.Words["title"], s.Messages)
	}
	quit(t, d)
}
