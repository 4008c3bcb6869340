package raster

import (
	"image"

	"tiv/canvas"
)

// cut returns the part of a polygon in a rectangle (Sutherland and Hodgman): the rasteriser
// takes no coordinates far outside of its picture.
func cut(points []canvas.Point, box image.Rectangle) []canvas.Point {
	x := func(p *canvas.Point) *float32 { return &p.X }
	y := func(p *canvas.Point) *float32 { return &p.Y }
	points = cutAt(points, x, float32(box.Min.X), 1)
	points = cutAt(points, x, float32(box.Max.X), -1)
	points = cutAt(points, y, float32(box.Min.Y), 1)
	return cutAt(points, y, float32(box.Max.Y), -1)
}

// cutAt returns the part of a polygon on one side of a border: where a coordinate is at least
// the limit, or at most, if the sign is negative.
func cutAt(points []canvas.Point, coordinate func(*canvas.Point) *float32, limit, sign float32) (kept []canvas.Point) {
	for i, b := range points {
		a := points[(i+len(points)-1)%len(points)]
		da, db := sign*(*coordinate(&a)-limit), sign*(*coordinate(&b)-limit)
		if da < 0 != (db < 0) {
			share := da / (da - db)
			at := canvas.Point{X: a.X + (b.X-a.X)*share, Y: a.Y + (b.Y-a.Y)*share}
			*coordinate(&at) = limit // without an error
			kept = append(kept, at)
		}
		if db >= 0 {
			kept = append(kept, b)
		}
	}
	return kept
}
