package shot

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"io"
	"math/bits"
	"time"

	"tiv/internal/replace"
)

// gifKind is the kind of a GIF file.
var gifKind = replace.Magic("a GIF animation", gifSignature)

const gifSignature = "GIF89a"

// gif writes an animation as a GIF, which chat programs play: of each frame the rectangle
// that differs from the last, with unchanged pixels transparent and a palette of its own.
// (Package image/gif writes only
// whole animations from memory.)
type gif struct {
	frames
	w       io.Writer
	encoded bytes.Buffer
}

// Add implements Encoder.
func (g *gif) Add(img image.Image, shown time.Duration) error {
	changed, err := g.take(img, shown)
	if err != nil {
		return err
	}
	if changed.Max.X > 0xffff || changed.Max.Y > 0xffff {
		return fmt.Errorf("write animation: a frame of %v pixels: a GIF has at most 65535 on a side", changed.Size())
	}
	g.encoded.Reset()
	if g.made == 0 {
		g.head(changed.Size())
	}
	g.frame(changed, uint16(g.delay(shown, 10*time.Millisecond)))
	if _, err := g.encoded.WriteTo(g.w); err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	g.turn()
	return nil
}

// head encodes what precedes the first frame: the size, and that it plays for ever.
func (g *gif) head(size image.Point) {
	g.encoded.WriteString(gifSignature)
	g.numbers(size.X, size.Y)
	g.encoded.Write([]byte{0, 0, 0}) // no palette of all frames
	g.encoded.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
}

// frame encodes the next frame: its duration in hundredths of a second, its place, its
// palette and its pixels.
func (g *gif) frame(at image.Rectangle, delay uint16) {
	img := fewer(g.now.SubImage(at), maxColors-1)
	transparent := uint8(len(img.Palette))
	img.Palette = append(img.Palette, color.RGBA{})
	if g.made > 0 {
		g.omitUnchanged(img, transparent)
	}
	const stays, hasTransparent = 1 << 2, 1
	g.encoded.Write([]byte{0x21, 0xf9, 4, stays | hasTransparent})
	g.numbers(int(delay))
	g.encoded.Write([]byte{transparent, 0})

	width := max(1, bits.Len(uint(len(img.Palette)-1))) // of a pixel in the palette
	g.encoded.WriteByte(0x2c)
	g.numbers(at.Min.X, at.Min.Y, at.Dx(), at.Dy())
	g.encoded.WriteByte(byte(0x80 | width - 1))
	for i := range 1 << width {
		var red, green, blue uint32
		if i < len(img.Palette) {
			red, green, blue, _ = img.Palette[i].RGBA()
		}
		g.encoded.Write([]byte{byte(red >> 8), byte(green >> 8), byte(blue >> 8)})
	}
	least := max(2, width) // the format has no codes of one bit
	g.encoded.WriteByte(byte(least))
	blocks := &subBlocks{to: &g.encoded}
	pixels := lzw.NewWriter(blocks, lzw.LSB, least)
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		from := img.PixOffset(img.Rect.Min.X, y)
		pixels.Write(img.Pix[from : from+img.Rect.Dx()]) // into memory
	}
	pixels.Close()
	blocks.end()
}

// omitUnchanged makes the pixels of a part of the next frame transparent that are as before.
func (g *gif) omitUnchanged(img *image.Paletted, transparent uint8) {
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
			if i := g.now.PixOffset(x, y); [4]byte(g.now.Pix[i:]) == [4]byte(g.last.Pix[i:]) {
				img.SetColorIndex(x, y, transparent)
			}
		}
	}
}

func (g *gif) numbers(list ...int) {
	for _, n := range list {
		g.encoded.Write(binary.LittleEndian.AppendUint16(nil, uint16(n)))
	}
}

// Close implements Encoder.
func (g *gif) Close() error {
	err := g.complete()
	if err == nil {
		_, err = g.w.Write([]byte{0x3b})
	}
	if err != nil {
		return fmt.Errorf("write animation: %w", err)
	}
	return nil
}

// subBlocks writes data as the format stores it: in blocks of up to 255 bytes, each after
// its length, and an empty one at the end.
type subBlocks struct {
	to   *bytes.Buffer
	held []byte
}

func (b *subBlocks) Write(data []byte) (int, error) {
	const longest = 255
	b.held = append(b.held, data...)
	for len(b.held) >= longest {
		b.to.WriteByte(longest)
		b.to.Write(b.held[:longest])
		b.held = b.held[longest:]
	}
	return len(data), nil
}

// end ends the data.
func (b *subBlocks) end() {
	if len(b.held) > 0 {
		b.to.WriteByte(byte(len(b.held)))
		b.to.Write(b.held)
	}
	b.to.WriteByte(0)
}
