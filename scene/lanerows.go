package scene

import (
	"math"
	"sort"

	"tiv/execution"
	"tiv/tracefeed"
)

// A row of the execution view has the states of its threads in a strip at the top, and
// below it a lane for each depth of their calls. The lanes share the height of the row, as
// far as texts need it. If that is less than a pixel a lane, the deepest ones are left out.

const (
	// rowPart is the height of a row with calls, relative to that in the timeline.
	rowPart = 1.15
	// stripPart is the height of the strip of states, relative to the row. It is at most
	// highStrip sizes of text.
	stripPart = 0.22
	highStrip = 0.75
	// highLane is the largest height of a lane, in sizes of text.
	highLane = 1.5
	// readableLane is the height of a lane with readable names. Deep lanes in which calls
	// cover less than sparseLane of the time do not make others lower than that.
	readableLane = 0.95
	sparseLane   = 0.01
)

// laneRow is the place of a bar's lanes in the picture.
type laneRow struct {
	slot int
	// top and bottom are those of the row in pixels, lanes is the top of the first lane.
	top, bottom, lanes float32
	// high is the height of a lane, count their number, and depth the number with those
	// left out.
	high         float32
	count, depth int
	// least is the smallest height of a lane, most the largest number of lanes.
	least float32
	most  int
}

// rect returns the rectangle of the lanes, between two columns.
func (r *laneRow) rect(x0, x1 float32) Rect {
	return Rect{x0, r.lanes, x1, r.lanes + float32(r.count)*r.high}
}

// threads returns the threads of a slot.
func (s *slot) threads() []tracefeed.ThreadID {
	if s.members != nil {
		return s.members
	}
	return []tracefeed.ThreadID{s.thread}
}

// rowsInView returns the rows of the bars in view, without lanes. Rows of threads that
// have calls are a little higher than others.
func (ev *executionView) rowsInView() (rows []laneRow) {
	sv := ev.side
	perPixel, em := sv.flat.perPixel(), sv.sheet.em
	for i := range sv.layout.slots {
		s := &sv.layout.slots[i]
		middle, half := sv.y(s.at[1]), rowPart*s.row/2/perPixel
		r := laneRow{slot: i, top: round(middle - half), bottom: round(middle + half), least: 1, most: execution.MaxLanes}
		r.bottom = max(r.bottom, r.top+1)
		if r.bottom <= sv.flat.rect.Y0 || r.top >= sv.flat.rect.Y1 {
			continue
		}
		if rect := sv.flat.rect; r.bottom-r.top > rect.Height() {
			r.top, r.bottom = max(r.top, rect.Y0), min(r.bottom, rect.Y1) // it fills the view
		}
		r.lanes = r.top + max(1, round(min(stripPart*(r.bottom-r.top), highStrip*em)))
		rows = append(rows, r)
	}
	return rows
}

func round(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }

// room returns the number of lanes for which a row has room.
func (r *laneRow) room() int { return max(0, min(int((r.bottom-r.lanes)/r.least), r.most)) }

// wanted returns the height of the row with readable lanes for all its calls.
func (r *laneRow) wanted(em float32) float32 {
	const alone = 1.4 // for the name, in sizes of text
	if r.depth == 0 {
		return alone * em
	}
	return (highStrip + readableLane*float32(r.depth) + 0.1) * em
}

// divide divides the row into lanes for the calls of its threads in an interval.
func (r *laneRow) divide(l *execution.Lanes, threads []tracefeed.ThreadID, from, to tracefeed.Time, em float32) {
	for _, t := range threads {
		lanes, depth := l.Of(t)
		for n := len(lanes); n > r.depth; n-- {
			if callsIn(l, lanes[n-1], from, to) {
				r.depth = n
				break
			}
		}
		if r.depth == len(lanes) && r.depth > 0 {
			r.depth = max(r.depth, depth) // those left out may be in the interval
		}
	}
	if r.count = min(r.depth, r.room()); r.count == 0 {
		return
	}
	readable := int((r.bottom - r.lanes) / (readableLane * em))
	for r.count > readable && readable > 0 && isSparse(l, threads, r.count-1, from, to) {
		r.count-- // names are worth more
	}
	r.high = min((r.bottom-r.lanes)/float32(r.count), highLane*em)
	if r.high >= 3 {
		r.high = float32(math.Floor(float64(r.high)))
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
		for _, c := range callsBetween(l, lanes[depth], from, to) {
			if limit -= min(c.Busy, min(c.End, to)-max(c.Start, from)); limit < 0 {
				return false
			}
		}
	}
	return true
}

// callsIn reports whether a lane has a call in an interval.
func callsIn(l *execution.Lanes, lane []execution.LaneCall, from, to tracefeed.Time) bool {
	return len(callsBetween(l, lane, from, to)) > 0
}

// callsBetween returns the part of a lane that reaches into an interval.
func callsBetween(l *execution.Lanes, lane []execution.LaneCall, from, to tracefeed.Time) []execution.LaneCall {
	first := sort.Search(len(lane), func(i int) bool { _, end := lane[i].Extent(l.Cell); return end >= from })
	last := first + sort.Search(len(lane)-first, func(i int) bool { start, _ := lane[first+i].Extent(l.Cell); return start > to })
	return lane[first:last]
}
