package scene

import "tiv/tracefeed"

// depths gives times their place along z.
type depths struct {
	grid stepGrid
	// perTime is the length of a nanosecond.
	perTime float64
}

// newDepths returns the depths of a look, in a scene as deep as the layout. The
// scale is the same wherever the interval shown lies in the trace, unless more
// than the usual part of it is before the moment.
func newDepths(look *Look, l *layout) depths {
	g := look.grid()
	reach := max(g.moment-g.from, tracefeed.Time((1-StartAhead)*float64(g.to-g.from)), 1)
	return depths{g, float64(l.depth) / float64(reach)}
}

// of returns the z of a time: negative before the moment, and the lower the
// earlier.
func (d depths) of(t tracefeed.Time) float32 { return d.length(t - d.grid.moment) }

// length returns the length of an interval along z.
func (d depths) length(t tracefeed.Time) float32 { return float32(float64(t) * d.perTime) }

// far and near return the z of the ends of the interval shown.
func (d depths) far() float32  { return d.of(d.grid.from) }
func (d depths) near() float32 { return d.of(d.grid.to) }

// time returns the time at a depth, in the interval shown.
func (d depths) time(z float32) tracefeed.Time {
	t := d.grid.moment + tracefeed.Time(float64(z)/d.perTime)
	return min(max(t, d.grid.from), d.grid.to)
}

// cellAt returns the cell of a row at a time that is shown, and its begin and
// end. The moment belongs to what is before it.
func (f *Frame) cellAt(row int, t tracefeed.Time) (cell []uint16, from, to tracefeed.Time) {
	g := f.depths.grid
	i := g.cut()
	from, to = g.start(i), g.moment
	if t >= from && t <= to {
		return f.Shares.part(row, BeforeMoment), from, to
	}
	if to = from + g.length(i); t > g.moment && t < to {
		return f.Shares.part(row, AfterMoment), g.moment, to
	}
	i = int(min(max(g.newest()-t/g.step, 0), tracefeed.Time(g.cells-1)))
	from = g.start(i)
	return f.Shares.cell(row, i), from, from + g.length(i)
}
