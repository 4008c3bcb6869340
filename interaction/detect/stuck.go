package detect

import (
	"slices"

	"tiv/interaction"
	"tiv/tracefeed"
)

// Stuck is the kind of finding for threads that wait for an event that can no
// longer happen.
const Stuck = "stuck"

// stuckDetector finds the threads that wait at the end of the trace for an event
// that can no longer happen, except those in deadlocks. That a wait is long, or
// that others were shorter, is no reason: the same line of code serves busy and
// quiet queues. The reasons are:
//
//   - Endless: the trace declares the wait endless, because no running thread can
//     reach its object (proven by the runtime), or because it has none (a nil
//     channel);
//   - Behind: all owners that it needs are deadlocked, gone or stuck;
//   - Abandoned: all threads that ever ended a wait for the same monitor have ended,
//     one of them during this wait;
//   - Still: nothing in the program runs, sleeps or waits for a device, and the recorder
//     states that nothing else can end the waits, such as a timer or a signal.
//
// If the reason is the end of another thread, the program must have had time to
// react (Limits.Settled).
func stuckDetector(l Limits) Detector {
	return Detector{
		Kind: Stuck, Severity: Warning,
		Help: "threads whose waits nothing can end any more",
		find: func(s *searched) []Finding {
			if !s.lost() {
				return s.rings.stuckTogether()
			}
			return append(s.rings.endlessFindings(func(threads int) bool { return float64(threads) < l.Leak }), s.stuck...)
		},
	}
}

// endlessWaits returns, for each place, the threads that wait there without end.
func (s *rings) endlessWaits() []queue {
	var waits []openWait
	for _, w := range s.open {
		n := s.graph.threads[w.thread]
		if node := &s.graph.nodes[n]; w.span.Forever && node.root == n && node.deadlock < 0 {
			waits = append(waits, w)
		}
	}
	return bySite(s.tl, waits)
}

// endlessFindings returns a finding for each place at which a wanted number of
// threads waits without end.
func (s *rings) endlessFindings(wanted func(threads int) bool) []Finding {
	var found []Finding
	for _, q := range s.endless {
		if wanted(len(q)) {
			f, facts := q.finding(s.tl, interaction.Proven), &Endless{q.waiting(s.tl)}
			facts.Waiting.Told, facts.Waiting.Answered = s.toldBefore(q[0]), answeredBefore(s.tl, q[0])
			f.Facts = facts
			found = append(found, f)
		}
	}
	return found
}

// behind returns a finding for each deadlock, ended owner or endless wait with
// threads waiting behind it.
func (s *rings) behind() []Finding {
	g := s.graph
	rootOf := func(w openWait) int32 { // of a deadlock, its first thread
		root := g.nodes[g.threads[w.thread]].root
		if d := g.nodes[root].deadlock; d >= 0 {
			root = s.dead[d].nodes[0]
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
		f := q.finding(s.tl, interaction.Observed)
		f.Facts = &Behind{q.waiting(s.tl)}
		if slices.ContainsFunc(q, func(w openWait) bool {
			return g.monitors[w.span.Monitor] == nil || g.assumes(g.threads[w.thread])
		}) {
			f.Evidence = interaction.Inferred
		}
		root := &g.nodes[rootOf(q[0])]
		f.Root = s.rootOf(q, root.thread)
		f.Root.Deadlocked = root.deadlock >= 0
		found = append(found, f)
	}
	return found
}

// rootOf returns a thread that some waits are for, with its state at the end of the trace.
func (s *trace) rootOf(q queue, t tracefeed.ThreadID) *Root {
	span, _ := s.tl.Lane(t).At(s.tl.End)
	r := &Root{Thread: t, State: span.State, Since: span.Start}
	r.Site, _ = siteOf(s.tl, span.Stack)
	m := q[0].span.Monitor
	other := slices.ContainsFunc(q, func(w openWait) bool { return w.span.Monitor != m })
	if !other && slices.Contains(s.tl.Owners(m, s.tl.End), t) {
		r.Holds = m
	}
	return r
}

// abandoned returns a finding for each monitor without an owner if all its wakers
// have ended; their waits must be at least Limits.Wakers.
func (s *rings) abandoned(e *wakers) []Finding {
	var waits []openWait
	for _, w := range s.open {
		if e.allEndedSince(w, s.limits.Wakers) {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range byMonitor(waits) {
		f := q.finding(s.tl, interaction.Inferred)
		f.Facts = &Abandoned{q.waiting(s.tl), e.byMonitor[q[0].span.Monitor].count}
		found = append(found, f)
	}
	return found
}

// isFree reports whether a wait is for a monitor that its last holder has released:
// the waiter can go on, though it has not run yet.
func (s *trace) isFree(w openWait) (free bool) {
	if w.span.State != tracefeed.Blocking || s.tl.HandedOver(w.span.Monitor) {
		return false
	}
	held := false
	s.tl.Holding(w.span.Monitor).Each(0, s.tl.End, func(_, _ tracefeed.Time, holders []tracefeed.ThreadID) {
		held, free = held || len(holders) > 0, len(holders) == 0
	})
	return held && free
}
