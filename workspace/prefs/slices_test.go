package prefs

import (
	"os"
	"path/filepath"
	"testing"

	"tiv/execution/slice"
)

func TestSlices(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	a := slice.Definition{Name: "a", Of: slice.Threads, Extent: slice.Whole, Where: "system", Colour: 0x123456}
	b := slice.Definition{Name: "b", Where: `function == "f"`}
	for _, d := range []slice.Definition{a, b} {
		if err := KeepSlice(dir, d); err != nil {
			t.Fatal(err)
		}
	}
	a.Where = "!system"
	if err := KeepSlice(dir, a); err != nil {
		t.Fatal(err)
	}
	if list, err := Slices(dir); err != nil || len(list) != 2 || list[0] != a || list[1] != b {
		t.Errorf("kept %+v, %v", list, err)
	}
	if err := DropSlice(dir, "a"); err != nil {
		t.Fatal(err)
	}
	if list, err := Slices(dir); err != nil || len(list) != 1 || list[0] != b {
		t.Errorf("left %+v, %v", list, err)
	}
	path := filepath.Join(dir, sliceFile)
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := KeepSlice(dir, a); err == nil {
		t.Error("a broken file is replaced")
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "{" {
		t.Errorf("a broken file has now %q, %v", data, err)
	}
	if err := KeepSlice("", a); err == nil {
		t.Error("a slice is kept nowhere")
	}
}
