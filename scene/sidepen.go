package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// sidePen draws rectangles in a plane parallel to the timeline view.
type sidePen struct {
	pen
	flat flat
	x    float32 // of the plane
}

// rect draws a rectangle between two depths and two heights.
func (d sidePen) rect(z0, z1, y0, y1 float32, color paint.Color) {
	d.quad(mgl32.Vec3{d.x, y0, z0}, mgl32.Vec3{d.x, y0, z1}, mgl32.Vec3{d.x, y1, z1}, mgl32.Vec3{d.x, y1, z0}, color)
}

// line draws a vertical line at a depth, some pixels wide, between two heights.
func (d sidePen) line(z, low, high, pixels float32, color paint.Color) {
	w := pixels / 2 * (d.flat.high[0] - d.flat.low[0]) / d.flat.rect.Width()
	d.rect(z-w, z+w, low, high, color)
}

// frame draws a border from a depth to the moment around a row.
func (d sidePen) frame(z, low, high, pixels float32, color paint.Color) {
	t := pixels * d.flat.perPixel()
	d.rect(z, 0, low-t, low, color)
	d.rect(z, 0, high, high+t, color)
	d.line(z, low-t, high+t, pixels, color)
	d.line(0, low-t, high+t, pixels, color)
}
