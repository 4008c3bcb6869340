package interaction

import (
	"fmt"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// stuck returns the threads that wait at the end of the trace for an event that can
// no longer happen, except those in deadlocks. That a wait is long, or that others
// were shorter, is no reason: the same line of code serves busy and quiet queues.
// The reasons are:
//
//   - endless: the trace declares the wait endless, because no running thread can
//     reach its object (proven by the runtime), or because it has none (a nil
//     channel);
//   - behind: all owners that it needs are deadlocked, gone or stuck;
//   - still: nothing in the program runs, sleeps or waits for a device;
//   - abandoned: all threads that ever ended a wait for the same monitor have ended,
//     one of them during this wait.
//
// If the reason is the end of another thread, the program must have had time to
// react (limits.settled).
func (g *waitGraph) stuck(open []openWait, dead []deadlock, e *wakers) []Finding {
	found := g.endless(open)
	found = append(found, g.behind(dead)...)
	found = append(found, g.abandoned(open, e)...)
	return append(found, g.still(open, found, len(dead) > 0)...)
}

// endless returns a finding for each place at which threads wait without end.
func (g *waitGraph) endless(open []openWait) []Finding {
	var waits []openWait
	for _, w := range open {
		if n := g.threads[w.thread]; w.span.Forever && g.nodes[n].root == n && g.nodes[n].deadlock < 0 {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range bySite(g.tl, waits) {
		f := q.finding(g.tl, Stuck, Warning, Proven)
		why := "Nothing can end this wait: no thread that can still run reaches what it waits for."
		if len(q) >= limits.leak {
			f.Kind = Leak
		}
		if len(q) > 1 {
			why = "Nothing can end these waits: no thread that can still run reaches what they wait for."
		}
		f.Text = q.text(g.tl) + " " + why
		found = append(found, f)
	}
	return found
}

// behind returns a finding for each deadlock, ended owner or endless wait with
// threads waiting behind it.
func (g *waitGraph) behind(dead []deadlock) []Finding {
	rootOf := func(w openWait) int32 { // of a deadlock, its first thread
		root := g.nodes[g.threads[w.thread]].root
		if d := g.nodes[root].deadlock; d >= 0 {
			root = dead[d].nodes[0]
		}
		return root
	}
	var waits []openWait
	for n := range g.nodes {
		if node := &g.nodes[n]; node.wait != nil && node.root >= 0 && node.root != int32(n) {
			waits = append(waits, *node.wait)
		}
	}
	var found []Finding
	for _, q := range groupBy(waits, rootOf) {
		f := q.finding(g.tl, Stuck, Warning, Observed)
		if slices.ContainsFunc(q, func(w openWait) bool { return g.monitors[w.span.Monitor] == nil }) {
			f.Evidence = Inferred
		}
		f.Text = q.text(g.tl) + " " + g.rootReason(rootOf(q[0]))
		found = append(found, f)
	}
	return found
}

// rootReason describes why the waiters behind a root can never proceed.
func (g *waitGraph) rootReason(root int32) string {
	node := &g.nodes[root]
	name := threadName(g.tl, node.thread)
	s, _ := g.tl.Lane(node.thread).At(g.tl.End)
	switch {
	case node.deadlock >= 0:
		return "The thread that must let go, " + name + ", is deadlocked."
	case s.State == timeline.NotAlive:
		return "The thread that must let go, " + name + ", has ended."
	}
	return "The thread that must let go, " + name + ", waits without end itself."
}

// abandoned returns a finding for each monitor without an owner if all its wakers
// have ended.
func (g *waitGraph) abandoned(open []openWait, e *wakers) []Finding {
	var waits []openWait
	for _, w := range open {
		if e.allEndedSince(w) {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range byMonitor(waits) {
		f := q.finding(g.tl, Stuck, Warning, Inferred)
		f.Text = fmt.Sprintf("%s The threads that ended all %d earlier waits for it have ended themselves.", q.text(g.tl), e.byMonitor[q[0].span.Monitor].count)
		found = append(found, f)
	}
	return found
}

// still returns a finding if no thread is left that could end the waits.
func (g *waitGraph) still(open []openWait, found []Finding, dead bool) []Finding {
	if dead || len(found) > 0 || len(open) == 0 {
		return nil
	}
	since, left := tracefeed.Time(0), open
	for id := 1; id < len(g.tl.Threads); id++ {
		if g.tl.Threads[id].System {
			continue
		}
		s, _ := g.tl.Lane(tracefeed.ThreadID(id)).At(g.tl.End)
		switch {
		case len(left) > 0 && int(left[0].thread) == id:
			left = left[1:]
		case s.State != timeline.NotAlive:
			return nil
		}
		since = max(since, s.Start)
	}
	if g.tl.End-since < settledFor(g.tl.End) {
		return nil
	}
	q := queue(open).sorted()
	f := q.finding(g.tl, Stuck, Error, Inferred)
	f.Start = since
	f.Text = fmt.Sprintf("%s Since %v nothing in the program runs, sleeps or waits for a device, so nothing is left to end these waits.",
		q.text(g.tl), since)
	return []Finding{f}
}
