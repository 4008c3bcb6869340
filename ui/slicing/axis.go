package slicing

import (
	"math"
	"slices"

	"tiv/execution/slice"
)

// divideAxis is the axis of a histogram of values that are not negative.
type divideAxis struct {
	linear bool
	// low and high are its ends; first is the least value of at least 1.
	low, high, first float64
}

// zeroPart is the part of a logarithmic axis for the values below first, such as 0.
const zeroPart = 0.04

// fit makes the axis as long as the values, which are some.
func (a *divideAxis) fit(v *slice.Values) {
	a.low, a.high = float64(v.List[0]), float64(v.List[len(v.List)-1])+1
	a.first = max(a.low, 1)
	if a.low < 1 {
		if i, _ := slices.BinarySearch(v.List, 1); i < len(v.List) {
			a.first = float64(v.List[i])
		}
	}
}

// zero returns the part of the axis below first.
func (a *divideAxis) zero() float64 {
	if a.low < a.first {
		return zeroPart
	}
	return 0
}

// at returns the place of a value, from 0 to 1.
func (a *divideAxis) at(v float64) float64 {
	v = min(max(v, a.low), a.high)
	switch zero := a.zero(); {
	case a.linear:
		return (v - a.low) / (a.high - a.low)
	case v < a.first:
		return zero * (v - a.low) / (a.first - a.low)
	case a.high <= a.first:
		return 1
	default:
		return zero + (1-zero)*math.Log(v/a.first)/math.Log(a.high/a.first)
	}
}

// value returns the value at a place.
func (a *divideAxis) value(at float64) float64 {
	at = min(max(at, 0), 1)
	switch zero := a.zero(); {
	case a.linear:
		return a.low + at*(a.high-a.low)
	case at < zero:
		return a.low + at/zero*(a.first-a.low)
	default:
		return a.first * math.Pow(a.high/a.first, (at-zero)/(1-zero))
	}
}

// round rounds a value so that it differs by no more than a part of the axis would.
func (a *divideAxis) round(at, part float64) int64 {
	v := a.value(at)
	unit := math.Pow(10, math.Floor(math.Log10(max(a.value(at+part)-a.value(at-part), 1))))
	return int64(math.Round(v/unit) * unit)
}

// ticks returns values for the scale, the most important first.
func (a *divideAxis) ticks() (list []int64) {
	if a.linear {
		step := math.Pow(10, math.Floor(math.Log10(max(a.high-a.low, 1))))
		for _, k := range []float64{1, 0.5, 0.2, 0.1} {
			if unit := k * step; unit >= 1 && (a.high-a.low)/unit >= 4 || k == 0.1 {
				unit = max(unit, 1)
				for v := math.Ceil(a.low/unit) * unit; v < a.high && len(list) < 20; v += unit {
					list = append(list, int64(v))
				}
				return list
			}
		}
	}
	if a.low < 1 {
		list = append(list, 0)
	}
	for _, k := range []float64{1, 2, 5} {
		for ten := 1.0; ten < a.high; ten *= 10 {
			if v := k * ten; v >= a.first && v < a.high {
				list = append(list, int64(v))
			}
		}
		if len(list) >= 4 {
			break
		}
	}
	return list
}
