package lane

import (
	"math"
	"sort"

	"tiv/execution"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

const (
	// highLane is the largest height of a lane, in sizes of text.
	highLane = 1.5
	// readableLane is the height of a lane with readable names. Deep lanes in which calls
	// cover less than sparseLane of the time do not make others lower than that.
	readableLane = 0.95
	sparseLane   = 0.01
)

// Row is the place of a bar's lanes in the picture.
type Row struct {
	Slot int
	// Top and bottom are those of the row in pixels, lanes is the top of the first lane.
	Top, Bottom, Lanes float32
	// High is the height of a lane, count their number, and depth the number with those
	// left out.
	High         float32
	Count, Depth int
	// Least is the smallest height of a lane, most the largest number of lanes.
	Least float32
	Most  int
}

// Rect returns the rectangle of the lanes, between two columns.
func (r *Row) Rect(x0, x1 float32) shape.Rect {
	return shape.Rect{X0: x0, Y0: r.Lanes, X1: x1, Y1: r.Lanes + float32(r.Count)*r.High}
}

// Round rounds to a whole pixel.
func Round(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }

// Room returns the number of lanes for which a row has room.
func (r *Row) Room() int { return max(0, min(int((r.Bottom-r.Lanes)/r.Least), r.Most)) }

// Wanted returns the height of the row with readable lanes for all its calls, below a strip of
// a height in sizes of text.
func (r *Row) Wanted(strip, em float32) float32 {
	const alone = 1.4 // for the name, in sizes of text
	if r.Depth == 0 {
		return alone * em
	}
	return (strip + readableLane*float32(r.Depth) + 0.1) * em
}

// Divide divides the row into lanes for the calls of its threads in an interval.
func (r *Row) Divide(l *execution.Lanes, threads []tracefeed.ThreadID, from, to tracefeed.Time, em float32) {
	for _, t := range threads {
		lanes, depth := l.Of(t)
		for n := len(lanes); n > r.Depth; n-- {
			if callsIn(l, lanes[n-1], from, to) {
				r.Depth = n
				break
			}
		}
		if r.Depth == len(lanes) && r.Depth > 0 {
			r.Depth = max(r.Depth, depth) // those left out may be in the interval
		}
	}
	if r.Count = min(r.Depth, r.Room()); r.Count == 0 {
		return
	}
	readable := int((r.Bottom - r.Lanes) / (readableLane * em))
	for r.Count > readable && readable > 0 && isSparse(l, threads, r.Count-1, from, to) {
		r.Count-- // names are worth more
	}
	r.High = min((r.Bottom-r.Lanes)/float32(r.Count), highLane*em)
	if r.High >= 3 {
		r.High = float32(math.Floor(float64(r.High)))
	}
}

// isSparse reports whether calls at a depth cover hardly any of an interval.
func isSparse(l *execution.Lanes, threads []tracefeed.ThreadID, depth int, from, to tracefeed.Time) bool {
	limit := tracefeed.Time(sparseLane * float64(to-from) * float64(len(threads)))
	for _, t := range threads {
		lanes, _ := l.Of(t)
		if depth >= len(lanes) {
			continue
		}
		for _, c := range CallsBetween(l, lanes[depth], from, to) {
			if limit -= min(c.Busy, min(c.End, to)-max(c.Start, from)); limit < 0 {
				return false
			}
		}
	}
	return true
}

// callsIn reports whether a lane has a call in an interval.
func callsIn(l *execution.Lanes, lane []execution.LaneCall, from, to tracefeed.Time) bool {
	return len(CallsBetween(l, lane, from, to)) > 0
}

// CallsBetween returns the part of a lane that reaches into an interval.
func CallsBetween(l *execution.Lanes, lane []execution.LaneCall, from, to tracefeed.Time) []execution.LaneCall {
	first := sort.Search(len(lane), func(i int) bool { _, end := lane[i].Extent(l.Cell); return end >= from })
	last := first + sort.Search(len(lane)-first, func(i int) bool { start, _ := lane[first+i].Extent(l.Cell); return start > to })
	return lane[first:last]
}
