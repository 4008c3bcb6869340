package detect

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// queue is open waits with the same cause.
type queue []openWait

// sorted returns a copy in order of start and thread.
func (q queue) sorted() queue {
	q = slices.Clone(q)
	slices.SortFunc(q, func(a, b openWait) int { return cmp.Or(cmp.Compare(a.since, b.since), cmp.Compare(a.thread, b.thread)) })
	return q
}

// finding returns a finding about the threads of the queue, without facts.
func (q queue) finding(tl *timeline.Timeline, e interaction.Evidence) Finding {
	f := Finding{Start: q[0].since, Evidence: e}
	known := map[tracefeed.MonitorID]bool{tracefeed.NoMonitor: true}
	for _, w := range q {
		f.Threads = append(f.Threads, w.thread)
		f.Lost += w.lost(tl)
		f.End = max(f.End, w.until)
		if m := w.span.Monitor; !known[m] {
			known[m] = true
			f.Monitors = append(f.Monitors, m)
		}
	}
	f.Sites = waitSites(tl, f.Threads)
	return f
}

// waiting describes the waits.
func (q queue) waiting(tl *timeline.Timeline) Waiting {
	first := q[0].span
	w := Waiting{Since: q[0].since, Lock: first.State == tracefeed.Blocking, Monitor: first.Monitor, Cause: first.Cause}
	differ := slices.ContainsFunc(q, func(o openWait) bool { return o.span.Monitor != first.Monitor })
	w.Mixed = differ && w.Lock || slices.ContainsFunc(q, func(o openWait) bool { return o.span.Cause != first.Cause })
	if differ && !w.Lock {
		w.Monitor = tracefeed.NoMonitor
	}
	if !slices.ContainsFunc(q, func(o openWait) bool { return o.span.Stack != first.Stack }) {
		w.Site, _ = siteOf(tl, first.Stack)
	}
	return w
}

// bySite groups waits by their place in the code and the entry function of their
// threads, in the order of the first wait of each group.
func bySite(tl *timeline.Timeline, waits []openWait) []queue {
	type site struct{ place, root tracefeed.FrameID }
	return groupBy(waits, func(w openWait) (s site) {
		if stack := tl.Stacks[w.span.Stack]; len(stack) > 0 {
			s = site{stack[userFrame(tl, stack)], stack[len(stack)-1]}
		}
		return s
	})
}

// byMonitor groups waits by their monitor, in the order of the first wait of each
// group.
func byMonitor(waits []openWait) []queue {
	return groupBy(waits, func(w openWait) tracefeed.MonitorID { return w.span.Monitor })
}

// groupBy groups waits with the same key, in the order of the first wait of each
// group.
func groupBy[K comparable](waits []openWait, key func(openWait) K) []queue {
	index := map[K]int{}
	var groups []queue
	for _, w := range waits {
		k := key(w)
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], w)
	}
	for i := range groups {
		groups[i] = groups[i].sorted()
	}
	return groups
}
