package lane

import (
	"tiv/execution"
	"tiv/scene/paint"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// partColors returns the colours of the parts of time that slices divide.
func partColors(st *stage.Stage) []paint.Color {
	colors := make([]paint.Color, st.Colours.Size())
	for k, c := range st.Colours.Categories(st.Look, st.Level) {
		for _, part := range c.Of {
			colors[part] = st.Styles[0][k].Color
		}
	}
	return colors
}

// slices finds the colour of a call of a thread in each column from one to another,
// exclusive: that of the slice with most of the call's time there. A call within a column
// has that of its whole time.
func (p *Painter) slices(t tracefeed.ThreadID, c *execution.LaneCall, x0, x1 int) {
	from, to := p.within(c, x0, x1)
	color, alone := p.slice(t, from, to)
	for x := x0; x < x1; x++ {
		if !alone {
			from, to = p.within(c, x, x+1)
			color, _ = p.slice(t, from, to)
		}
		p.stateOf[x] = color
	}
}

// within returns the part of a call in columns, at least a nanosecond.
func (p *Painter) within(c *execution.LaneCall, x0, x1 int) (from, to tracefeed.Time) {
	at := func(x int) tracefeed.Time { return min(max(p.time.time(float64(x)), c.Start), c.End) }
	from = at(x0)
	return from, max(at(x1), from+1)
}

// fade makes a call of a thread faint where most of its time is outside of the base.
func (p *Painter) fade(line []paint.Color, t tracefeed.ThreadID, c *execution.LaneCall, x0, x1 int) {
	from, to := p.within(c, x0, x1)
	covered := p.Base.Time(t, from, to)
	if covered == to-from {
		return
	}
	for x := x0; x < x1; x++ {
		from, to := p.within(c, x, x+1)
		if covered == 0 || 2*p.Base.Time(t, from, to) < to-from {
			line[x] = p.Palette.Ground.Toward(line[x], outsideCall)
		}
	}
}

// slice returns the colour of the part with most of an interval of a thread, for calls at
// the depth of the lane, and whether it has all of it.
func (p *Painter) slice(t tracefeed.ThreadID, from, to tracefeed.Time) (paint.Color, bool) {
	if len(p.sums) != len(p.parts) {
		p.sums = make([]tracefeed.Time, len(p.parts))
	}
	clear(p.sums)
	p.Partition.Add(t, p.depth, from, to, p.sums)
	most := 0
	for k, sum := range p.sums {
		if sum > p.sums[most] {
			most = k
		}
	}
	return p.parts[most], p.sums[most] == to-from
}
