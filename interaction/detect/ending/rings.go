package ending

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/components"
	"tiv/tracefeed"
)

// Deadlock is a cycle of threads that wait for each other at the end of the trace.
type Deadlock struct {
	nodes []int32 // of the threads
	// Waits are the waits of its threads: each thread waits for the next.
	Waits []*Wait
	// Start is the time since when all of its threads have waited.
	Start    tracefeed.Time
	Evidence interaction.Evidence
	// MayOpen: another thread may open it. Releasable: any thread may release such monitors;
	// in the trace only their holders did (observed), or nobody (inferred).
	MayOpen, Releasable bool
}

// deadlocks returns the cycles among the lost nodes of the wait-for graph at the end of
// the trace, in the order in which they closed.
func (g *waitGraph) deadlocks() []Deadlock {
	var found []Deadlock
	for _, component := range components.Of(len(g.nodes), g.lostNext) {
		d := Deadlock{Evidence: interaction.Observed}
		members := slices.DeleteFunc(component, func(n int32) bool { return g.nodes[n].thread == tracefeed.NoThread })
		slices.SortFunc(members, func(a, b int32) int { return cmp.Compare(g.nodes[a].thread, g.nodes[b].thread) })
		d.nodes = g.ring(members)
		for _, n := range d.nodes {
			w := g.nodes[n].wait
			d.Waits = append(d.Waits, w)
			d.Start = max(d.Start, w.Since)
			if g.monitors[w.Span.Monitor] == nil {
				d.Evidence = interaction.Inferred
			}
		}
		found = append(found, d)
	}
	slices.SortFunc(found, func(a, b Deadlock) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(g.nodes[a.nodes[0]].thread, g.nodes[b.nodes[0]].thread))
	})
	return found
}

// Rings are the waits at the end of a trace, divided: cycles of the graph that nothing can
// open (Dead), cycles that another thread may open (Undecided), and groups of endless waits
// at one place (Endless). The roots of the graph are known.
type Rings struct {
	*Ending
	Dead, Undecided []Deadlock
	Endless         []Queue
	// Reads are the rings of threads of which at least one waits to read what the next should
	// put into a stream.
	Reads []Deadlock
}

// Settle tells deadlocks from cycles that another thread may open, by the customs of the
// whole trace, and finds what follows from them.
func (e *Ending) Settle(c *Customs) *Rings {
	g, s := e.graph, &Rings{Ending: e}
	s.Dead = g.deadlocks()
	if c.judge(g) {
		closed := s.Dead
		g.findLost()
		s.Dead = g.deadlocks()
		for _, d := range closed {
			if !slices.ContainsFunc(d.nodes, func(n int32) bool { return g.nodes[n].lost }) {
				d.MayOpen = true
				for _, n := range d.nodes {
					g.nodes[n].undecided = true
				}
				s.Undecided = append(s.Undecided, d)
			}
		}
	}
	for i := range s.Dead {
		s.explain(&s.Dead[i])
	}
	g.findRoots(s.Dead)
	s.Endless = s.endlessWaits()
	s.Reads = readRings(e)
	return s
}

// explain sets the facts for which nothing can open a deadlock.
func (s *Rings) explain(d *Deadlock) {
	unproven := func(n int32) bool { return !s.graph.nodes[n].wait.Span.Forever }
	byCustom := func(n int32) bool { return s.customary(s.graph.nodes[n].wait) }
	switch {
	case !slices.ContainsFunc(d.nodes, unproven):
		d.Evidence = interaction.Proven
	case slices.ContainsFunc(d.nodes, byCustom):
		d.Releasable = true
		if slices.ContainsFunc(d.nodes, s.graph.assumes) {
			d.Evidence = interaction.Inferred
		}
	}
}

// assumes reports whether it is not known if other threads may release the monitor that
// a thread waits for.
func (g *waitGraph) assumes(n int32) bool {
	m := g.monitors[g.nodes[n].wait.Span.Monitor]
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

// Monitors returns the monitors that its threads wait for, in the order of Waits.
func (d *Deadlock) Monitors() (list []tracefeed.MonitorID) {
	for _, w := range d.Waits {
		list = append(list, w.Span.Monitor)
	}
	return list
}

// endlessWaits returns, for each place, the threads that wait there without end.
func (s *Rings) endlessWaits() []Queue {
	var waits []Wait
	for _, w := range s.Open {
		n := s.graph.threads[w.Thread]
		if node := &s.graph.nodes[n]; w.Span.Forever && node.root == n && node.deadlock < 0 {
			waits = append(waits, w)
		}
	}
	return BySite(s.tl, waits)
}

// Blocked is waits for a thread that cannot proceed itself.
type Blocked struct {
	Waits Queue
	// Root is the thread at the end of their chains; of a deadlock, its first one.
	Root       tracefeed.ThreadID
	Deadlocked bool
	Evidence   interaction.Evidence
}

// Behind returns the waits behind each deadlock, ended owner or endless wait.
func (s *Rings) Behind() (list []Blocked) {
	g := s.graph
	rootOf := func(w Wait) int32 {
		root := g.nodes[g.threads[w.Thread]].root
		if d := g.nodes[root].deadlock; d >= 0 {
			root = s.Dead[d].nodes[0]
		}
		return root
	}
	var waits []Wait
	for n := range g.nodes {
		if node := &g.nodes[n]; node.wait != nil && node.root >= 0 && node.root != int32(n) {
			waits = append(waits, *node.wait)
		}
	}
	for _, q := range GroupBy(waits, rootOf) {
		root := &g.nodes[rootOf(q[0])]
		b := Blocked{Waits: q, Root: root.thread, Deadlocked: root.deadlock >= 0, Evidence: interaction.Observed}
		if slices.ContainsFunc(q, func(w Wait) bool {
			return g.monitors[w.Span.Monitor] == nil || g.assumes(g.threads[w.Thread])
		}) {
			b.Evidence = interaction.Inferred
		}
		list = append(list, b)
	}
	return list
}

// MayEnd reports whether the open wait of a thread is neither lost nor in a cycle.
func (s *Rings) MayEnd(t tracefeed.ThreadID) bool {
	return !s.graph.nodes[s.graph.threads[t]].lost && !s.inUndecided(t)
}
