package session_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/command"
	"tiv/internal/visit"
	"tiv/workspace"
)

// A whole visit needs no window: two traces are opened, the deadlock is shown, filtered,
// compared, reported and drawn. The visit of package ui gives the same files.
func TestVisit(t *testing.T) {
	lines := visit.Lines(t, "testdata/visit.txt", "../ui/testdata", t.TempDir())
	out := visited(t, lines)
	report := string(out["one.html"])
	if !strings.Contains(report, "deadlock (error, observed)") {
		t.Errorf("the report does not name the deadlock: %d bytes", len(report))
	}
	for name, least := range map[string]int{"play.png": 10_000, "flame.svg": 1_000} {
		if len(out[name]) < least {
			t.Errorf("%s has only %d bytes", name, len(out[name]))
		}
	}
	for name, row := range map[string]string{"lock.csv": "L,", "found.csv": "M,", "threads.csv": "A,"} {
		if rows := strings.Split(string(out[name]), "\n"); len(rows) < 2 || !strings.HasPrefix(rows[1], row) {
			t.Errorf("%s has the rows %q", name, rows)
		}
	}
	// Each of these commands changes a picture.
	for command, name := range map[string]string{
		"go-to 0": "one.png", "set-filter": "one.png", "compare on": "beside.png", "set-step": "again.png",
	} {
		fewer := visit.Lines(t, "testdata/visit.txt", "../ui/testdata", t.TempDir())
		fewer = slices.DeleteFunc(fewer, func(line string) bool { return strings.HasPrefix(line, command) })
		if got := visited(t, fewer)[name]; len(got) < 10_000 || bytes.Equal(got, out[name]) {
			t.Errorf("%s is the same without %s: %d bytes", name, command, len(got))
		}
	}
}

// visited carries out commands, and returns the files that they save, by their names.
func visited(t *testing.T, lines []string) map[string][]byte {
	t.Helper()
	if err := visit.Run(lines); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, line := range lines {
		if c, err := command.Parse(line, workspace.New("").Timeline); err == nil {
			if path := reflect.ValueOf(c).FieldByName("Path"); path.IsValid() && path.String() != "" && !strings.HasPrefix(line, "open") {
				data, err := os.ReadFile(path.String())
				if err != nil {
					t.Fatal(err)
				}
				files[filepath.Base(path.String())] = data
			}
		}
	}
	return files
}
