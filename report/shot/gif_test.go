package shot

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	decoder "image/gif"
	"math/rand/v2"
	"testing"
	"time"
)

// TestGIF reads random animations back with package image/gif. Their frames have few
// colours, so nothing is lost.
func TestGIF(t *testing.T) {
	t.Parallel()
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 3))
		size, colours := image.Rect(0, 0, 1+rng.IntN(90), 1+rng.IntN(60)), 1+rng.IntN(255)
		var frames []*image.NRGBA
		for range 1 + rng.IntN(5) {
			img := image.NewNRGBA(size)
			if n := len(frames); n > 0 {
				copy(img.Pix, frames[n-1].Pix)
			}
			from := image.Pt(rng.IntN(size.Dx()), rng.IntN(size.Dy()))
			if len(frames) == 0 {
				from = image.Point{}
			}
			for y := from.Y; y < size.Max.Y; y++ {
				for x := from.X; x < size.Max.X; x++ {
					c := uint8(rng.IntN(colours))
					img.SetNRGBA(x, y, color.NRGBA{c, 255 - c, c / 2, 255})
				}
			}
			frames = append(frames, img)
		}
		checkGIF(t, frames)
	}
}

// checkGIF writes an animation and compares it with its frames.
func checkGIF(t *testing.T, frames []*image.NRGBA) {
	t.Helper()
	var b bytes.Buffer
	a, err := NewEncoder(&b, "x.GIF", len(frames), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if err := a.Add(f, 125*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if !KindOf("x.gif").Has(b.Bytes()) {
		t.Error("it is not of the kind of its name")
	}
	got, err := decoder.DecodeAll(&b)
	if err != nil || len(got.Image) != len(frames) || got.LoopCount != 0 {
		t.Fatalf("%d frames, loops %d (%v), want %d", len(got.Image), got.LoopCount, err, len(frames))
	}
	canvas, played := image.NewNRGBA(frames[0].Rect), 0
	for i, part := range got.Image {
		draw.Draw(canvas, part.Rect, part, part.Rect.Min, draw.Over)
		if !bytes.Equal(canvas.Pix, frames[i].Pix) {
			t.Fatalf("frame %d of %d differs", i, len(frames))
		}
		if played += got.Delay[i]; played != 125*(i+1)/10 {
			t.Fatalf("frame %d ends after %d hundredths of a second", i, played)
		}
	}
}
