package interaction

import (
	"slices"

	"tiv/tracefeed"
)

// monitorPart is the time that a thread waited for one blocker at one monitor.
//
// There can be as many parts as ownership intervals. If a thread has too many, only
// the two longest of each blocker are kept, and the longest of the others is recorded
// in pairTotal.dropped. A later total may be too small by that amount, so the monitor
// waited for longest is known only if its part exceeds the second by more than
// dropped.
type monitorPart struct {
	monitor tracefeed.MonitorID
	blocker tracefeed.ThreadID
	time    tracefeed.Time
}

// longest are the indices of the two longest parts of a pair, the longest first; -1
// is none. left is the time of the third.
type longest struct {
	first, second int32
	left          tracefeed.Time
}

// monitor returns the monitor waited for longest, the lowest id if there are
// several, or NoMonitor if it is not known.
func (l *longest) monitor(r *threadTotals, s *pairTotal) tracefeed.MonitorID {
	if l.first < 0 {
		return tracefeed.NoMonitor
	}
	most, second := &r.parts[l.first], tracefeed.Time(0)
	if l.second >= 0 {
		second = r.parts[l.second].time
	}
	if s.dropped > 0 && most.time <= second+s.dropped {
		return tracefeed.NoMonitor
	}
	return most.monitor
}

// findLongest finds the longest parts of each sum. The parts must be merged.
func (a *threadAggregator) findLongest(r *threadTotals) {
	sumIndex := a.sumIndex[Lock]
	a.longest = slices.Grow(a.longest[:0], len(r.sums))[:len(r.sums)]
	for i := range r.sums {
		a.longest[i] = longest{first: -1, second: -1}
		if s := &r.sums[i]; s.kind == Lock {
			sumIndex[s.blocker] = int32(i)
		}
	}
	for i := range r.parts {
		p := &r.parts[i]
		l, out := &a.longest[sumIndex[p.blocker]], int32(i)
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
		sumIndex[r.sums[i].blocker] = 0
	}
}

// prune drops all but the two longest parts of each sum.
func (a *threadAggregator) prune(r *threadTotals) {
	a.findLongest(r)
	var keep []int32
	for i, l := range a.longest {
		if l.first >= 0 {
			keep = append(keep, l.first)
		}
		if l.second >= 0 {
			keep = append(keep, l.second)
		}
		r.sums[i].dropped += l.left
	}
	slices.Sort(keep) // which is by monitor
	parts := make([]monitorPart, len(keep))
	for k, i := range keep {
		parts[k] = r.parts[i]
	}
	r.parts, r.merged = parts, len(parts)
}

// mergeParts adds up the parts of the same blocker and monitor.
func (a *threadAggregator) mergeParts(r *threadTotals) {
	if len(r.parts) == r.merged {
		return
	}
	order := a.sortedOrder(len(r.parts), func(i int) uint64 { return uint64(uint32(r.parts[i].monitor)) })
	merged, first := make([]monitorPart, 0, len(order)), 0
	partIndex := a.sumIndex[Lock] // of the parts of one monitor
	for k, key := range order {
		p := r.parts[uint32(key)]
		if i := partIndex[p.blocker]; i > 0 {
			merged[i-1].time += p.time
		} else {
			merged = append(merged, p)
			partIndex[p.blocker] = int32(len(merged))
		}
		if k+1 == len(order) || order[k+1]>>32 != key>>32 {
			for ; first < len(merged); first++ {
				partIndex[merged[first].blocker] = 0
			}
		}
	}
	r.parts, r.merged = merged, len(merged)
}
