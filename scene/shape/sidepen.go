package shape

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// SidePen draws rectangles in a plane parallel to the timeline view.
type SidePen struct {
	Pen
	Flat Flat
	X    float32 // of the plane
}

// Plane returns the pen that draws in that plane: points are depths and heights.
func (d SidePen) Plane() Pen {
	return Pen{Mesh: d.Mesh, Pixel: d.Flat.PerPixel(), Across: (d.Flat.High[0] - d.Flat.Low[0]) / max(d.Flat.Rect.Width(), 1),
		side: true, x: d.X}
}

// Rect draws a rectangle between two depths and two heights.
func (d SidePen) Rect(z0, z1, y0, y1 float32, color paint.Color) {
	d.Quad(mgl32.Vec3{d.X, y0, z0}, mgl32.Vec3{d.X, y0, z1}, mgl32.Vec3{d.X, y1, z1}, mgl32.Vec3{d.X, y1, z0}, color)
}

// Line draws a vertical line at a depth, some pixels wide, between two heights.
func (d SidePen) Line(z, low, high, pixels float32, color paint.Color) {
	w := pixels / 2 * (d.Flat.High[0] - d.Flat.Low[0]) / d.Flat.Rect.Width()
	d.Rect(z-w, z+w, low, high, color)
}

// FrameRow draws a border from a depth to the moment around a row.
func (d SidePen) FrameRow(z, low, high, pixels float32, color paint.Color) {
	t := pixels * d.Flat.PerPixel()
	d.Rect(z, 0, low-t, low, color)
	d.Rect(z, 0, high, high+t, color)
	d.Line(z, low-t, high+t, pixels, color)
	d.Line(0, low-t, high+t, pixels, color)
}
