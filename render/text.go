package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"golang.org/x/image/math/fixed"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// stamp is a glyph in the picture as its shader reads it.
type stamp struct {
	x, y, fromX, fromY int32
	width, height      int32
	color              paint.Color
	slope, along       float32 // of the baseline, and the distance from its begin
}

// text draws lines of text.
type text struct {
	program  *program
	geometry geometry
	atlas    *atlas
	texture  uint32
	uploaded int // the atlas's change that the texture shows
	stamps   []stamp
}

func newText(o *objects) (*text, error) {
	p, err := newProgram(o, "text")
	if err != nil {
		return nil, err
	}
	var x stamp
	t := &text{program: p, atlas: newAtlas(), texture: o.texture(), geometry: newGeometry(o, unsafe.Sizeof(x), 1,
		attribute{gl.INT, 4, unsafe.Offsetof(x.x)},
		attribute{gl.INT, 2, unsafe.Offsetof(x.width)},
		attribute{gl.UNSIGNED_BYTE, 4, unsafe.Offsetof(x.color)},
		attribute{gl.FLOAT, 2, unsafe.Offsetof(x.slope)})}
	gl.BindTexture(gl.TEXTURE_2D, t.texture)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	return t, nil
}

// draw draws the texts. Their baselines are moved to whole pixels.
func (t *text) draw(texts []shape.Text, width, height int) error {
	full, err := t.set(texts)
	if err == nil && full {
		// The atlas is full of sizes from earlier frames: keep only those of this
		// frame.
		t.atlas.clear()
		_, err = t.set(texts)
	}
	if err != nil || len(t.stamps) == 0 {
		return err
	}
	t.upload()
	load(t.geometry, t.stamps)
	blend()
	gl.UseProgram(t.program.id)
	gl.Uniform2f(t.program.at("picture"), float32(width), float32(height))
	gl.Uniform1i(t.program.at("atlas"), 0)
	gl.BindTexture(gl.TEXTURE_2D, t.texture)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(t.stamps)))
	gl.Disable(gl.BLEND)
	return nil
}

// set places the glyphs of all texts. It reports whether the atlas was too
// small for some.
func (t *text) set(texts []shape.Text) (full bool, err error) {
	t.stamps = t.stamps[:0]
	for i := range texts {
		x := &texts[i]
		size := min(max(x.Size, minSize), maxSize)
		key := fixed.Int26_6(size*64 + 0.5)
		at, base := x.X, int32(math.Floor(float64(x.Y)+0.5))
		for _, c := range x.Text {
			pixel, sub := pen(at)
			g, ok, err := t.atlas.find(glyphKey{c, key, sub, x.Bold})
			if err != nil {
				return false, err
			}
			full = full || !ok
			if g.width > 0 {
				t.stamps = append(t.stamps, stamp{
					x: pixel + g.left, y: base + g.top, fromX: g.x, fromY: g.y,
					width: g.width, height: g.height, color: x.Color,
					slope: x.Slope, along: float32(pixel+g.left) - x.X,
				})
			}
			at += assets.TextWidth(string(c), size, x.Bold)
		}
	}
	return full, nil
}

// upload brings the atlas to the graphics card if it has changed.
func (t *text) upload() {
	if t.uploaded == t.atlas.changed {
		return
	}
	gl.BindTexture(gl.TEXTURE_2D, t.texture)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, 0)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, atlasWidth, int32(t.atlas.height), 0, gl.RED, gl.UNSIGNED_BYTE, gl.Ptr(t.atlas.pixels))
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	t.uploaded = t.atlas.changed
}

func (t *text) release(o *objects) {
	if t == nil {
		return
	}
	t.program.release(o)
	t.geometry.release(o)
	o.dropTexture(&t.texture)
}
