// Package svg is a canvas that writes an SVG, a picture for browsers.
package svg

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"

	"tiv/assets"
	"tiv/canvas"
)

// Canvas is a canvas whose figures are written at once. It is a canvas.Titled.
type Canvas struct {
	out   *bufio.Writer
	clips int // clips so far, for their names
}

// New returns a canvas of a size. The comment is at the start of the file.
func New(w io.Writer, width, height float32, comment string) *Canvas {
	c := &Canvas{out: bufio.NewWriter(w)}
	fmt.Fprintf(c.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- %s -->\n", comment)
	fmt.Fprintf(c.out, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %[1]g %[2]g" font-family="%s">`+"\n",
		width, height, fonts)
	return c
}

// fonts are the font of other canvases, and common ones that are no wider. Browsers give a text
// the same width in any of them, because each text states its width.
const fonts = "Go, Arial, Liberation Sans, Helvetica, DejaVu Sans Condensed, sans-serif"

// Close ends the file. An error comes from the writer.
func (c *Canvas) Close() error {
	c.out.WriteString("</svg>\n")
	return c.out.Flush()
}

// paint returns the attribute of a colour.
func paint(attribute string, c color.NRGBA) string {
	s := fmt.Sprintf(`%s="#%02x%02x%02x"`, attribute, c.R, c.G, c.B)
	if c.A < 255 {
		s += fmt.Sprintf(` %s-opacity="%.3g"`, attribute, float64(c.A)/255)
	}
	return s
}

// number is a coordinate, or a distance, in a hundredth of a pixel.
func number(x float32) float64 { return math.Round(float64(x)*100) / 100 }

func (c *Canvas) rect(r canvas.Rect, attributes string) {
	x, y := number(r.X0), number(r.Y0)
	fmt.Fprintf(c.out, `<rect x="%g" y="%g" width="%g" height="%g"%s/>`+"\n", x, y,
		number(max(float32(number(r.X1)-x), 0)), number(max(float32(number(r.Y1)-y), 0)), attributes)
}

// Rect fills a rectangle.
func (c *Canvas) Rect(r canvas.Rect, fill color.NRGBA) { c.rect(r, " "+paint("fill", fill)) }

func (c *Canvas) points(name string, points []canvas.Point) {
	fmt.Fprintf(c.out, `<%s points="`, name)
	for i, p := range points {
		if i > 0 {
			c.out.WriteByte(' ')
		}
		fmt.Fprintf(c.out, "%g,%g", number(p.X), number(p.Y))
	}
	c.out.WriteByte('"')
}

// Area fills a polygon.
func (c *Canvas) Area(fill color.NRGBA, points ...canvas.Point) {
	c.points("polygon", points)
	fmt.Fprintf(c.out, " %s/>\n", paint("fill", fill))
}

// Line draws a polyline.
func (c *Canvas) Line(p canvas.Pen, points ...canvas.Point) {
	if canvas.Closed(points) {
		c.points("polygon", points[:len(points)-1])
	} else {
		c.points("polyline", points)
	}
	fmt.Fprintf(c.out, ` fill="none" %s`, paint("stroke", p.Color))
	if p.Width != 1 {
		fmt.Fprintf(c.out, ` stroke-width="%g"`, number(p.Width))
	}
	if p.Dash > 0 {
		fmt.Fprintf(c.out, ` stroke-dasharray="%g"`, number(p.Dash))
	}
	c.out.WriteString("/>\n")
}

// Text draws a text.
func (c *Canvas) Text(at canvas.Point, f canvas.Font, s string) {
	wide := c.Width(f, s)
	fmt.Fprintf(c.out, `<text x="%g" y="%g" font-size="%g" textLength="%g" lengthAdjust="spacingAndGlyphs" %s`,
		number(at.X-f.Align.Of(wide)), number(at.Y), number(f.Size), number(wide), paint("fill", f.Color))
	if f.Bold {
		c.out.WriteString(` font-weight="bold"`)
	}
	c.out.WriteByte('>')
	xml.EscapeText(c.out, []byte(s))
	c.out.WriteString("</text>\n")
}

// Width returns the width of a text.
func (c *Canvas) Width(f canvas.Font, s string) float32 { return assets.TextWidth(s, f.Size, f.Bold) }

// Clip limits all that follows to a rectangle.
func (c *Canvas) Clip(r canvas.Rect) {
	c.clips++
	fmt.Fprintf(c.out, `<clipPath id="clip%d">`, c.clips)
	c.rect(r.Round(), "")
	fmt.Fprintf(c.out, "</clipPath><g clip-path=\"url(#clip%d)\">\n", c.clips)
}

// Unclip ends the last Clip.
func (c *Canvas) Unclip() { c.out.WriteString("</g>\n") }

// Begin begins a figure with a title.
func (c *Canvas) Begin(title string) {
	c.out.WriteString("<g><title>")
	xml.EscapeText(c.out, []byte(title))
	c.out.WriteString("</title>\n")
}

// End ends a figure with a title.
func (c *Canvas) End() { c.out.WriteString("</g>\n") }
