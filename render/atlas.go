package render

import (
	"fmt"
	"image"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tiv/assets"
)

const (
	atlasWidth = 1024
	// atlasLimit is the greatest height. When a frame with new sizes finds the
	// atlas full, it is started afresh.
	atlasLimit = 4096
	// quarters is the number of subpixel positions for which a glyph is drawn,
	// so that it is crisp and within an eighth of a pixel of its exact place.
	quarters = 4
	minSize  = 4
	maxSize  = 256
)

// glyphKey identifies the image of a character.
type glyphKey struct {
	char rune
	size fixed.Int26_6
	sub  uint8 // in quarters of a pixel
	bold bool
}

// glyph is the rectangle of a character in the atlas, and its offset from the
// pixel of the pen.
type glyph struct {
	x, y, width, height int32
	left, top           int32
}

type faceKey struct {
	size fixed.Int26_6
	bold bool
}

// atlas is a cache of character images in one picture. It draws missing ones,
// and does not call OpenGL.
type atlas struct {
	faces  map[faceKey]font.Face
	glyphs map[glyphKey]glyph
	pixels []uint8 // atlasWidth wide
	height int
	// The shelf that is being filled: next free place and its height.
	x, y, shelf int
	// changed counts changes of the pixels, for copies of them.
	changed int
}

func newAtlas() *atlas {
	a := &atlas{}
	a.clear()
	return a
}

func (a *atlas) clear() {
	a.faces, a.glyphs = map[faceKey]font.Face{}, map[glyphKey]glyph{}
	a.height = 256
	a.pixels = make([]uint8, atlasWidth*a.height)
	a.x, a.y, a.shelf = 0, 0, 0
	a.changed++
}

// find returns a character's picture. It reports false if the atlas is full.
func (a *atlas) find(k glyphKey) (glyph, bool, error) {
	if g, ok := a.glyphs[k]; ok {
		return g, true, nil
	}
	face, err := a.face(faceKey{k.size, k.bold})
	if err != nil {
		return glyph{}, false, err
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(k.sub) * 64 / quarters}
	// The font has a replacement image for missing characters. Only blanks have
	// none.
	box, mask, from, _, _ := face.Glyph(dot, k.char)
	g, ok := a.store(box, mask, from)
	if ok {
		a.glyphs[k] = g
	}
	return g, ok, nil
}

func (a *atlas) face(k faceKey) (font.Face, error) {
	if f, ok := a.faces[k]; ok {
		return f, nil
	}
	// At 72 dots an inch a point is a pixel.
	f, err := opentype.NewFace(assets.Font(k.bold), &opentype.FaceOptions{Size: float64(k.size) / 64, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("text: face of %v pixels: %w", k.size, err)
	}
	a.faces[k] = f
	return f, nil
}

// store copies a glyph's picture into the atlas.
func (a *atlas) store(box image.Rectangle, mask image.Image, from image.Point) (glyph, bool) {
	w, h := box.Dx(), box.Dy()
	alpha, _ := mask.(*image.Alpha)
	if w == 0 || h == 0 || alpha == nil {
		return glyph{}, true
	}
	if a.x+w > atlasWidth {
		a.x, a.y, a.shelf = 0, a.y+a.shelf+1, 0
	}
	if a.y+h > atlasLimit || w > atlasWidth {
		return glyph{}, false
	}
	for a.y+h > a.height {
		a.height *= 2
		a.pixels = append(a.pixels, make([]uint8, len(a.pixels))...)
	}
	for y := range h {
		row := alpha.Pix[alpha.PixOffset(from.X, from.Y+y):][:w]
		copy(a.pixels[(a.y+y)*atlasWidth+a.x:], row)
	}
	g := glyph{x: int32(a.x), y: int32(a.y), width: int32(w), height: int32(h), left: int32(box.Min.X), top: int32(box.Min.Y)}
	a.x += w + 1
	a.shelf = max(a.shelf, h)
	a.changed++
	return g, true
}

// pen splits a place into the pixel and the quarter of it that a glyph is drawn
// for.
func pen(x float32) (pixel int32, sub uint8) {
	n := int(math.Floor(float64(x)*quarters + 0.5))
	pixel = int32(math.Floor(float64(n) / quarters))
	return pixel, uint8(n-int(pixel)*quarters) % quarters
}
