package clock

import (
	"slices"
	"sort"
)

// limit is a limit of an offset at a time.
type limit struct{ at, offset Time }

// limits are upper limits of an offset that changes by a drift at most. Each one implies others
// at all times: a cone, with its tip at the limit. Only limits outside of all other cones
// are kept, in order of time.
type limits []limit

// at returns the least upper limit at a time: that of the limit before or after it.
func (l limits) at(t Time, drift rate) Time {
	i := l.search(t)
	least := none
	if i > 0 {
		least = l[i-1].offset + drift.over(t-l[i-1].at)
	}
	if i < len(l) {
		least = min(least, l[i].offset+drift.over(l[i].at-t))
	}
	return least
}

// search returns the index of the first limit that is not before a time.
func (l limits) search(t Time) int {
	if n := len(l); n == 0 || l[n-1].at < t {
		return n // as nearly all new ones
	}
	return sort.Search(len(l), func(i int) bool { return l[i].at >= t })
}

// add returns the limits with another one, without those that it implies. Limits in order of
// time take constant time on average.
func (l limits) add(x limit, drift rate) limits {
	if l.at(x.at, drift) <= x.offset {
		return l
	}
	i := l.search(x.at)
	first, last := i, i
	for first > 0 && l[first-1].offset >= x.offset+drift.over(x.at-l[first-1].at) {
		first--
	}
	for last < len(l) && l[last].offset >= x.offset+drift.over(l[last].at-x.at) {
		last++
	}
	return slices.Replace(l, first, last, x)
}

// knots appends the times after from and up to the time to at which the limit bends: those of
// limits, and those where two cones meet.
func (l limits) knots(out []Time, from, to Time, drift rate) []Time {
	for i := max(l.search(from)-1, 0); i < len(l) && l[i].at <= to; i++ {
		out = append(out, l[i].at)
		if i+1 < len(l) {
			a, b := l[i], l[i+1]
			// The way to the meeting is half the way, and what the drift needs for half the difference.
			half := float64(b.offset-a.offset) / 2 * 1e9 / float64(drift)
			meet := a.at + (b.at-a.at)/2 + Time(half)
			out = append(out, min(max(meet, a.at), b.at), min(max(meet+1, a.at), b.at))
		}
	}
	return out
}

// span is the range of an offset. Without a limit, Low is -none or High is none.
type span struct{ low, high Time }

// closed reports whether the range has both limits.
func (s span) closed() bool { return s.low > -none && s.high < none }

// middle returns the middle of a closed range.
func (s span) middle() Time { return s.low + (s.high-s.low)/2 }

// shrink returns the range without a margin at both limits.
func (s span) shrink(margin Time) span {
	if s.low > -none {
		s.low += margin
	}
	if s.high < none {
		s.high -= margin
	}
	return s
}

// stretch is the time between two steps of a clock.
type stretch struct {
	first, last  Time   // times of limits
	upper, lower limits // lower: negated
}

// at returns the range of the offset at a time.
func (s *stretch) at(t Time, drift rate) span {
	r := span{-none, none}
	if len(s.lower) > 0 {
		r.low = -s.lower.at(t, drift)
	}
	if len(s.upper) > 0 {
		r.high = s.upper.at(t, drift)
	}
	return r
}

// envelope is the range of an offset over time.
type envelope struct {
	drift     rate
	stretches []stretch
	// contradictions is the number of limits that contradicted earlier ones.
	contradictions int
}

// add adds a limit, an upper or a lower one. If it contradicts earlier limits, it begins
// another stretch. Limits from before the stretch, and contradictions out of order, are dropped.
func (e *envelope) add(x limit, upper bool) {
	n := len(e.stretches)
	if n == 0 {
		e.begin(x, upper)
		return
	}
	s := &e.stretches[n-1]
	if x.at < s.first && n > 1 {
		return
	}
	r := s.at(x.at, e.drift)
	if upper && x.offset < r.low || !upper && x.offset > r.high {
		e.contradictions++
		if x.at >= s.last {
			e.begin(x, upper)
		}
		return
	}
	s.insert(x, upper, e.drift)
}

// begin begins a stretch with a limit.
func (e *envelope) begin(x limit, upper bool) {
	e.stretches = append(e.stretches, stretch{first: x.at, last: x.at})
	e.stretches[len(e.stretches)-1].insert(x, upper, e.drift)
}

// insert adds a limit to the stretch.
func (s *stretch) insert(x limit, upper bool, drift rate) {
	s.first, s.last = min(s.first, x.at), max(s.last, x.at)
	if upper {
		s.upper = s.upper.add(x, drift)
	} else {
		s.lower = s.lower.add(limit{x.at, -x.offset}, drift)
	}
}

// at returns the range of the offset at a time. Between two stretches the clock made a step
// at an unknown time, and the range covers that of both.
func (e *envelope) at(t Time) span {
	i := sort.Search(len(e.stretches), func(i int) bool { return e.stretches[i].first > t }) - 1
	if i < 0 {
		if len(e.stretches) == 0 {
			return span{-none, none}
		}
		i = 0
	}
	r := e.stretches[i].at(t, e.drift)
	if i+1 < len(e.stretches) && t > e.stretches[i].last {
		next := e.stretches[i+1].at(t, e.drift)
		r = span{min(r.low, next.low), max(r.high, next.high)}
	}
	return r
}

// knots returns the times after from and up to the time to at which the range bends.
func (e *envelope) knots(from, to Time) (out []Time) {
	i := sort.Search(len(e.stretches), func(i int) bool { return e.stretches[i].last > from })
	for ; i < len(e.stretches) && e.stretches[i].first <= to; i++ {
		s := &e.stretches[i]
		out = append(s.upper.knots(s.lower.knots(out, from, to, e.drift), from, to, e.drift), s.first, s.last, s.last+1)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	first, _ := slices.BinarySearch(out, from+1)
	last, _ := slices.BinarySearch(out, to+1)
	return out[first:last]
}

// ends returns the first and the last time of a limit.
func (e *envelope) ends() (first, last Time, ok bool) {
	n := len(e.stretches)
	if n == 0 {
		return 0, 0, false
	}
	return e.stretches[0].first, e.stretches[n-1].last, true
}

// equal reports whether both envelopes have the same limits.
func (e *envelope) equal(o *envelope) bool {
	return slices.EqualFunc(e.stretches, o.stretches, func(a, b stretch) bool {
		return slices.Equal(a.upper, b.upper) && slices.Equal(a.lower, b.lower)
	})
}

// whole reports whether the range has both limits at all times, and no steps.
func (e *envelope) whole() bool {
	return len(e.stretches) == 1 && len(e.stretches[0].upper) > 0 && len(e.stretches[0].lower) > 0
}
