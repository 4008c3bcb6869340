package raster

import (
	"math"
	"slices"

	"tiv/canvas"
)

// maxMiter is the greatest length of a corner, in widths of the line. Longer ones are cut off,
// as in SVG and PDF.
const maxMiter = 4

// stroke returns a line of a width as polygons, all of them in the same direction: a rectangle
// for each part, and a kite for each corner.
func stroke(points []canvas.Point, width float32) (polygons [][]canvas.Point) {
	var last, first canvas.Point // half of the width, across a part
	k := width / 2
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := float32(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
		if length == 0 {
			continue
		}
		n := canvas.Point{X: -(b.Y - a.Y) * k / length, Y: (b.X - a.X) * k / length}
		polygons = append(polygons, []canvas.Point{plus(a, n, -1), plus(b, n, -1), plus(b, n, 1), plus(a, n, 1)})
		if last != (canvas.Point{}) {
			polygons = append(polygons, corner(a, last, n, k))
		} else {
			first = n
		}
		last = n
	}
	if canvas.Closed(points) {
		polygons = append(polygons, corner(points[0], last, first, k))
	}
	return polygons
}

// plus returns a point moved by n times a factor.
func plus(p, n canvas.Point, times float32) canvas.Point {
	return canvas.Point{X: p.X + n.X*times, Y: p.Y + n.Y*times}
}

// corner returns the outer part of the corner at p between two parts of a line, given half of
// their widths across them.
func corner(p, before, after canvas.Point, k float32) []canvas.Point {
	side := float32(1) // the outer one
	if before.X*after.Y-before.Y*after.X > 0 {
		side = -1
	}
	a, b := plus(p, before, side), plus(p, after, side)
	points := []canvas.Point{p, a, b}
	// The tip is in the direction of the sum, where both sides meet.
	sum := canvas.Point{X: before.X + after.X, Y: before.Y + after.Y}
	if square := sum.X*sum.X + sum.Y*sum.Y; square > 4*k*k/(maxMiter*maxMiter) {
		points = []canvas.Point{p, a, plus(p, sum, side*2*k*k/square), b}
	}
	if side > 0 { // the direction of the rectangles
		slices.Reverse(points[1:])
	}
	return points
}
