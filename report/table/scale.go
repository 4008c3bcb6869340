package table

import (
	"math"
	"strconv"

	"tiv/tracefeed"
)

// Scale is the unit and the number of decimals of a column of durations, so that its numbers
// line up.
type Scale struct {
	unit     tracefeed.Time
	name     string
	decimals int
}

// Scales returns the scales of the columns of durations, by column: the longest duration of a
// column has four significant digits. Other columns have the zero Scale. The cost is
// linear in the rows.
func (t *Table) Scales() []Scale {
	scales := make([]Scale, len(t.Heads))
	for i := range t.Heads {
		if h := &t.Heads[i]; h.Kind != Duration || h.Whole > 0 {
			continue
		}
		longest := int64(0)
		for row := range t.Len {
			longest = max(longest, t.Number(row, i))
		}
		scales[i] = ScaleOf(tracefeed.Time(longest))
	}
	return scales
}

// ScaleOf returns the scale in which a duration has four significant digits.
func ScaleOf(longest tracefeed.Time) Scale {
	s := Scale{unit: tracefeed.Nanosecond, name: "ns"}
	switch {
	case longest >= tracefeed.Second:
		s.unit, s.name = tracefeed.Second, "s"
	case longest >= tracefeed.Millisecond:
		s.unit, s.name = tracefeed.Millisecond, "ms"
	case longest >= tracefeed.Microsecond:
		s.unit, s.name = tracefeed.Microsecond, "µs"
	default:
		return s // an integer
	}
	for whole := longest / s.unit; whole > 0; whole /= 10 {
		s.decimals++
	}
	s.decimals = max(0, 4-s.decimals)
	return s
}

// Shown returns a cell of the table as people see it, in the scale of its column, as Of
// does.
func (s Scale) Shown(t *Table, row, column int) string {
	if s.unit == 0 {
		return t.Shown(row, column)
	}
	return s.Of(tracefeed.Time(t.Number(row, column)))
}

// Of returns a duration as people see it: a positive one that would be rounded to 0 is
// "< 0.001 s".
func (s Scale) Of(t tracefeed.Time) string {
	value := float64(t) / float64(s.unit)
	if value == 0 {
		return "0 " + s.name
	}
	if least := math.Pow10(-s.decimals); value < least/2 {
		return "< " + strconv.FormatFloat(least, 'f', s.decimals, 64) + " " + s.name
	}
	return strconv.FormatFloat(value, 'f', s.decimals, 64) + " " + s.name
}
