package interaction

import (
	"slices"

	"tiv/tracefeed"
)

// monitorPart is some time that was waited for one thread at one monitor.
//
// There can be as many parts as stretches. Where a thread has too many, only the
// two longest of each blocker are kept, and the most that any other had is noted.
// What is added up later may be too little by that. So the monitor that was
// waited for longest is known only if its part is longer than the second by more
// than what is noted.
type monitorPart struct {
	monitor tracefeed.MonitorID
	blocker tracefeed.ThreadID
	time    tracefeed.Time
}

// manyParts is how many parts all threads together may have, besides the two
// longest of each pair. Tests set it.
var manyParts = 1 << 23

// longest is the two longest parts of a sum, by their numbers, the longest
// first; -1 is none. left is the longest of the others.
type longest struct {
	first, second int32
	left          tracefeed.Time
}

// monitor returns what was waited for longest, the first by id if there are
// several, NoMonitor if it is not known.
func (l *longest) monitor(r *tallyRow, s *pairSum) tracefeed.MonitorID {
	if l.first < 0 {
		return tracefeed.NoMonitor
	}
	most, second := &r.parts[l.first], tracefeed.Time(0)
	if l.second >= 0 {
		second = r.parts[l.second].time
	}
	if s.forgotten > 0 && most.time <= second+s.forgotten {
		return tracefeed.NoMonitor
	}
	return most.monitor
}

// findLongest finds the longest parts of each sum. The parts are joined.
func (a *adder) findLongest(r *tallyRow) {
	at := a.at[Lock]
	a.longest = slices.Grow(a.longest[:0], len(r.sums))[:len(r.sums)]
	for i := range r.sums {
		a.longest[i] = longest{first: -1, second: -1}
		if s := &r.sums[i]; s.kind == Lock {
			at[s.blocker] = int32(i)
		}
	}
	for i := range r.parts {
		p := &r.parts[i]
		l, out := &a.longest[at[p.blocker]], int32(i)
		if l.first < 0 || p.time > r.parts[l.first].time {
			l.first, l.second, out = out, l.first, l.second
		} else if l.second < 0 || p.time > r.parts[l.second].time {
			l.second, out = out, l.second
		}
		if out >= 0 {
			l.left = max(l.left, r.parts[out].time)
		}
	}
	for i := range r.sums {
		at[r.sums[i].blocker] = 0
	}
}

// prune keeps the two longest parts of each sum.
func (a *adder) prune(r *tallyRow) {
	a.findLongest(r)
	var keep []int32
	for i, l := range a.longest {
		if l.first >= 0 {
			keep = append(keep, l.first)
		}
		if l.second >= 0 {
			keep = append(keep, l.second)
		}
		r.sums[i].forgotten += l.left
	}
	slices.Sort(keep) // by monitor
	parts := make([]monitorPart, len(keep))
	for k, i := range keep {
		parts[k] = r.parts[i]
	}
	r.parts, r.joined = parts, len(parts)
}

// join adds up the parts of the same blocker and monitor.
func (a *adder) join(r *tallyRow) {
	if len(r.parts) == r.joined {
		return
	}
	order := a.order(len(r.parts), func(i int) uint64 { return uint64(uint32(r.parts[i].monitor)) })
	joined, first := make([]monitorPart, 0, len(order)), 0
	at := a.at[Lock] // of the parts of one monitor
	for k, key := range order {
		p := r.parts[uint32(key)]
		if i := at[p.blocker]; i > 0 {
			joined[i-1].time += p.time
		} else {
			joined = append(joined, p)
			at[p.blocker] = int32(len(joined))
		}
		if k+1 == len(order) || order[k+1]>>32 != key>>32 {
			for ; first < len(joined); first++ {
				at[joined[first].blocker] = 0
			}
		}
	}
	r.parts, r.joined = joined, len(joined)
}
