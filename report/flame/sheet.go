package flame

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"math"

	"tiv/assets"
	"tiv/canvas"
	"tiv/canvas/pdf"
	"tiv/canvas/raster"
	"tiv/canvas/svg"
	"tiv/execution"
	"tiv/internal/replace"
	"tiv/scene/paint"
)

const svgMark = "flame graph by TIV"

var svgKind = replace.Kind{Name: "a flame graph by TIV", Text: true, Has: func(start []byte) bool {
	return bytes.Contains(start, []byte("<!-- "+svgMark+" -->"))
}}

// The measures of the picture in a file, in pixels.
const (
	sheetWidth = 1200
	sheetHead  = 44 // title and legend
	margin     = 10
	textSize   = 12
)

// sheet is the picture in a file, with a title and a legend.
type sheet struct {
	*Picture
	g      *Graph
	height float32
}

func newSheet(g *Graph) *sheet {
	style := Style{Palette: paint.Light(), Scale: 1, Text: textSize}
	s := &sheet{Picture: NewPicture(g, 0, canvas.Point{X: margin, Y: sheetHead}, sheetWidth-2*margin, style), g: g}
	s.height = float32(math.Ceil(float64(sheetHead + float32(s.Rows+1)*s.RowHeight() + margin)))
	return s
}

func writeSVG(w io.Writer, g *Graph) error {
	s := newSheet(g)
	c := svg.New(w, sheetWidth, s.height, svgMark)
	s.draw(c)
	return c.Close()
}

func writePDF(w io.Writer, g *Graph) error {
	s := newSheet(g)
	c := pdf.New(sheetWidth, s.height, "TIV flame graph", g.Title)
	s.draw(c)
	return c.Write(w)
}

// maxPixels is the size of a PNG from which on it is not drawn larger than the sheet.
const maxPixels = 1 << 24

func writePNG(w io.Writer, g *Graph) error {
	s, scale := newSheet(g), float32(2)
	if sheetWidth*s.height*scale*scale > maxPixels {
		scale = 1
	}
	c := raster.New(sheetWidth, s.height, scale)
	s.draw(c)
	return png.Encode(w, c.Image)
}

// draw draws the sheet.
func (s *sheet) draw(c canvas.Canvas) {
	font := canvas.Font{Size: textSize, Color: rgba(s.Palette.Text)}
	c.Rect(canvas.Rect{X1: sheetWidth, Y1: s.height}, rgba(s.Palette.Ground))
	c.Text(canvas.Point{X: margin, Y: 17}, font,
		assets.Shorten(s.g.Title, func(title string) bool { return c.Width(font, title) <= sheetWidth-2*margin }))
	s.legend(c, font)
	titled, _ := c.(canvas.Titled)
	for i := range s.Boxes {
		b := &s.Boxes[i]
		if titled != nil {
			titled.Begin(b.Graph.About(b.Path))
		}
		s.Draw(c, b, false)
		if titled != nil {
			titled.End()
		}
	}
	font.Color = rgba(s.Palette.Faint)
	c.Text(canvas.Point{X: margin, Y: s.height - margin}, font, s.footnote())
}

// legend explains the colours.
func (s *sheet) legend(c canvas.Canvas, font canvas.Font) {
	x := float32(margin)
	item := func(swatch func(r canvas.Rect), text string) {
		swatch(canvas.Rect{X0: x, Y0: 25, X1: x + 16, Y1: 37})
		c.Text(canvas.Point{X: x + 22, Y: 35}, font, text)
		x += 22 + c.Width(font, text) + 20
	}
	all := &s.g.Paths[0].Total
	for _, state := range s.g.states {
		if all[state] > 0 {
			item(func(r canvas.Rect) { c.Rect(r, s.state(state)) },
				fmt.Sprintf("%s %.1f %%", state.Word(), 100*float64(all[state])/float64(all.Alive())))
		}
	}
	call := func(e execution.Evidence) func(r canvas.Rect) {
		return func(r canvas.Rect) { c.Rect(r, rgba(s.Palette.Shade(paint.PressedShade))); s.border(c, r, e) }
	}
	item(call(execution.Measured), "measured calls")
	item(call(execution.Sampled), "calls from stacks of waits and samples")
}

func (s *sheet) footnote() string {
	text := "wide: much time; below a call is what it called"
	if s.g.above != nil {
		text += "; above the function are its callers"
	}
	if s.short > 0 {
		text += fmt.Sprintf("; %d call paths are too short to be seen", s.short)
	}
	return text
}
