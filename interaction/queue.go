package interaction

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// finding returns a finding about the threads of the queue, without its text.
func (q queue) finding(tl *timeline.Timeline, kind string, s Severity, e Evidence) Finding {
	f := Finding{Kind: kind, Severity: s, Start: q[0].since, End: tl.End, Evidence: e}
	known := map[tracefeed.MonitorID]bool{tracefeed.NoMonitor: true}
	for _, w := range q {
		f.Threads = append(f.Threads, w.thread)
		if m := w.span.Monitor; !known[m] {
			known[m] = true
			f.Monitors = append(f.Monitors, m)
		}
	}
	f.Sites = waitSites(tl, f.Threads)
	return f
}

// maxNames is the number of threads that a text names.
const maxNames = 4

// text describes the waits: threads, monitor or cause, place and start.
func (q queue) text(tl *timeline.Timeline) string {
	first := q[0].span
	where := ""
	if f, ok := siteOf(tl, first.Stack); ok {
		where = " in " + f.String()
	}
	if len(q) == 1 {
		return fmt.Sprintf("%s waits%s%s since %v, to the end of the trace, %v.", threadName(tl, q[0].thread), waitPhrase(tl, first),
			where, q[0].since, tl.End-q[0].since)
	}
	names := make([]string, 0, maxNames+1)
	for _, w := range q[:min(len(q), maxNames)] {
		names = append(names, threadName(tl, w.thread))
	}
	if more := len(q) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	what := waitPhrase(tl, first)
	if slices.ContainsFunc(q, func(w openWait) bool { return w.span.Monitor != first.Monitor || w.span.Cause != first.Cause }) {
		what = ""
	}
	if slices.ContainsFunc(q, func(w openWait) bool { return w.span.Stack != first.Stack }) {
		where = ""
	}
	return fmt.Sprintf("%d threads wait%s%s to the end of the trace, the first since %v: %s and %s.", len(q), what, where, q[0].since,
		strings.Join(names[:last], ", "), names[last])
}

// waitPhrase returns the object of a wait, with a leading space.
func waitPhrase(tl *timeline.Timeline, s timeline.Span) string {
	switch {
	case s.State != timeline.Blocking:
		return " (" + s.Cause.String() + ")"
	case s.Monitor == tracefeed.NoMonitor:
		return " for a lock"
	}
	return monitorPhrase(tl, s.Monitor)
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
