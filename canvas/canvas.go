// Package canvas is the interface of surfaces for flat figures: flame graphs, legends, charts.
//
// A drawer takes a Canvas; the packages below this one are canvases for files (svg, pdf) and
// for pictures in memory (raster), package ui/widget has the canvas of the window. All of them
// show the same figure; a figure in internal/pictures exercises all of the interface.
// Nothing here knows of traces.
package canvas

import (
	"image/color"
	"math"
)

// Canvas is a surface. Figures cover those that were drawn before. Coordinates are in
// pixels, x to the right and y down; they may lie outside of the surface.
type Canvas interface {
	// Rect fills a rectangle.
	Rect(r Rect, c color.NRGBA)
	// Area fills a polygon whose border does not cross itself. The last point is
	// connected with the first.
	Area(c color.NRGBA, points ...Point)
	// Line draws a polyline with sharp corners. It is closed if its last point is its first.
	Line(p Pen, points ...Point)
	// Text draws one line of text. The point is on the baseline, at the start, in the middle
	// or at the end of the text.
	Text(at Point, f Font, s string)
	// Width returns the width of a text.
	Width(f Font, s string) float32
	// Clip limits all that follows to a rectangle within the present limits, up to Unclip.
	// The limits are at whole pixels: see Rect.Round.
	Clip(r Rect)
	// Unclip ends the last Clip.
	Unclip()
}

// Titled is a canvas that shows the title of a figure when the mouse points at it.
type Titled interface {
	Canvas
	// Begin begins a figure with a title, End ends it. Figures do not nest.
	Begin(title string)
	End()
}

// Point is a place on a canvas.
type Point struct{ X, Y float32 }

// Rect is a rectangle; X1 and Y1 lie outside.
type Rect struct{ X0, Y0, X1, Y1 float32 }

// Width returns the width.
func (r Rect) Width() float32 { return r.X1 - r.X0 }

// Round returns the rectangle with each side at the nearest whole number.
func (r Rect) Round() Rect {
	round := func(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }
	return Rect{round(r.X0), round(r.Y0), round(r.X1), round(r.Y1)}
}

// Pen is the look of a line.
type Pen struct {
	Color color.NRGBA
	// Width is the thickness of the line, in pixels.
	Width float32
	// Dash is the length of dashes, and of the gaps between them; 0 for a solid line. A
	// dashed line must not reach far outside of the surface, because each dash has a cost.
	Dash float32
}

// Font is the look of a text, in the fonts of package assets.
type Font struct {
	// Size is the size of an em, in pixels.
	Size  float32
	Color color.NRGBA
	Bold  bool
	Align Align
}

// Align is the part of a text that is at its point.
type Align uint8

// The alignments.
const (
	Start Align = iota
	Middle
	End
)

// Of returns the place of a part of a length: 0 for its start.
func (a Align) Of(length float32) float32 { return length * float32(a) / 2 }

// Outline draws a border along the inner side of a rectangle.
func Outline(c Canvas, r Rect, p Pen) {
	k := p.Width / 2
	x0, y0, x1, y1 := r.X0+k, r.Y0+k, r.X1-k, r.Y1-k
	c.Line(p, Point{x0, y0}, Point{x1, y0}, Point{x1, y1}, Point{x0, y1}, Point{x0, y0})
}
