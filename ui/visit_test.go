package ui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/internal/visit"
	"tiv/ui"
)

// The window and a session without one save the same files for the same commands.
func TestWindowVisit(t *testing.T) {
	t.Parallel()
	traces, inWindow, without := filepath.Dir(copied(t, "deadlock.tiv")), t.TempDir(), t.TempDir()
	phases, err := os.ReadFile("testdata/phases.tiv")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(traces, "phases.tiv"), phases, 0o644); err != nil {
		t.Fatal(err)
	}
	const lines = "../session/testdata/visit.txt"
	if err := visit.Run(visit.Lines(t, lines, traces, without)); err != nil {
		t.Fatal(err)
	}
	d := drive(t, filepath.Join(traces, "deadlock.tiv"))
	d.toEnd()
	for _, line := range visit.Lines(t, lines, traces, inWindow)[1:] {
		d.key("ctrl+shift+p")
		d.widget("finder")
		d.input("type", line)
		d.widget("hit " + line)
		d.key("Return")
		_, path, saves := strings.Cut(line, `"`+inWindow)
		path, _, _ = strings.Cut(path, `"`)
		d.until(line, func(s ui.Snapshot) bool {
			_, open := s.Marks["finder"]
			told := slices.ContainsFunc(s.Messages, func(m string) bool { return strings.HasPrefix(m, "Saved "+inWindow+path+" ") })
			return !open && s.Loaded && s.Resting && (told || !saves)
		})
	}
	quit(t, d)
	for _, name := range []string{"one.html", "one.png", "play.png", "flame.svg", "beside.png", "again.png",
		"lock.csv", "found.csv", "threads.csv"} {
		got, err := os.ReadFile(filepath.Join(inWindow, name))
		want, err2 := os.ReadFile(filepath.Join(without, name))
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes with a window, %d without, %v, %v", name, len(got), len(want), err, err2)
		}
	}
}
