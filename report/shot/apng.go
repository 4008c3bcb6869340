package shot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"time"
)

// apng writes an animation as an APNG: a PNG of its first frame, which other
// programs show, and chunks with the other frames. It is lossless and holds two
// frames in memory: of each frame it stores the rectangle that differs from the
// last, with unchanged pixels transparent.
type apng struct {
	frames
	w       io.Writer
	texts   []byte
	next    uint32       // number of the next chunk about frames
	changes *image.NRGBA // the part that is stored
	encoder png.Encoder
	encoded bytes.Buffer
}

func newAPNG(w io.Writer, total int, e *Envelope) (*apng, error) {
	a := &apng{frames: frames{total: total}, w: w, encoder: png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &pool{}}}
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

// Add implements Encoder.
func (a *apng) Add(img image.Image, shown time.Duration) error {
	changed, err := a.take(img, shown)
	if err != nil {
		return err
	}
	if a.made == 0 {
		a.changes = image.NewNRGBA(a.now.Rect)
	}
	a.encoded.Reset()
	if err := a.encoder.Encode(&a.encoded, a.stored(changed)); err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	if err := a.write(changed, uint16(a.delay(shown, time.Millisecond))); err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	a.turn()
	return nil
}

// stored returns the stored part of a frame: all of the first, of others the
// rectangle that has changed.
func (a *apng) stored(changed image.Rectangle) image.Image {
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

// write writes the chunks of the frame that was encoded as a PNG of its own.
func (a *apng) write(at image.Rectangle, delay uint16) error {
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
func (a *apng) head(header []byte) error {
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
	play := binary.BigEndian.AppendUint32(nil, uint32(a.total))
	return writeChunk(a.w, "acTL", binary.BigEndian.AppendUint32(play, forEver))
}

// control writes the place and duration of a frame: it replaces that rectangle,
// and stays visible.
func (a *apng) control(at image.Rectangle, delay uint16) error {
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
func (a *apng) number() []byte {
	n := binary.BigEndian.AppendUint32(nil, a.next)
	a.next++
	return n
}

// Close implements Encoder.
func (a *apng) Close() error {
	err := a.complete()
	if err == nil {
		err = writeChunk(a.w, "IEND")
	}
	if err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	return nil
}
