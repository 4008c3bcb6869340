package interaction

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Wait is what one thread waits for at a moment.
type Wait struct {
	Thread tracefeed.ThreadID
	// Since is when the wait began.
	Since tracefeed.Time
	// Monitor is what it waits for, where the source names it.
	Monitor tracefeed.MonitorID
	// Blockers are the threads that would have to let it go on, by id; none if
	// nobody can be named. Several waits may share the list.
	Blockers []tracefeed.ThreadID
	Evidence Evidence
}

// At returns the wait-for graph at a moment: every thread that is blocking
// then, by id, and whom it waits for.
func At(tl *timeline.Timeline, t tracefeed.Time) []Wait {
	var waits []Wait
	known := map[tracefeed.MonitorID][]tracefeed.ThreadID{}
	holders := func(m tracefeed.MonitorID) []tracefeed.ThreadID {
		list, ok := known[m]
		if !ok {
			list = tl.Owners(m, t)
			known[m] = list
		}
		return list
	}
	for id := 1; id < len(tl.Threads); id++ {
		if w, ok := waitAt(tl, tracefeed.ThreadID(id), t, holders); ok {
			waits = append(waits, w)
		}
	}
	return waits
}

// WaitAt returns what one thread is blocking on at a moment; ok is false if it
// is not blocking.
func WaitAt(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time) (w Wait, ok bool) {
	return waitAt(tl, thread, t, func(m tracefeed.MonitorID) []tracefeed.ThreadID { return tl.Owners(m, t) })
}

// waitAt is WaitAt for somebody who knows who holds monitors at t.
func waitAt(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time,
	holders func(tracefeed.MonitorID) []tracefeed.ThreadID) (w Wait, ok bool) {
	lane := tl.Lane(thread)
	if lane.StateAt(t) != timeline.Blocking {
		return Wait{}, false
	}
	s := lane.Since(t)
	w = Wait{Thread: thread, Since: waitSince(lane, s), Monitor: s.Monitor}
	if w.Blockers = holders(s.Monitor); len(w.Blockers) > 0 {
		w.Evidence = Observed
	} else if s, _ = lane.At(t); s.Other != tracefeed.NoThread {
		w.Blockers, w.Evidence = []tracefeed.ThreadID{s.Other}, Inferred
	}
	return w, true
}

// waitSince returns when the wait began that a span is part of: a wait whose
// blocker changed is several spans.
func waitSince(lane timeline.Lane, s timeline.Span) tracefeed.Time {
	for s.Start > 0 {
		before := lane.Since(s.Start - 1)
		if before.State != timeline.Blocking || before.Monitor != s.Monitor {
			break
		}
		s = before
	}
	return s.Start
}

// components returns the strongly connected components with a cycle in the
// graph that reaches from roots along next, each sorted by id: Tarjan's
// algorithm (SIAM J. Comput. 1, 1972) without recursion. It gives up, with ok
// false, after visiting more than budget edges.
func components(roots []tracefeed.ThreadID, next func(tracefeed.ThreadID) []tracefeed.ThreadID, budget *int) (found [][]tracefeed.ThreadID, ok bool) {
	t := tarjan{next: next, budget: budget, at: map[tracefeed.ThreadID]*visit{}}
	for _, r := range roots {
		if t.at[r] == nil && !t.walk(r) {
			return nil, false
		}
	}
	return t.found, true
}

type visit struct {
	order, low int
	onStack    bool
	self       bool // has an edge to itself
}

type tarjan struct {
	next   func(tracefeed.ThreadID) []tracefeed.ThreadID
	budget *int
	at     map[tracefeed.ThreadID]*visit
	stack  []tracefeed.ThreadID
	found  [][]tracefeed.ThreadID
}

type call struct {
	thread tracefeed.ThreadID
	edges  []tracefeed.ThreadID
}

// walk visits all that can be reached from root.
func (t *tarjan) walk(root tracefeed.ThreadID) bool {
	calls := []call{t.enter(root)}
	for len(calls) > 0 {
		c := &calls[len(calls)-1]
		v := t.at[c.thread]
		if len(c.edges) == 0 {
			t.leave(c.thread, v)
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := t.at[calls[len(calls)-1].thread]
				up.low = min(up.low, v.low)
			}
			continue
		}
		if *t.budget--; *t.budget < 0 {
			return false
		}
		to := c.edges[0]
		c.edges = c.edges[1:]
		v.self = v.self || to == c.thread
		if w := t.at[to]; w == nil {
			calls = append(calls, t.enter(to))
		} else if w.onStack {
			v.low = min(v.low, w.order)
		}
	}
	return true
}

func (t *tarjan) enter(thread tracefeed.ThreadID) call {
	n := len(t.at)
	t.at[thread] = &visit{order: n, low: n, onStack: true}
	t.stack = append(t.stack, thread)
	return call{thread, t.next(thread)}
}

// leave pops the component of which thread is the first, if it is.
func (t *tarjan) leave(thread tracefeed.ThreadID, v *visit) {
	if v.low != v.order {
		return
	}
	i := len(t.stack) - 1
	for t.stack[i] != thread {
		i--
	}
	comp := slices.Clone(t.stack[i:])
	t.stack = t.stack[:i]
	for _, m := range comp {
		t.at[m].onStack = false
	}
	if len(comp) > 1 || v.self {
		slices.Sort(comp)
		t.found = append(t.found, comp)
	}
}
