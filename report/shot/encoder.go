package shot

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"path/filepath"
	"strings"
	"time"

	"tiv/internal/replace"
)

// Encoder writes an animation, frame by frame.
type Encoder interface {
	// Add writes the next frame, which is shown for some time. All frames have the
	// size of the first. Transparent pixels become black. The error is that of the
	// writer, or names a wrong size, duration or number of frames.
	Add(img image.Image, shown time.Duration) error
	// Close ends the animation, and leaves its writer open. It is an error if a frame
	// is missing.
	Close() error
}

// maxFrames is the largest number of frames in an animation.
const maxFrames = 1 << 20

// maxDelay is the longest duration of a frame.
const maxDelay = 0xffff * time.Millisecond

// NewEncoder begins an animation of a number of frames: a GIF if the name of its file says
// so, else an APNG, which carries e, the description of its first frame; e may be nil. It is
// an error if the number of frames is out of range; errors of w come from Add and Close.
func NewEncoder(w io.Writer, name string, total int, e *Envelope) (Encoder, error) {
	if total < 1 || total > maxFrames {
		return nil, fmt.Errorf("write animation: %d frames: want 1 to %d", total, maxFrames)
	}
	if isGIF(name) {
		return &gif{frames: frames{total: total}, w: w}, nil
	}
	return newAPNG(w, total, e)
}

func isGIF(name string) bool { return strings.EqualFold(filepath.Ext(name), ".gif") }

// KindOf returns the kind of the picture or animation that a file of this name has.
func KindOf(name string) replace.Kind {
	if isGIF(name) {
		return gifKind
	}
	return Kind
}

// frames are the frames of an animation while they are written.
type frames struct {
	total, made int
	last, now   *image.NRGBA // the frame shown, and the next
	played      time.Duration
}

// take copies the next frame and returns the rectangle that has changed.
func (a *frames) take(img image.Image, shown time.Duration) (changed image.Rectangle, err error) {
	size := img.Bounds().Size()
	switch {
	case a.made == a.total:
		return changed, fmt.Errorf("write animation: more than %d frames", a.total)
	case shown < 0 || shown > maxDelay:
		return changed, fmt.Errorf("write animation: a frame for %v: want at most %v", shown, maxDelay)
	case a.made > 0 && size != a.last.Rect.Size():
		return changed, fmt.Errorf("write animation: a frame of %v pixels, after some of %v", size, a.last.Rect.Size())
	case img.Bounds().Empty():
		return changed, errors.New("write animation: a frame without pixels")
	}
	all := image.Rectangle{Max: size}
	if a.made == 0 {
		a.last, a.now = image.NewNRGBA(all), image.NewNRGBA(all)
	}
	draw.Draw(a.now, all, image.Black, image.Point{}, draw.Src)
	draw.Draw(a.now, all, img, img.Bounds().Min, draw.Over)
	if a.made == 0 {
		return all, nil
	}
	return difference(a.last, a.now), nil
}

// delay returns the duration of the frame in units. What one rounds off, a later frame
// adds.
func (a *frames) delay(shown, unit time.Duration) time.Duration {
	before := a.played / unit
	a.played += shown
	return a.played/unit - before
}

// turn makes the next frame the one shown.
func (a *frames) turn() {
	a.last, a.now = a.now, a.last
	a.made++
}

// complete returns an error if a frame is missing.
func (a *frames) complete() error {
	if a.made != a.total {
		return fmt.Errorf("%d of %d frames were made", a.made, a.total)
	}
	return nil
}

// difference returns the smallest rectangle that contains all differences of
// two pictures of one size. It is one pixel if they are equal, because a frame
// cannot be empty.
func difference(a, b *image.NRGBA) image.Rectangle {
	row := func(img *image.NRGBA, y, x0, x1 int) []byte { return img.Pix[y*img.Stride+4*x0 : y*img.Stride+4*x1] }
	r := b.Rect
	same := func(y, x0, x1 int) bool { return bytes.Equal(row(a, y, x0, x1), row(b, y, x0, x1)) }
	for r.Min.Y < r.Max.Y && same(r.Min.Y, 0, r.Max.X) {
		r.Min.Y++
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	for same(r.Max.Y-1, 0, r.Max.X) {
		r.Max.Y--
	}
	low, high := r.Max.X, 0 // the columns that differ in some row
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := 0; x < low; x++ {
			if !same(y, x, x+1) {
				low = x
			}
		}
		for x := r.Max.X; x > high; x-- {
			if !same(y, x-1, x) {
				high = x
			}
		}
	}
	r.Min.X, r.Max.X = low, high
	return r
}
