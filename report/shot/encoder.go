package shot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"time"
)

// Encoder writes an animation (APNG): a PNG of its first frame, which other
// programs show, and chunks with the other frames. It is lossless and holds two
// frames in memory: of each frame it stores the rectangle that differs from the
// last, with unchanged pixels transparent.
type Encoder struct {
	w            io.Writer
	texts        []byte
	frames, made int
	next         uint32       // number of the next chunk about frames
	last, now    *image.NRGBA // the frame shown, and the next
	changes      *image.NRGBA // the part that is stored
	played       time.Duration
	encoder      png.Encoder
	encoded      bytes.Buffer
}

// maxFrames is the largest number of frames in an animation.
const maxFrames = 1 << 20

// maxDelay is the longest duration of a frame.
const maxDelay = 0xffff * time.Millisecond

// NewEncoder begins an animation of a number of frames. e describes the first
// frame, and may be nil. It is an error if the number of frames is out of range;
// errors of w come from Add and Close.
func NewEncoder(w io.Writer, frames int, e *Envelope) (*Encoder, error) {
	if frames < 1 || frames > maxFrames {
		return nil, fmt.Errorf("write animation: %d frames: want 1 to %d", frames, maxFrames)
	}
	a := &Encoder{w: w, frames: frames, encoder: png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &pool{}}}
	if e != nil {
		var err error
		if a.texts, err = e.chunks(); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// pool holds the encoder's buffer between frames.
type pool struct{ buffer *png.EncoderBuffer }

func (p *pool) Get() *png.EncoderBuffer  { return p.buffer }
func (p *pool) Put(b *png.EncoderBuffer) { p.buffer = b }

// Add writes the next frame, which is shown for some time, to the millisecond.
// All frames have the size of the first. Transparent pixels become black. The
// error is that of w, or names a wrong size, duration or number of frames.
func (a *Encoder) Add(img image.Image, shown time.Duration) error {
	switch {
	case a.made == a.frames:
		return fmt.Errorf("write animation: more than %d frames", a.frames)
	case shown < 0 || shown > maxDelay:
		return fmt.Errorf("write animation: a frame for %v: want at most %v", shown, maxDelay)
	case a.made > 0 && img.Bounds().Size() != a.last.Rect.Size():
		return fmt.Errorf("write animation: a frame of %v pixels, after some of %v", img.Bounds().Size(), a.last.Rect.Size())
	case img.Bounds().Empty():
		return errors.New("write animation: a frame without pixels")
	}
	changed := a.take(img)
	a.encoded.Reset()
	if err := a.encoder.Encode(&a.encoded, a.stored(changed)); err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	before := a.played.Milliseconds()
	a.played += shown
	if err := a.write(changed, uint16(a.played.Milliseconds()-before)); err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	a.last, a.now = a.now, a.last
	a.made++
	return nil
}

// take copies the next frame and returns the rectangle that has changed.
func (a *Encoder) take(img image.Image) image.Rectangle {
	all := image.Rectangle{Max: img.Bounds().Size()}
	if a.made == 0 {
		a.last, a.now, a.changes = image.NewNRGBA(all), image.NewNRGBA(all), image.NewNRGBA(all)
	}
	draw.Draw(a.now, all, image.Black, image.Point{}, draw.Src)
	draw.Draw(a.now, all, img, img.Bounds().Min, draw.Over)
	if a.made == 0 {
		return all
	}
	return difference(a.last, a.now)
}

// stored returns the stored part of a frame: all of the first, of others the
// rectangle that has changed.
func (a *Encoder) stored(changed image.Rectangle) image.Image {
	if a.made == 0 {
		return translucent{a.now}
	}
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		i, end := a.now.PixOffset(changed.Min.X, y), a.now.PixOffset(changed.Max.X, y)
		before, now, to := a.last.Pix[i:end], a.now.Pix[i:end], a.changes.Pix[i:end]
		copy(to, now)
		for x := 0; x < len(now); x += 4 {
			if [4]byte(now[x:]) == [4]byte(before[x:]) {
				clear(to[x : x+4])
			}
		}
	}
	part := a.changes.SubImage(changed).(*image.NRGBA)
	if part.Opaque() {
		return translucent{part}
	}
	return part
}

// translucent is a picture that is stored with its opacity, although nothing
// shines through: all frames are stored in the same way.
type translucent struct{ *image.NRGBA }

// Opaque reports false, so that the encoder stores transparency.
func (translucent) Opaque() bool { return false }

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

// write writes the chunks of the frame that was encoded as a PNG of its own.
func (a *Encoder) write(at image.Rectangle, delay uint16) error {
	chunks, err := newReader(&a.encoded)
	if err != nil {
		return err
	}
	for {
		kind, err := chunks.next()
		if err != nil {
			return err
		}
		data, err := chunks.data()
		switch {
		case err != nil:
			return err
		case kind == "IEND":
			return nil
		case kind == "IHDR" && a.made == 0:
			if err = a.head(data); err == nil {
				err = a.control(at, delay)
			}
		case kind == "IHDR":
			err = a.control(at, delay)
		case kind == "IDAT" && a.made == 0:
			err = writeChunk(a.w, kind, data)
		case kind == "IDAT":
			err = writeChunk(a.w, "fdAT", a.number(), data)
		}
		if err != nil {
			return err
		}
	}
}

// head writes the chunks before the first frame.
func (a *Encoder) head(header []byte) error {
	if _, err := io.WriteString(a.w, signature); err != nil {
		return err
	}
	if err := writeChunk(a.w, "IHDR", header); err != nil {
		return err
	}
	if _, err := a.w.Write(a.texts); err != nil {
		return err
	}
	const forEver = 0
	play := binary.BigEndian.AppendUint32(nil, uint32(a.frames))
	return writeChunk(a.w, "acTL", binary.BigEndian.AppendUint32(play, forEver))
}

// control writes the place and duration of a frame: it replaces that rectangle,
// and stays visible.
func (a *Encoder) control(at image.Rectangle, delay uint16) error {
	data := a.number()
	for _, n := range []int{at.Dx(), at.Dy(), at.Min.X, at.Min.Y} {
		data = binary.BigEndian.AppendUint32(data, uint32(n))
	}
	data = binary.BigEndian.AppendUint16(data, delay)
	data = binary.BigEndian.AppendUint16(data, 1000) // parts of a second
	const stays, over = 0, 1
	return writeChunk(a.w, "fcTL", append(data, stays, over))
}

// number returns the next number of chunks about frames.
func (a *Encoder) number() []byte {
	n := binary.BigEndian.AppendUint32(nil, a.next)
	a.next++
	return n
}

// Close ends the picture, and leaves w open. It is an error if a frame is missing.
func (a *Encoder) Close() error {
	if a.made != a.frames {
		return fmt.Errorf("write animation: %d of %d frames were made", a.made, a.frames)
	}
	if err := writeChunk(a.w, "IEND"); err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	return nil
}
