package timeline

import (
	"cmp"
	"slices"
)

// Union returns the time of intervals as intervals in order of time that neither overlap nor
// touch. It reuses the list.
func Union(list []Interval) []Interval {
	slices.SortFunc(list, func(a, b Interval) int { return cmp.Compare(a.Start, b.Start) })
	out := list[:0]
	for _, v := range list {
		if n := len(out); n > 0 && v.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, v.End)
		} else {
			out = append(out, v)
		}
	}
	return out
}
