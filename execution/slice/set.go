package slice

import (
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Set is a part of the time of threads, and of the objects: what a slice covers. It never changes, and may be
// used from any goroutine. Its memory grows with its intervals; a thread of which it
// covers nothing costs nothing.
type Set struct {
	// threads has, by thread, intervals that are in order and apart from each other, none
	// empty. It may be short.
	threads [][]timeline.Interval
	// levels has, by thread, the changes of the least depth; see level. It may be short.
	levels [][]level
	// has and admits are those of a set that chooses objects. objects is their number at most.
	has, admits choice
	objects     int
}

// Of returns the intervals of a thread, in order of time, apart from each other. The
// caller must not change them.
func (s *Set) Of(t tracefeed.ThreadID) []timeline.Interval {
	if s == nil || int(t) >= len(s.threads) {
		return nil
	}
	return s.threads[t]
}

// Empty reports whether the set covers nothing, and has no object.
func (s *Set) Empty() bool {
	return s.objects == 0 && !slices.ContainsFunc(s.threads, func(list []timeline.Interval) bool { return len(list) > 0 })
}

// Intervals returns the number of intervals of all threads.
func (s *Set) Intervals() (n int) {
	if s == nil {
		return 0
	}
	for _, list := range s.threads {
		n += len(list)
	}
	return n
}

// Contains reports whether the set covers a thread at a moment.
func (s *Set) Contains(t tracefeed.ThreadID, at tracefeed.Time) bool {
	list := s.Of(t)
	i := sort.Search(len(list), func(i int) bool { return list[i].End > at })
	return i < len(list) && list[i].Start <= at
}

// Covers reports whether the set covers any of [from, to) of a thread.
func (s *Set) Covers(t tracefeed.ThreadID, from, to tracefeed.Time) bool {
	list := s.Of(t)
	i := sort.Search(len(list), func(i int) bool { return list[i].End > from })
	return i < len(list) && list[i].Start < to && from < to
}

// Within calls f for the parts of [from, to) of a thread that the set covers, in order of
// time. The cost is that of finding the first, and of the parts.
func (s *Set) Within(t tracefeed.ThreadID, from, to tracefeed.Time, f func(start, end tracefeed.Time)) {
	list := s.Of(t)
	for i := sort.Search(len(list), func(i int) bool { return list[i].End > from }); i < len(list) && list[i].Start < to; i++ {
		f(max(list[i].Start, from), min(list[i].End, to))
	}
}

// Time returns how much of [from, to) of a thread the set covers.
func (s *Set) Time(t tracefeed.ThreadID, from, to tracefeed.Time) (sum tracefeed.Time) {
	s.Within(t, from, to, func(start, end tracefeed.Time) { sum += end - start })
	return sum
}

// Overlaps reports whether the set covers some of [from, to) of a thread.
func (s *Set) Overlaps(t tracefeed.ThreadID, from, to tracefeed.Time) bool {
	list := s.Of(t)
	i := sort.Search(len(list), func(i int) bool { return list[i].End > from })
	return i < len(list) && list[i].Start < to
}

// And returns what both sets cover.
func And(a, b *Set) *Set {
	s := &Set{threads: make([][]timeline.Interval, max(len(a.threads), len(b.threads)))}
	for t := range s.threads {
		id := tracefeed.ThreadID(t)
		sweep([][]timeline.Interval{a.Of(id), b.Of(id)}, func(start, end tracefeed.Time, in []int) {
			if in[0] >= 0 && in[1] >= 0 {
				s.threads[t] = extend(s.threads[t], start, end)
			}
		})
	}
	s.chooseBoth(a, b)
	return s
}

// sweep calls f for the intervals in which at least one list covers the time and none
// changes, in order of time. in has, for each list, the number of the interval that does, -1
// for none; it is valid during the call.
func sweep(lists [][]timeline.Interval, f func(start, end tracefeed.Time, in []int)) {
	at, in := make([]int, len(lists)), make([]int, len(lists))
	now := tracefeed.Time(-1 << 63)
	for {
		next, some := tracefeed.Time(1<<63-1), false
		for i, list := range lists {
			for at[i] < len(list) && list[at[i]].End <= now {
				at[i]++
			}
			if in[i] = -1; at[i] == len(list) {
				continue
			}
			if v := list[at[i]]; v.Start <= now {
				in[i], some, next = at[i], true, min(next, v.End)
			} else {
				next = min(next, v.Start)
			}
		}
		if next == 1<<63-1 {
			return
		}
		if some {
			f(now, next, in)
		}
		now = next
	}
}

// extend appends an interval that does not begin before the end of the last one. Intervals
// that touch become one.
func extend(list []timeline.Interval, start, end tracefeed.Time) []timeline.Interval {
	switch n := len(list); {
	case start >= end:
	case n > 0 && list[n-1].End >= start:
		list[n-1].End = max(list[n-1].End, end)
	default:
		list = append(list, timeline.Interval{Start: start, End: end})
	}
	return list
}

// clip returns the part of a set in [from, to).
func clip(s *Set, from, to tracefeed.Time) *Set {
	out := &Set{threads: make([][]timeline.Interval, len(s.threads)), levels: s.levels}
	for t := range s.threads {
		s.Within(tracefeed.ThreadID(t), from, to, func(start, end tracefeed.Time) {
			out.threads[t] = extend(out.threads[t], start, end)
		})
	}
	return out
}
