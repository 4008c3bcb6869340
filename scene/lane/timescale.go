package lane

import (
	"math"

	"tiv/tracefeed"
)

// TimeScale maps the times of an interval to columns of pixels.
type TimeScale struct {
	From, To tracefeed.Time
	Columns  int
	// bend is the distance of the end from the viewer, relative to that of the begin: 1 in a
	// view straight on. In perspective, columns near the viewer are shorter times.
	bend float64
	// perTime is the number of columns of a nanosecond straight on.
	perTime float64
}

// NewTimeScale returns the scale of an interval in a number of columns.
func NewTimeScale(from, to tracefeed.Time, columns int, bend float64) TimeScale {
	return TimeScale{from, to, columns, bend, float64(columns) / float64(max(to-from, 1))}
}

// Column returns the place of a time in columns; of a time outside of the interval, that of
// its nearer end.
func (s *TimeScale) Column(t tracefeed.Time) float64 {
	since := float64(min(max(t, s.From), s.To) - s.From)
	if s.bend == 1 {
		return since * s.perTime
	}
	return since * s.perTime * s.bend / (1 + (s.bend-1)*since/float64(max(s.To-s.From, 1)))
}

// Since returns the time at a place in columns, in nanoseconds since the begin of the
// interval. It is the inverse of column.
func (s *TimeScale) Since(column float64) float64 {
	all := float64(s.Columns)
	return column * float64(s.To-s.From) / (all*s.bend - (s.bend-1)*column)
}

// time is since as a time.
func (s *TimeScale) time(column float64) tracefeed.Time {
	return s.From + tracefeed.Time(s.Since(column))
}

// Finest returns the length of cells for the shortest column.
func (s *TimeScale) Finest() tracefeed.Time {
	shortest := min(s.bend, 1/s.bend) * float64(s.To-s.From)
	return CellFor(tracefeed.Time(math.Ceil(shortest)), float32(s.Columns))
}
