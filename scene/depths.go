package scene

import (
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// depths gives times their place along z.
type depths struct {
	grid view.StepGrid
	// perTime is the length of a nanosecond.
	perTime float64
}

// newDepths returns the depths of a look, in a scene as deep as the layout. The
// scale is the same wherever the interval shown lies in the trace, unless more
// than the usual part of it is before the moment.
func newDepths(look *view.Look, l *place.Layout) depths {
	g := look.Grid()
	reach := max(g.Moment-g.From, tracefeed.Time((1-view.StartAhead)*float64(g.To-g.From)), 1)
	return depths{g, float64(l.Depth) / float64(reach)}
}

// of returns the z of a time: negative before the moment, and the lower the
// earlier.
func (d depths) of(t tracefeed.Time) float32 { return d.length(t - d.grid.Moment) }

// length returns the length of an interval along z.
func (d depths) length(t tracefeed.Time) float32 { return float32(float64(t) * d.perTime) }

// far and near return the z of the ends of the interval shown.
func (d depths) far() float32  { return d.of(d.grid.From) }
func (d depths) near() float32 { return d.of(d.grid.To) }

// time returns the time at a depth, in the interval shown.
func (d depths) time(z float32) tracefeed.Time {
	t := d.grid.Moment + tracefeed.Time(float64(z)/d.perTime)
	return min(max(t, d.grid.From), d.grid.To)
}

// cellAt returns the cell of a row at a time that is shown, and its begin and
// end. The moment belongs to what is before it.
func (f *Frame) cellAt(row int, t tracefeed.Time) (cell []uint16, from, to tracefeed.Time) {
	g := f.depths.grid
	i := g.Cut()
	from, to = g.Start(i), g.Moment
	if t >= from && t <= to {
		return f.Shares.Part(row, shape.BeforeMoment), from, to
	}
	if to = from + g.Length(i); t > g.Moment && t < to {
		return f.Shares.Part(row, shape.AfterMoment), g.Moment, to
	}
	i = int(min(max(g.Newest()-t/g.Step, 0), tracefeed.Time(g.Cells-1)))
	from = g.Start(i)
	return f.Shares.Cell(row, i), from, from + g.Length(i)
}
