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

// slices finds the colour of a call of a thread in each column from one to another,
// exclusive: that of the slice with most of the call's time there. A call within a column
// has that of its whole time.
func (p *lanePainter) slices(t tracefeed.ThreadID, c *execution.LaneCall, x0, x1 int) {
	at := func(x int) tracefeed.Time {
		return min(max(p.time.time(float64(x)), c.Start), c.End)
	}
	color, alone := p.slice(t, at(x0), max(at(x1), at(x0)+1))
	for x := x0; x < x1; x++ {
		if !alone {
			color, _ = p.slice(t, at(x), max(at(x+1), at(x)+1))
		}
		p.stateOf[x] = color
	}
}

// slice returns the colour of the part with most of an interval of a thread, and whether it
// has all of it.
func (p *lanePainter) slice(t tracefeed.ThreadID, from, to tracefeed.Time) (Color, bool) {
	if len(p.sums) != len(p.parts) {
		p.sums = make([]tracefeed.Time, len(p.parts))
	}
	clear(p.sums)
	p.partition.Add(t, from, to, p.sums)
	most := 0
	for k, sum := range p.sums {
		if sum > p.sums[most] {
			most = k
		}
	}
	return p.parts[most], p.sums[most] == to-from
}
