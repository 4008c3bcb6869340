package scene

import (
	"tiv/execution"
	"tiv/tracefeed"
)

// partColors returns the colours of the parts of time that slices divide.
func partColors(st *stage, f *Frame) []Color {
	colors := make([]Color, st.colours.size())
	for k, c := range st.colours.categories(st.look, st.level) {
		for _, part := range c.of {
			colors[part] = f.Layers[k].Color
		}
	}
	return colors
}

// slices finds the colour of a call of a thread at a depth in each column from one to another,
// exclusive: that of the slice with most of the call's time there. A call within a column
// has that of its whole time.
func (r *laneRaster) slices(t tracefeed.ThreadID, depth int, c *execution.LaneCall, x0, x1 int) {
	in := &r.input
	at := func(x int) tracefeed.Time {
		return min(max(in.from+tracefeed.Time(float64(x)/r.perTime), c.Start), c.End)
	}
	color, alone := r.slice(t, depth, at(x0), max(at(x1), at(x0)+1))
	for x := x0; x < x1; x++ {
		if !alone {
			color, _ = r.slice(t, depth, at(x), max(at(x+1), at(x)+1))
		}
		r.stateOf[x] = color
	}
}

// slice returns the colour of the part with most of an interval of a thread, for calls at a
// depth, and whether it has all of it.
func (r *laneRaster) slice(t tracefeed.ThreadID, depth int, from, to tracefeed.Time) (Color, bool) {
	if len(r.sums) != len(r.parts) {
		r.sums = make([]tracefeed.Time, len(r.parts))
	}
	clear(r.sums)
	r.input.partition.Add(t, depth, from, to, r.sums)
	most := 0
	for k, sum := range r.sums {
		if sum > r.sums[most] {
			most = k
		}
	}
	return r.parts[most], r.sums[most] == to-from
}
