package interaction

import (
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// history is the waits of all threads in a window. Who held what they wait for
// is found out once for all that wait for it.
type history struct {
	tl *timeline.Timeline
	// The window is that of waits and locks, but for what is before from.
	from, to tracefeed.Time
	waits    []wait // by thread, and then by time
	locks    map[tracefeed.MonitorID][]stretch
}

// wait is a span in which a thread waits, and the part of it in the window.
type wait struct {
	thread     tracefeed.ThreadID
	span       timeline.Span
	start, end tracefeed.Time
}

// stretch is a stretch of time in which the same threads hold a monitor.
type stretch struct {
	start, end tracefeed.Time
	holders    []tracefeed.ThreadID
}

func newHistory(tl *timeline.Timeline, from, to tracefeed.Time) *history {
	h := &history{tl: tl, from: from, to: to, locks: map[tracefeed.MonitorID][]stretch{}}
	for id := 1; id < len(tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		eachWait(tl, t, from, to, func(s timeline.Span, start, end tracefeed.Time) {
			h.waits = append(h.waits, wait{t, s, start, end})
		})
	}
	return h
}

// latestHistory returns the latest part of a window whose waits have no more
// than about budget stretches.
func latestHistory(tl *timeline.Timeline, from, to tracefeed.Time, budget int) *history {
	h := newHistory(tl, tl.Latest(from, to, budget), to)
	for h.from < to && h.count(budget) > budget {
		h.from += (to - h.from + 1) / 2
	}
	return h
}

// count returns how many stretches the waits have. It stops to count beyond
// most.
func (h *history) count(most int) (n int) {
	for i := 0; i < len(h.waits) && n <= most; i++ {
		w := &h.waits[i]
		switch start := max(w.start, h.from); {
		case start >= w.end:
		case w.span.State == timeline.Blocking:
			list := h.lock(w.span.Monitor)
			n += after(list, w.end-1) - after(list, start) + 1
		default:
			n++
		}
	}
	return n
}

// lock returns who held a monitor in the window.
func (h *history) lock(m tracefeed.MonitorID) []stretch {
	list, known := h.locks[m]
	if !known {
		var all []tracefeed.ThreadID
		h.tl.Holds(m).Each(h.from, h.to, func(start, end tracefeed.Time, holders []tracefeed.ThreadID) {
			all = append(all, holders...)
			n := len(all)
			list = append(list, stretch{start, end, all[n-len(holders) : n : n]})
		})
		h.locks[m] = list
	}
	return list
}

// after returns the index of the first stretch that ends after t.
func after(list []stretch, t tracefeed.Time) int {
	return sort.Search(len(list), func(i int) bool { return list[i].end > t })
}

// each calls f for every edge of a wait; see EachEdge.
func (h *history) each(w *wait, f func(Edge)) {
	start := max(w.start, h.from)
	if start >= w.end {
		return
	}
	var list []stretch
	if w.span.State == timeline.Blocking {
		list = h.lock(w.span.Monitor)
	}
	eachStretch(func(from, to tracefeed.Time, f func(start, end tracefeed.Time, holders []tracefeed.ThreadID)) {
		for _, s := range list[after(list, from):] {
			if s.start >= to {
				return
			}
			f(max(s.start, from), min(s.end, to), s.holders)
		}
	}, w.thread, w.span, start, w.end, f)
}
