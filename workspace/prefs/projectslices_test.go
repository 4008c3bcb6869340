package prefs

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tiv/execution/slice"
)

// The nearest file of a project counts; a broken one is reported and kept.
func TestProjectSlices(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, "runs", "today")
	trace := filepath.Join(dir, "trace.bin")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(trace, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a := slice.Definition{Name: "a", Of: slice.Threads, Extent: slice.Whole, Where: "system"}
	b := slice.Definition{Name: "b", Where: `function == "f"`}
	if path, list, err := ProjectSlices(trace); path != filepath.Join(dir, ProjectFile) || list != nil || err != nil {
		t.Errorf("without a file: %s, %v, %v", path, list, err)
	}
	above := filepath.Join(top, ProjectFile)
	if err := changeSlices(above, keep(a)); err != nil {
		t.Fatal(err)
	}
	if err := KeepProjectSlice(trace, b); err != nil {
		t.Fatal(err)
	}
	if path, list, err := ProjectSlices(trace); path != above || err != nil || len(list) != 2 || list[0] != a || list[1] != b {
		t.Errorf("from above: %s, %v, %v", path, list, err)
	}
	if err := DropProjectSlice(trace, "a"); err != nil {
		t.Fatal(err)
	}
	near := filepath.Join(dir, ProjectFile)
	if err := os.WriteFile(near, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ProjectSlices(trace); err == nil || !strings.Contains(err.Error(), near) {
		t.Errorf("a broken file: %v", err)
	}
	if err := KeepProjectSlice(trace, a); err == nil {
		t.Error("a broken file is replaced")
	}
	if data, err := os.ReadFile(near); err != nil || string(data) != "{" {
		t.Errorf("a broken file has now %q, %v", data, err)
	}
	if err := os.Remove(near); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(near, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ProjectSlices(trace); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a pipe: %v", err)
	}
	for _, trace := range []string{"", "demo:deadlock", dir} {
		if err := KeepProjectSlice(trace, a); err == nil {
			t.Errorf("%q has a project", trace)
		}
	}
}
