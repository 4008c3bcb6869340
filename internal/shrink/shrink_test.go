package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tiv/internal/pictures"
	"tiv/report/shot"
	"tiv/workspace"
)

// A shrunk picture looks the same, is smaller, and keeps the view of a demo,
// but no path of another trace.
func TestShrink(t *testing.T) {
	img := pictures.Colored(rand.New(rand.NewPCG(3, 4)), 500)
	for trace, kept := range map[string]bool{"demo:deadlock": true, "/somewhere/trace.bin": false} {
		path := filepath.Join(t.TempDir(), "x.png")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := shot.Encode(f, img, shot.Of(workspace.New("x"), shot.Trace{Path: trace}, 1, "test")); err != nil {
			t.Fatal(err)
		}
		f.Close()
		before, _ := os.Stat(path)
		if err := shrink(path); err != nil {
			t.Fatal(err)
		}
		after, _ := os.Stat(path)
		got, view, err := read(path)
		if err != nil || (view != nil) != kept || after.Size() >= before.Size() {
			t.Errorf("%s: %v, %d bytes became %d, view %+v", trace, err, before.Size(), after.Size(), view)
		}
		if got.Bounds() != img.Bounds() {
			t.Errorf("%s: it is %v", trace, got.Bounds())
		}
	}
	if err := shrink(filepath.Join(t.TempDir(), "none.png")); err == nil {
		t.Error("there is no error for a picture that there is not")
	}
}
