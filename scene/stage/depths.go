package stage

import (
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Depths gives times their place along z.
type Depths struct {
	Grid view.StepGrid
	// PerTime is the length of a nanosecond.
	PerTime float64
}

// NewDepths returns the depths of a look, in a scene as deep as the layout. The
// scale is the same wherever the interval shown lies in the trace, unless more
// than the usual part of it is before the moment.
func NewDepths(look *view.Look, l *place.Layout) Depths {
	g := look.Grid()
	reach := max(g.Moment-g.From, tracefeed.Time((1-view.StartAhead)*float64(g.To-g.From)), 1)
	return Depths{g, float64(l.Depth) / float64(reach)}
}

// Of returns the z of a time: negative before the moment, and the lower the
// earlier.
func (d Depths) Of(t tracefeed.Time) float32 { return d.length(t - d.Grid.Moment) }

// length returns the length of an interval along z.
func (d Depths) length(t tracefeed.Time) float32 { return float32(float64(t) * d.PerTime) }

// Far returns the z of the begin of the interval shown.
func (d Depths) Far() float32 { return d.Of(d.Grid.From) }

// Near returns the z of the end of the interval shown.
func (d Depths) Near() float32 { return d.Of(d.Grid.To) }

// Time returns the time at a depth, in the interval shown.
func (d Depths) Time(z float32) tracefeed.Time {
	t := d.Grid.Moment + tracefeed.Time(float64(z)/d.PerTime)
	return min(max(t, d.Grid.From), d.Grid.To)
}

// CellAt returns the cell of a row at a time that is shown, and its begin and
// end. The moment belongs to what is before it.
func (d Depths) CellAt(shares *shape.Shares, row int, t tracefeed.Time) (cell []uint16, from, to tracefeed.Time) {
	g := d.Grid
	i := g.Cut()
	from, to = g.Start(i), g.Moment
	if t >= from && t <= to {
		return shares.Front(row), from, to
	}
	if to = from + g.Length(i); t > g.Moment && t < to {
		return shares.Part(row, 1), g.Moment, to
	}
	i = int(min(max(g.Newest()-t/g.Step, 0), tracefeed.Time(g.Cells-1)))
	from = g.Start(i)
	return shares.Cell(row, i), from, from + g.Length(i)
}
