package ui_test

import (
	"os"
	"slices"
	"testing"

	"tiv/ui"
)

// A resting window notices without any input that the file of its trace has
// changed, and F5 reads it again.
func TestWindowNoticesChange(t *testing.T) {
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
	d.key("F5")
	d.until("the other trace", func(s ui.Snapshot) bool { return s.Loaded && s.Count == "2 threads" })
	quit(t, d)
}
