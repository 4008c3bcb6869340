package taskplot

import (
	"math"

	"tiv/scene/view"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// zeroRoom is the part of a logarithmic axis between zero and the least number above it.
const zeroRoom = 0.06

// Scale gives the numbers of a measure a place on an axis.
type Scale struct {
	Measure *measure.Measure
	// linear says that places are proportional to numbers; otherwise to their logarithms, with
	// zero at the lower end.
	linear bool
	// least is the number at zeroRoom, most that at the upper end.
	least, most int64
	// base is the logarithm of least, span the distance to that of most.
	base, span float64
}

// Title names the axis.
func (s *Scale) Title() string {
	if s.linear {
		return s.Measure.Title
	}
	return s.Measure.Title + ", logarithmic"
}

// newScale returns a scale for numbers that are 0, or from least to most.
func newScale(m *measure.Measure, linear bool, least, most int64) Scale {
	least, most = max(least, 1), max(most, 1)
	if !linear && most == least { // one number alone is at the upper end, if that leaves room below
		least = max(1, most/10)
		most = max(most, 10*least)
	}
	base := math.Log(float64(least))
	return Scale{m, linear, least, most, base, math.Log(float64(most)) - base}
}

// At returns the place of a number, from 0 to 1.
func (s *Scale) At(n int64) float32 {
	switch {
	case n <= 0:
		return 0
	case s.linear:
		return float32(min(float64(n)/float64(s.most), 1))
	}
	u := (math.Log(float64(n)) - s.base) / s.span
	return float32(zeroRoom + (1-zeroRoom)*min(max(u, 0), 1))
}

// From returns the least number that has a place, or a higher one.
func (s *Scale) From(place float32) int64 {
	if place <= 0 {
		return 0
	}
	n := s.number(float64(place))
	for n > 0 && s.At(n-1) >= place { // rounding
		n--
	}
	for n < s.most && s.At(n) < place {
		n++
	}
	return n
}

// To returns the greatest number that has a place, or a lower one; none is greater than the number
// at the end of the axis.
func (s *Scale) To(place float32) int64 {
	switch {
	case place >= 1:
		return math.MaxInt64
	case place < 0:
		return -1
	}
	return s.From(math.Nextafter32(place, 2)) - 1
}

// number returns about the number at a place.
func (s *Scale) number(place float64) int64 {
	switch {
	case place >= 1:
		return s.most
	case s.linear:
		return int64(math.Round(place * float64(s.most)))
	case place < zeroRoom:
		return 1
	}
	u := (place - zeroRoom) / (1 - zeroRoom)
	return min(int64(math.Round(math.Exp(s.base+u*s.span))), s.most)
}

// Ticks returns the numbers with a tick, at most n of them besides zero, from the lowest up.
func (s *Scale) Ticks(low, high float32, n int) (list []int64) {
	n = max(n, 1)
	if s.linear {
		return s.even(s.number(float64(max(low, 0))), low, high, n)
	}
	if low <= 0 {
		list = append(list, 0)
	}
	powers := s.powers(low, high, n)
	if len(powers) < fewTicks { // of numbers that are near each other
		if even := s.even(max(s.number(float64(low)), s.least), low, high, max(2*n/3, 1)); len(even) > len(powers) {
			powers = even
		}
	}
	return append(list, powers...)
}

// fewTicks is the number of ticks at powers of ten below which those at even distances are better.
const fewTicks = 3

// even returns ticks at even distances from a number on, between two places.
func (s *Scale) even(from int64, low, high float32, n int) (list []int64) {
	step := s.step(max(1, s.number(float64(min(high, 1)))-from), n)
	for x := from / step * step; x <= s.most; x += step {
		if u := s.At(x); u >= low && u <= high && (s.linear || x >= from) {
			list = append(list, x)
		}
		if x > math.MaxInt64-step {
			break
		}
	}
	return list
}

// step returns the round distance of at most n ticks in a length.
func (s *Scale) step(length int64, n int) int64 {
	if step := view.NiceStep(tracefeed.Time(length), n); s.Measure.Unit == measure.Nanoseconds && step < view.LongestStep {
		return int64(step)
	}
	for unit := int64(1); unit < math.MaxInt64/10; unit *= 10 {
		for _, f := range [...]int64{1, 2, 5} {
			if length/(f*unit) < int64(n) {
				return f * unit
			}
		}
	}
	return math.MaxInt64 / 10
}

// powers returns ticks at powers of ten between two places, and where there is room at 2 and 5
// times these.
func (s *Scale) powers(low, high float32, n int) (list []int64) {
	for _, factors := range [][]int64{{1, 2, 5}, {1, 3}, {1}} {
		list = list[:0]
		for unit := int64(1); unit <= s.most; unit *= 10 {
			for _, f := range factors {
				x := f * unit
				if u := s.At(x); x >= s.least && x <= s.most && u >= low && u <= high {
					list = append(list, x)
				}
			}
			if unit > math.MaxInt64/100 {
				break
			}
		}
		if len(list) <= n {
			return list
		}
	}
	every := (len(list) + n - 1) / n
	kept := list[:0]
	for i := 0; i < len(list); i += every {
		kept = append(kept, list[i])
	}
	return kept
}
