// Package pdf is a canvas that writes a PDF of one page with the size of the figure.
package pdf

import (
	"fmt"
	"image/color"
	"io"

	"codeberg.org/go-pdf/fpdf"

	"tiv/assets"
	"tiv/canvas"
)

// A pixel is 0.75 points, as in browsers, but no side of a page may be longer than maxSide.
const (
	pixel   = 0.75
	maxSide = 14400
)

// Canvas is a canvas on the page of a PDF.
type Canvas struct {
	pdf   *fpdf.Fpdf
	unit  float64 // points in a pixel
	now   state
	saved []state // one for each clip
}

// state is the part of the graphics state that fpdf sets only if it changes. The end of a clip
// restores it in the file, but not in fpdf.
type state struct {
	bold          bool
	size, opacity float64
}

// New returns a canvas of a size. Creator and title are properties of the file.
func New(width, height float32, creator, title string) *Canvas {
	unit := min(pixel, maxSide/float64(max(width, height)))
	size := fpdf.SizeType{Wd: unit * float64(width), Ht: unit * float64(height)}
	c := &Canvas{pdf: fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size}), unit: unit}
	c.pdf.SetMargins(0, 0, 0)
	c.pdf.SetAutoPageBreak(false, 0)
	c.pdf.AddUTF8FontFromBytes("go", "", assets.Regular())
	c.pdf.AddUTF8FontFromBytes("go", "B", assets.Bold())
	c.pdf.SetCreator(creator, true)
	c.pdf.SetTitle(assets.Printable(title), true)
	c.pdf.SetLineCapStyle("butt")
	c.pdf.AddPage()
	c.set(state{size: 1, opacity: 1})
	return c
}

// set sets the state.
func (c *Canvas) set(s state) {
	style := ""
	if s.bold {
		style = "B"
	}
	c.pdf.SetFont("go", style, s.size)
	if s.opacity != c.now.opacity {
		c.pdf.SetAlpha(s.opacity, "Normal")
	}
	c.now = s
}

// Write writes the file. An error comes from the writer.
func (c *Canvas) Write(w io.Writer) error {
	if err := c.pdf.Output(w); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

func (c *Canvas) point(p canvas.Point) (x, y float64) {
	return c.unit * float64(p.X), c.unit * float64(p.Y)
}

// fill sets the colour of the next area.
func (c *Canvas) fill(to color.NRGBA) {
	c.pdf.SetFillColor(int(to.R), int(to.G), int(to.B))
	c.opacity(to)
}

// opacity sets the opacity of the next figure.
func (c *Canvas) opacity(of color.NRGBA) {
	c.set(state{c.now.bold, c.now.size, float64(of.A) / 255})
}

// Rect fills a rectangle.
func (c *Canvas) Rect(r canvas.Rect, fill color.NRGBA) {
	c.fill(fill)
	x, y := c.point(canvas.Point{X: r.X0, Y: r.Y0})
	x1, y1 := c.point(canvas.Point{X: r.X1, Y: r.Y1})
	c.pdf.Rect(x, y, max(x1-x, 0), max(y1-y, 0), "F")
}

// path adds a line through points to the page. It reports whether there is one.
func (c *Canvas) path(points []canvas.Point) bool {
	if len(points) < 2 {
		return false
	}
	c.pdf.MoveTo(c.point(points[0]))
	for _, p := range points[1:] {
		c.pdf.LineTo(c.point(p))
	}
	return true
}

// Area fills a polygon.
func (c *Canvas) Area(fill color.NRGBA, points ...canvas.Point) {
	c.fill(fill)
	if c.path(points) {
		c.pdf.DrawPath("F")
	}
}

// Line draws a polyline.
func (c *Canvas) Line(p canvas.Pen, points ...canvas.Point) {
	c.pdf.SetDrawColor(int(p.Color.R), int(p.Color.G), int(p.Color.B))
	c.opacity(p.Color)
	c.pdf.SetLineWidth(c.unit * float64(p.Width))
	if p.Dash > 0 {
		c.pdf.SetDashPattern([]float64{c.unit * float64(p.Dash)}, 0)
		defer c.pdf.SetDashPattern(nil, 0)
	}
	closed := canvas.Closed(points)
	if closed {
		points = points[:len(points)-1]
	}
	if !c.path(points) {
		return
	}
	if closed {
		c.pdf.ClosePath()
	}
	c.pdf.DrawPath("D")
}

// Text draws a text. Characters that the fonts lack are boxes.
func (c *Canvas) Text(at canvas.Point, f canvas.Font, s string) {
	c.set(state{f.Bold, c.unit * float64(f.Size), float64(f.Color.A) / 255})
	c.pdf.SetTextColor(int(f.Color.R), int(f.Color.G), int(f.Color.B))
	x, y := c.point(canvas.Point{X: at.X - f.Align.Of(c.Width(f, s)), Y: at.Y})
	c.pdf.Text(x, y, assets.Printable(s))
}

// Width returns the width of a text.
func (c *Canvas) Width(f canvas.Font, s string) float32 {
	return assets.TextWidth(assets.Printable(s), f.Size, f.Bold)
}

// Clip limits all that follows to a rectangle.
func (c *Canvas) Clip(r canvas.Rect) {
	c.saved = append(c.saved, c.now)
	r = r.Round()
	x, y := c.point(canvas.Point{X: r.X0, Y: r.Y0})
	c.pdf.ClipRect(x, y, c.unit*float64(max(r.X1-r.X0, 0)), c.unit*float64(max(r.Y1-r.Y0, 0)), false)
}

// Unclip ends the last Clip.
func (c *Canvas) Unclip() {
	c.pdf.ClipEnd()
	last := len(c.saved) - 1
	c.set(c.saved[last])
	c.saved = c.saved[:last]
}
