package slice

import (
	"math"
	"slices"
)

// Division is a way to divide values into ranges.
type Division uint8

// The divisions.
const (
	// EqualWidth: the ranges are equally wide.
	EqualWidth Division = iota
	// EqualNumber: they have about equally many values.
	EqualNumber
	// Logarithmic: the ends of each have the same ratio, as far as values are above 0.
	Logarithmic
	// Natural: the values in each differ as little as possible (natural breaks: the sum of
	// squared deviations from the means of the ranges is least).
	Natural
	numDivisions
)

// Divisions returns all divisions.
func Divisions() (list []Division) {
	for d := range numDivisions {
		list = append(list, d)
	}
	return list
}

func (d Division) String() string {
	return [...]string{"equal width", "equal number", "logarithmic", "natural breaks"}[d]
}

// Breaks returns at most n-1 values that divide sorted values into ranges: each is the first
// of its range, in order, without the first of all. There are fewer if not all ranges
// would have values.
func Breaks(values []int64, by Division, n int) (breaks []int64) {
	if len(values) == 0 || n < 2 {
		return nil
	}
	low, high := values[0], values[len(values)-1]
	switch by {
	case Natural:
		breaks = naturalBreaks(values, n)
	default:
		for i := 1; i < n; i++ {
			share := float64(i) / float64(n)
			switch by {
			case EqualWidth:
				breaks = append(breaks, low+int64(share*float64(high-low)))
			case EqualNumber:
				breaks = append(breaks, values[int(share*float64(len(values)))])
			case Logarithmic:
				from := float64(max(low, 1))
				breaks = append(breaks, int64(math.Round(from*math.Pow(float64(high)/from, share))))
			}
		}
	}
	breaks = slices.DeleteFunc(breaks, func(x int64) bool { return x <= low || x > high })
	return slices.Compact(breaks)
}
