package render_test

import (
	"bytes"
	"image"
	"testing"

	"tiv/render"
	"tiv/scene"
)

// A large frame of a motion has the colours of the sharp one at the same places, with
// less detail. A small one is the same.
func TestMoving(t *testing.T) {
	large := scenery{threads: 12, steps: 40, width: 1601, height: 1001, columns: 4}
	for name, f := range map[string]*scene.Frame{"3d": large.spatial(), "timeline": large.side()} {
		sharp, moving := drawnBoth(t, f)
		if bytes.Equal(sharp.Pix, moving.Pix) {
			t.Errorf("%s: a large frame of a motion has all details", name)
		}
		const block = 16
		for y := 0; y+block <= f.Height; y += block {
			for x := 0; x+block <= f.Width; x += block {
				r := image.Rect(x, y, x+block, y+block)
				if d := distance(mean(sharp, r), mean(moving, r)); d > 24 {
					t.Fatalf("%s: the mean colours at %v differ by %d", name, r, d)
				}
			}
		}
	}
	if sharp, moving := drawnBoth(t, plain(1)); !bytes.Equal(sharp.Pix, moving.Pix) {
		t.Error("a small frame of a motion is not sharp")
	}
}

// drawnBoth returns a frame as it is at rest, and in a motion.
func drawnBoth(t *testing.T, f *scene.Frame) (rest, moving *image.NRGBA) {
	t.Helper()
	e := newEasel(t, f)
	to := render.Target{Framebuffer: e.framebuffer, Height: e.height}
	var pictures [2]*image.NRGBA
	for i := range pictures {
		to.Moving = i == 1
		if err := e.Draw(f, to); err != nil {
			t.Fatal(err)
		}
		pictures[i] = e.read()
	}
	return pictures[0], pictures[1]
}

// mean returns the mean of each channel in a part of a picture.
func mean(img *image.NRGBA, r image.Rectangle) (sum [3]int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			for k := range sum {
				sum[k] += int(img.Pix[img.PixOffset(x, y)+k])
			}
		}
	}
	for k := range sum {
		sum[k] /= r.Dx() * r.Dy()
	}
	return sum
}

// distance returns the largest difference of two colours in a channel.
func distance(a, b [3]int) (most int) {
	for k := range a {
		most = max(most, a[k]-b[k], b[k]-a[k])
	}
	return most
}
