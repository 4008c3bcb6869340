package main

import (
	"image"
	"image/color"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tiv/report/shot"
	"tiv/workspace"
)

// noise is a picture of some colours.
func noise(rng *rand.Rand, colors int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 60, 40))
	some := make([]color.NRGBA, colors)
	for i := range some {
		some[i] = color.NRGBA{uint8(rng.UintN(256)), uint8(rng.UintN(256)), uint8(rng.UintN(256)), 255}
	}
	for i := range 60 * 40 {
		img.SetNRGBA(i%60, i/60, some[rng.IntN(colors)])
	}
	return img
}

// What is shrunk shows the same, is smaller, and carries the view of a demo, but
// nothing of where other traces were.
func TestShrink(t *testing.T) {
	img := noise(rand.New(rand.NewPCG(3, 4)), 500)
	for trace, kept := range map[string]bool{"demo:deadlock": true, "/somewhere/trace.bin": false} {
		path := filepath.Join(t.TempDir(), "x.png")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := shot.Encode(f, img, shot.Of(workspace.New("x"), shot.Trace{Path: trace}, "test")); err != nil {
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
