package ending

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/components"
	"tiv/tracefeed"
)

// enclosed returns the hangs in which all enders of the waits wait themselves.
func (x *enderGraph) enclosed() []Hang {
	var found []Hang
	for _, component := range components.Of(len(x.graph.nodes), x.graph.lostNext) {
		if !x.isNew(component) {
			continue
		}
		since, ended := x.closedSince(component)
		if x.s.tl.End-since < x.hang {
			continue
		}
		h := x.enclosedHang(component)
		h.Start, h.Ended = since, ended
		found = append(found, h)
	}
	slices.SortFunc(found, func(a, b Hang) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), slices.Compare(a.Threads(), b.Threads()))
	})
	return found
}

// isNew reports whether a component is a hang that locks alone do not explain: it has a
// strong thread, and no thread that is lost without the enders.
func (x *enderGraph) isNew(component []int32) (strong bool) {
	for _, n := range component {
		if int(n) < len(x.s.graph.nodes) && x.graph.nodes[n].thread != tracefeed.NoThread && x.s.graph.nodes[n].lost {
			return false
		}
		strong = strong || x.strong(n)
	}
	return strong
}

// closedSince returns since when a component is closed: since a wait of each kind, and for each
// lock, has begun, and none has ended, and since all threads wait that existed then. ended is
// the number of waits of these kinds that ended.
func (x *enderGraph) closedSince(component []int32) (since tracefeed.Time, ended int) {
	first := map[int32]tracefeed.Time{} // by the node that waits lead to
	for _, n := range component {
		if w := x.graph.nodes[n].wait; w != nil {
			to := x.graph.nodes[n].next[0]
			if at, ok := first[to]; !ok || w.Since < at {
				first[to] = w.Since
			}
		}
	}
	for _, at := range first {
		since = max(since, at)
	}
	closed := since
	for _, n := range component {
		if w := x.graph.nodes[n].wait; w != nil && w.Since > closed {
			if born, _ := x.s.tl.Lane(w.Thread).Life(); born <= closed {
				since = max(since, w.Since)
			}
		}
	}
	for _, n := range component {
		if kind, ok := x.kindOf[n]; ok {
			of := x.enders.kinds[kind]
			since, ended = max(since, of.last), ended+of.count
		}
	}
	return since, ended
}

// enclosedHang describes the threads of a component that do not idle, and those behind
// them.
func (x *enderGraph) enclosedHang(component []int32) Hang {
	root := x.rootIn(component)
	evidence := interaction.Observed
	for _, n := range component {
		if w := x.graph.nodes[n].wait; w != nil && w.Span.State == tracefeed.Suspended &&
			(w.Span.Monitor == tracefeed.NoMonitor || x.guessed[n]) {
			evidence = interaction.Inferred
		}
	}
	var waits Queue
	for _, n := range x.behind(component, root) {
		waits = append(waits, *x.graph.nodes[n].wait)
	}
	thread := tracefeed.NoThread
	if root != noNode {
		thread = x.graph.nodes[root].thread
	}
	h := x.hangOf(waits, thread)
	h.Evidence = evidence
	if root == noNode {
		h.Sends = !slices.ContainsFunc(waits, func(w Wait) bool { return !sends(x.s.tl, w.Span.Stack) })
	}
	return h
}

// rootIn returns the thread of a component that has waited longest among those that hold a
// lock of it and are suspended; noNode if there is none.
func (x *enderGraph) rootIn(component []int32) int32 {
	root := noNode
	for _, n := range component {
		w := x.graph.nodes[n].wait
		if w == nil || w.Span.State != tracefeed.Suspended || !x.waitedFor(n) {
			continue
		}
		if root == noNode || w.Since < x.graph.nodes[root].wait.Since {
			root = n
		}
	}
	return root
}

// waitedFor reports whether a thread holds a lock that others wait for.
func (x *enderGraph) waitedFor(n int32) bool {
	return slices.ContainsFunc(x.graph.before[n], func(m int32) bool {
		return slices.ContainsFunc(x.graph.before[m], func(t int32) bool {
			w := x.graph.nodes[t].wait
			return w != nil && w.Span.State == tracefeed.Blocking
		})
	})
}

// behind returns the threads, without the root, that wait for locks, send, or wait for the same
// as the root, in a component or behind such threads.
func (x *enderGraph) behind(component []int32, root int32) (threads []int32) {
	seen := map[int32]bool{}
	queue := slices.Clone(component)
	for _, n := range queue {
		seen[n] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n != root && (x.strong(n) || x.alike(n, root)) {
			threads = append(threads, n)
		} else if x.graph.nodes[n].thread != tracefeed.NoThread && n != root && !x.waitedFor(n) {
			continue // an idle thread
		}
		for _, b := range x.graph.before[n] {
			if x.graph.nodes[b].lost && !seen[b] {
				seen[b] = true
				queue = append(queue, b)
			}
		}
	}
	return threads
}

// alike reports whether a thread is suspended at the same object or place as the root.
func (x *enderGraph) alike(n, root int32) bool {
	if root == noNode || x.graph.nodes[n].wait == nil {
		return false
	}
	a, _ := x.enders.kindOf(&x.graph.nodes[n].wait.Span)
	b, known := x.enders.kindOf(&x.graph.nodes[root].wait.Span)
	return known && x.graph.nodes[n].wait.Span.State == tracefeed.Suspended && x.enders.placeOf(a) == x.enders.placeOf(b)
}
