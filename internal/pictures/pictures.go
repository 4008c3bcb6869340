// Package pictures compares drawn pictures with reference pictures that a
// person has checked. Only tests use it.
package pictures

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
)

// A picture is equal if almost every pixel equals the reference's, or
// lies between it and its neighbours: drivers differ in the exact position and
// smoothing of an edge, and never inside a face.
const (
	visible   = 24 // of 255, in any channel
	maxPixels = 25
)

// Differ returns an error with the differences of two pictures, if any.
func Differ(got, want *image.NRGBA) error { return DifferBeyond(maxPixels, got, want) }

// DifferBeyond is Differ for another number of pixels that may differ, such as those of letters
// that two rasterisers have drawn.
func DifferBeyond(most int, got, want *image.NRGBA) error {
	if got.Bounds() != want.Bounds() {
		return fmt.Errorf("size is %v, want %v", got.Bounds(), want.Bounds())
	}
	if bad, at := differing(got, want, math.MaxInt); bad > most {
		return fmt.Errorf("%d pixels differ, at most %d may; the first is %v", bad, most, at)
	}
	return nil
}

// Same reports whether Differ finds no differences. It looks at no more pixels than it must.
func Same(got, want *image.NRGBA) bool {
	if got.Bounds() != want.Bounds() {
		return false
	}
	bad, _ := differing(got, want, maxPixels)
	return bad <= maxPixels
}

// differing returns the number of pixels that differ, until they are more than enough, and the
// first of them.
func differing(got, want *image.NRGBA, enough int) (bad int, first image.Point) {
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			if alike(got, want, x, y) {
				continue
			}
			if bad == 0 {
				first = image.Pt(x, y)
			}
			if bad++; bad > enough {
				return bad, first
			}
		}
	}
	return bad, first
}

// alike compares a pixel with the range of the golden one and its neighbours.
func alike(got, want *image.NRGBA, x, y int) bool {
	for k := range 4 {
		v := int(got.Pix[got.PixOffset(x, y)+k])
		if d := v - int(want.Pix[want.PixOffset(x, y)+k]); d >= -visible && d <= visible {
			continue
		}
		low, high := 255, 0
		for j := max(y-1, 0); j <= min(y+1, want.Rect.Dy()-1); j++ {
			for i := max(x-1, 0); i <= min(x+1, want.Rect.Dx()-1); i++ {
				w := int(want.Pix[want.PixOffset(i, j)+k])
				low, high = min(low, w), max(high, w)
			}
		}
		if v < low-visible || v > high+visible {
			return false
		}
	}
	return true
}

// Load reads a PNG.
func Load(path string) (*image.NRGBA, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("read picture: %s: %w", path, err)
	}
	return Plain(img), nil
}

// Plain returns a picture in the form that Differ compares.
func Plain(img image.Image) *image.NRGBA {
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
	return out
}

// Save writes a PNG.
func Save(path string, img image.Image) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(png.Encode(file, img), file.Close()); err != nil {
		return fmt.Errorf("write picture: %s: %w", path, err)
	}
	return nil
}

// Colored returns a small picture with the colours scattered over it.
func Colored(rng *rand.Rand, colors int) *image.NRGBA {
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
