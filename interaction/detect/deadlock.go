package detect

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/components"
	"tiv/tracefeed"
)

// Deadlock is the kind of finding for threads that wait for each other in a ring.
const Deadlock = "deadlock"

func deadlockDetector() Detector {
	return Detector{
		Kind: Deadlock, Severity: Error,
		Help: "threads that wait for each other in a ring, to the end of the trace",
		find: func(s *searched) (found []Finding) {
			for i := range s.rings.dead {
				found = append(found, s.rings.graph.deadlockFinding(&s.rings.dead[i]))
			}
			return found
		},
	}
}

// deadlock is a cycle of threads that wait for each other at the end of the trace.
type deadlock struct {
	nodes []int32 // the threads, in the order of waiting
	// start is the time since when all of its threads have waited.
	start    tracefeed.Time
	evidence interaction.Evidence
	facts    Ring
}

// deadlocks returns the cycles among the lost nodes of the wait-for graph at the end of
// the trace, in the order in which they closed.
func (g *waitGraph) deadlocks() []deadlock {
	var found []deadlock
	for _, component := range components.Of(len(g.nodes), g.lostNext) {
		d := deadlock{evidence: interaction.Observed}
		members := slices.DeleteFunc(component, func(n int32) bool { return g.nodes[n].thread == tracefeed.NoThread })
		slices.SortFunc(members, func(a, b int32) int { return cmp.Compare(g.nodes[a].thread, g.nodes[b].thread) })
		d.nodes = g.ring(members)
		for _, n := range d.nodes {
			w := g.nodes[n].wait
			d.start = max(d.start, w.since)
			if g.monitors[w.span.Monitor] == nil {
				d.evidence = interaction.Inferred
			}
		}
		found = append(found, d)
	}
	slices.SortFunc(found, func(a, b deadlock) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(g.nodes[a.nodes[0]].thread, g.nodes[b.nodes[0]].thread))
	})
	return found
}

// rings are the waits at the end of a trace, divided: cycles of the graph that nothing can
// open (dead), cycles that another thread may open (undecided), and groups of endless waits
// at one place (endless). The roots of the graph are known.
type rings struct {
	*ending
	dead, undecided []deadlock
	endless         []queue
}

// settle tells deadlocks from cycles that another thread may open, by the customs of the
// whole trace, and finds what follows from them.
func (e *ending) settle(c *customs) *rings {
	g, s := e.graph, &rings{ending: e}
	s.dead = g.deadlocks()
	if c.judge(g) {
		closed := s.dead
		g.findLost()
		s.dead = g.deadlocks()
		for _, d := range closed {
			if !slices.ContainsFunc(d.nodes, func(n int32) bool { return g.nodes[n].lost }) {
				d.facts.MayOpen = true
				for _, n := range d.nodes {
					g.nodes[n].undecided = true
				}
				s.undecided = append(s.undecided, d)
			}
		}
	}
	for i := range s.dead {
		s.explain(&s.dead[i])
	}
	g.findRoots(s.dead)
	s.endless = s.endlessWaits()
	return s
}

// explain sets the facts for which nothing can open a deadlock.
func (s *rings) explain(d *deadlock) {
	unproven := func(n int32) bool { return !s.graph.nodes[n].wait.span.Forever }
	byCustom := func(n int32) bool { return s.customary(s.graph.nodes[n].wait) }
	switch {
	case !slices.ContainsFunc(d.nodes, unproven):
		d.evidence = interaction.Proven
	case slices.ContainsFunc(d.nodes, byCustom):
		d.facts.Releasable = true
		if slices.ContainsFunc(d.nodes, s.graph.assumes) {
			d.evidence = interaction.Inferred
		}
	}
}

// assumes reports whether it is not known if other threads may release the monitor that
// a thread waits for.
func (g *waitGraph) assumes(n int32) bool {
	m := g.monitors[g.nodes[n].wait.span.Monitor]
	return m != nil && g.nodes[m.owned].assumed
}

// lostNext returns the lost nodes that a lost node leads to.
func (g *waitGraph) lostNext(n int32) []int32 {
	if !g.nodes[n].lost {
		return nil
	}
	next := g.nodes[n].next
	if !slices.ContainsFunc(next, func(to int32) bool { return !g.nodes[to].lost }) {
		return next
	}
	return slices.DeleteFunc(slices.Clone(next), func(to int32) bool { return !g.nodes[to].lost })
}

// ring orders the threads of a component, from the first on, so that each waits for
// the next as far as possible.
func (g *waitGraph) ring(members []int32) []int32 {
	left := map[int32]bool{}
	for _, n := range members[1:] {
		left[n] = true
	}
	ring := members[:1:1]
	for {
		to := g.blockersOf(ring[len(ring)-1])
		i := slices.IndexFunc(to, func(n int32) bool { return left[n] })
		if i < 0 {
			break
		}
		delete(left, to[i])
		ring = append(ring, to[i])
	}
	for _, n := range members {
		if left[n] {
			ring = append(ring, n)
		}
	}
	return ring
}

// monitors returns the monitors that its threads wait for.
func (d *deadlock) monitors(g *waitGraph) (list []tracefeed.MonitorID) {
	for _, n := range d.nodes {
		list = append(list, g.nodes[n].wait.span.Monitor)
	}
	return list
}

// deadlockFinding describes a cycle at the end of the trace.
func (g *waitGraph) deadlockFinding(d *deadlock) Finding {
	f := Finding{Start: d.start, Evidence: d.evidence, Facts: &d.facts}
	for _, n := range d.nodes {
		f.Threads = append(f.Threads, g.nodes[n].thread)
		f.Lost += g.nodes[n].wait.lost(g.tl)
		f.End = max(f.End, g.nodes[n].wait.until)
	}
	f.Monitors = d.monitors(g)
	f.Sites = waitSites(g.tl, f.Threads)
	return f
}
