package shot

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"

	"tiv/internal/pictures"
)

// worst is the largest difference of a pixel in any channel.
func worst(a, b image.Image) (d int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			d = max(d, apart(at(a, x, y), at(b, x, y)))
		}
	}
	return d
}

func TestFewer(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, colors := range []int{1, 2, 255, 256, 257, 400, 2000} {
		img := pictures.Colored(rng, colors)
		few := Fewer(img)
		d := worst(img, few)
		if n := len(few.Palette); n > maxColors || n > colors {
			t.Errorf("%d colours became %d", colors, n)
		}
		if colors <= maxColors && d > 0 || d > 40 {
			t.Errorf("%d colours: one is off by %d", colors, d)
		}
	}
}

// A small picture is smaller, has the pixels that Fewer says, and carries its view.
func TestEncodeSmall(t *testing.T) {
	t.Parallel()
	img := pictures.Colored(rand.New(rand.NewPCG(3, 4)), 500)
	for _, e := range []*Envelope{nil, envelope()} {
		var large, small bytes.Buffer
		if err := Encode(&large, img, envelope()); err != nil {
			t.Fatal(err)
		}
		if err := EncodeSmall(&small, img, e); err != nil {
			t.Fatal(err)
		}
		got, err := Decode(bytes.NewReader(small.Bytes()))
		if (err == nil) != (e != nil) || e != nil && got.Moment != e.Moment {
			t.Errorf("it carries %+v, %v", got, err)
		}
		back, err := png.Decode(&small)
		if err != nil || small.Len() >= large.Len() {
			t.Fatalf("%v, %d bytes and %d", err, small.Len(), large.Len())
		}
		if d := worst(back, Fewer(img)); d > 0 {
			t.Errorf("a colour is off by %d", d)
		}
	}
}
