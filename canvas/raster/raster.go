// Package raster is a canvas that draws into a picture in memory, with smooth edges.
package raster

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"tiv/assets"
	"tiv/canvas"
)

// Canvas is a canvas on a picture.
type Canvas struct {
	// Image is the picture.
	Image *image.RGBA
	scale float32
	clips []image.Rectangle // the last one counts
	fill  vector.Rasterizer
	faces map[face]font.Face
}

type face struct {
	size float32
	bold bool
}

// New returns a canvas of a size, whose pixels are squares of scale pixels of the picture.
func New(width, height, scale float32) *Canvas {
	bounds := image.Rect(0, 0, int(math.Ceil(float64(width*scale))), int(math.Ceil(float64(height*scale))))
	return &Canvas{Image: image.NewRGBA(bounds), scale: scale, clips: []image.Rectangle{bounds}, faces: map[face]font.Face{}}
}

// clip returns the part of the picture that can be drawn on.
func (c *Canvas) clip() image.Rectangle { return c.clips[len(c.clips)-1] }

// Rect fills a rectangle.
func (c *Canvas) Rect(r canvas.Rect, fill color.NRGBA) {
	c.Area(fill, canvas.Point{X: r.X0, Y: r.Y0}, canvas.Point{X: r.X1, Y: r.Y0}, canvas.Point{X: r.X1, Y: r.Y1},
		canvas.Point{X: r.X0, Y: r.Y1})
}

// Area fills a polygon.
func (c *Canvas) Area(fill color.NRGBA, points ...canvas.Point) { c.draw(fill, points) }

// Line draws a polyline.
func (c *Canvas) Line(p canvas.Pen, points ...canvas.Point) {
	if p.Dash > 0 {
		canvas.Dashes(points, p.Dash, func(from, to canvas.Point) { c.draw(p.Color, stroke([]canvas.Point{from, to}, p.Width)...) })
		return
	}
	c.draw(p.Color, stroke(points, p.Width)...)
}

// draw fills polygons as one figure. Those that overlap run in the same direction.
func (c *Canvas) draw(fill color.NRGBA, polygons ...[]canvas.Point) {
	box := c.bounds(polygons).Intersect(c.clip())
	if box.Empty() {
		return
	}
	c.fill.Reset(box.Dx(), box.Dy())
	for _, points := range polygons {
		for i, p := range cut(c.scaled(points), box) {
			x, y := p.X-float32(box.Min.X), p.Y-float32(box.Min.Y)
			if i == 0 {
				c.fill.MoveTo(x, y)
			} else {
				c.fill.LineTo(x, y)
			}
		}
		c.fill.ClosePath()
	}
	c.fill.Draw(c.Image, box, image.NewUniform(fill), image.Point{})
}

// scaled returns points in pixels of the picture.
func (c *Canvas) scaled(points []canvas.Point) []canvas.Point {
	out := make([]canvas.Point, len(points))
	for i, p := range points {
		out[i] = canvas.Point{X: p.X * c.scale, Y: p.Y * c.scale}
	}
	return out
}

// bounds returns the pixels of the picture that polygons touch.
func (c *Canvas) bounds(polygons [][]canvas.Point) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, points := range polygons {
		for _, p := range points {
			x, y := float64(p.X*c.scale), float64(p.Y*c.scale)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	limit := func(x float64) int { return int(max(min(x, 1<<30), -1<<30)) }
	return image.Rect(limit(math.Floor(x0)), limit(math.Floor(y0)), limit(math.Ceil(x1)), limit(math.Ceil(y1)))
}

// Text draws a text. Characters that the fonts lack are boxes.
func (c *Canvas) Text(at canvas.Point, f canvas.Font, s string) {
	key := face{f.Size, f.Bold}
	if c.faces[key] == nil {
		// At 72 dots an inch a point is a pixel.
		made, err := opentype.NewFace(assets.Font(f.Bold), &opentype.FaceOptions{Size: float64(f.Size * c.scale), DPI: 72})
		if err != nil {
			panic(fmt.Sprintf("embedded font at %v pixels: %v", f.Size, err))
		}
		c.faces[key] = made
	}
	to := c.Image.SubImage(c.clip()).(*image.RGBA)
	x := (at.X - f.Align.Of(c.Width(f, s))) * c.scale
	dot := fixed.Point26_6{X: fixed.Int26_6(math.Round(float64(x * 64))), Y: fixed.Int26_6(math.Round(float64(at.Y * c.scale * 64)))}
	d := font.Drawer{Dst: to, Src: image.NewUniform(f.Color), Face: c.faces[key], Dot: dot}
	d.DrawString(assets.Printable(s))
}

// Width returns the width of a text.
func (c *Canvas) Width(f canvas.Font, s string) float32 {
	return assets.TextWidth(assets.Printable(s), f.Size, f.Bold)
}

// Clip limits all that follows to a rectangle.
func (c *Canvas) Clip(r canvas.Rect) {
	r = r.Round()
	c.clips = append(c.clips, c.bounds([][]canvas.Point{{{X: r.X0, Y: r.Y0}, {X: r.X1, Y: r.Y1}}}).Intersect(c.clip()))
}

// Unclip ends the last Clip.
func (c *Canvas) Unclip() { c.clips = c.clips[:len(c.clips)-1] }
