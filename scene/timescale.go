package scene

import (
	"math"

	"tiv/tracefeed"
)

// timeScale maps the times of an interval to columns of pixels.
type timeScale struct {
	from, to tracefeed.Time
	columns  int
	// bend is the distance of the end from the viewer, relative to that of the begin: 1 in a
	// view straight on. In perspective, columns near the viewer are shorter times.
	bend float64
	// perTime is the number of columns of a nanosecond straight on.
	perTime float64
}

// newTimeScale returns the scale of an interval in a number of columns.
func newTimeScale(from, to tracefeed.Time, columns int, bend float64) timeScale {
	return timeScale{from, to, columns, bend, float64(columns) / float64(max(to-from, 1))}
}

// column returns the place of a time in columns; of a time outside of the interval, that of
// its nearer end.
func (s *timeScale) column(t tracefeed.Time) float64 {
	since := float64(min(max(t, s.from), s.to) - s.from)
	if s.bend == 1 {
		return since * s.perTime
	}
	return since * s.perTime * s.bend / (1 + (s.bend-1)*since/float64(max(s.to-s.from, 1)))
}

// since returns the time at a place in columns, in nanoseconds since the begin of the
// interval. It is the inverse of column.
func (s *timeScale) since(column float64) float64 {
	all := float64(s.columns)
	return column * float64(s.to-s.from) / (all*s.bend - (s.bend-1)*column)
}

// time is since as a time.
func (s *timeScale) time(column float64) tracefeed.Time {
	return s.from + tracefeed.Time(s.since(column))
}

// finest returns the length of cells for the shortest column.
func (s *timeScale) finest() tracefeed.Time {
	shortest := min(s.bend, 1/s.bend) * float64(s.to-s.from)
	return cellFor(tracefeed.Time(math.Ceil(shortest)), float32(s.columns))
}
