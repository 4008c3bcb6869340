package canvas

import "math"

// Closed reports whether a line ends at its first point.
func Closed(points []Point) bool {
	return len(points) > 2 && points[0] == points[len(points)-1]
}

// Dashes calls f for each dash of a line, for surfaces that have no dashes. The first one
// begins at the first point; one that goes round a corner is two.
func Dashes(points []Point, dash float32, f func(from, to Point)) {
	along := float32(0) // of the present dash and the gap behind it
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := float32(math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)))
		at := func(way float32) Point { return Point{a.X + (b.X-a.X)*way/length, a.Y + (b.Y-a.Y)*way/length} }
		for way := float32(0); way < length; {
			step := min(dash-along, length-way)
			if along >= dash {
				step = min(2*dash-along, length-way)
			} else {
				f(at(way), at(way+step))
			}
			if next := way + step; next == way {
				return // too short for the precision of the coordinates
			} else {
				way = next
			}
			if along += step; along >= 2*dash {
				along = 0
			}
		}
	}
}
