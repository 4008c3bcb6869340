package threads

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Lines of a source file come with their neighbours, from regular files alone.
func TestReadLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "main.go")
	lines := []string{"one", "\ttwo\x1b[31m", "three", "four", "five", "six", "seven", "eight"}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readLines(path, 5)
	if err != nil || len(got) != 7 || got[0].number != 2 || strings.ContainsRune(got[0].text, '\x1b') || got[6].text != "eight" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := readLines(path, 9); err == nil {
		t.Errorf("line 9 of 8: %+v", got)
	}
	if got, err := readLines(filepath.Dir(path), 1); err == nil {
		t.Errorf("of a folder: %+v", got)
	}
}
