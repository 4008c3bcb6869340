package handler

import (
	"maps"
	"slices"
)

const (
	// leastAfter is the share of the begins of a handler that directly follow the wait. Others follow other
	// handlers: then the next item had arrived already.
	leastAfter = 0.1
	// mostWaiting is the share of waits for arrivals from which a function does nothing else, so
	// it gets items, and handles none.
	mostWaiting = 0.99
	// leastWaiting is that share of a function that gets the next item for a loop.
	leastWaiting = 0.5
)

// loop is a function that waits again and again, and calls handlers in between.
type loop struct {
	node int32
	// next is the user's routine that gets the next item, -1 if the loop itself or the system's do.
	next int32
	// returns is the number of times that it waits again.
	returns int64
	handles []handled
}

// handled is a function that a loop calls.
type handled struct {
	node int32
	// begins is how often it was seen to begin, after how often directly after the wait, and ends how often
	// the loop went on after it.
	begins, after, ends int64
	// starts says that the loop starts a thread for it.
	starts bool
}

// loops returns the loops of the user that call handlers, outermost ones first.
func (r *returns) loops() (all []loop) {
	for n := range r.nodes {
		if r.system(int32(n)) {
			continue
		}
		if l := r.loop(int32(n)); len(l.handles) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// loop returns the loop in a node, without handlers if it is none.
//
// It waits for the next item itself, or in routines of the system; else by a user's routine. Of
// several such routines the one with the longest waits counts. A function that is entered more often than
// it waits again is called for each item, and is no loop.
func (r *returns) loop(n int32) loop {
	steps := r.steps(n)
	if len(steps) < 2 {
		return loop{}
	}
	by := map[int32]int64{} // returns, by the user's routine that waits; -1 for the loop itself
	for _, s := range steps {
		// A routine that gets items is often seen to run before it waits.
		if s.to.arrives || s.to.below >= 0 {
			by[s.to.below] += s.times
		}
	}
	l := loop{node: n, next: -1, returns: by[-1]}
	if l.returns < r.th.returns {
		l.next, l.returns = r.next(by)
	}
	if l.returns >= max(r.th.returns, r.sums[n].entries) {
		l.handles = r.handled(&l, steps)
	}
	return l
}

// next returns the routine that gets the next item for a loop, and how often the loop was seen to
// call it again. by has these numbers for all that the loop calls.
func (r *returns) next(by map[int32]int64) (next int32, returns int64) {
	next = -1
	for _, n := range slices.Sorted(maps.Keys(by)) {
		if n < 0 || by[n] < r.th.returns {
			continue
		}
		s := &r.sums[n]
		if s.waits > 0 && s.waiting(r.timed) >= leastWaiting && (next < 0 || s.waits > r.sums[next].waits) {
			next, returns = n, by[n]
		}
	}
	return next, returns
}

// called returns what a loop calls at the end of a step: the outermost user's routine, or the function for which it
// starts a thread; -1 if that was never seen to do anything, or the loop itself is there.
func (r *returns) called(e *end) int32 {
	if e.starts < 0 {
		return e.below
	}
	if n, ok := r.index[call{-1, r.nodes[e.starts].function}]; ok && r.sums[n].known > 0 {
		return e.starts
	}
	return -1
}

// handled returns what a loop calls after it has waited.
func (r *returns) handled(l *loop, steps []taken) (all []handled) {
	of := map[int32]*handled{}
	at := func(x int32) *handled {
		if of[x] == nil {
			of[x] = &handled{node: x}
		}
		return of[x]
	}
	for _, s := range steps {
		before, x := r.called(&s.from), r.called(&s.to)
		at(before).ends += s.times
		h := at(x)
		h.begins += s.times
		h.starts = h.starts || s.to.starts >= 0
		if before == l.next && (before >= 0 || s.from.arrives) {
			h.after += s.times
		}
	}
	delete(of, -1)
	delete(of, l.next)
	for _, x := range slices.Sorted(maps.Keys(of)) {
		if h := of[x]; r.isHandler(l, h) {
			all = append(all, *h)
		}
	}
	return all
}

// isHandler reports whether what a loop calls handles what arrives: it begins after the wait, the loop goes on after
// it, and it does not only wait itself.
func (r *returns) isHandler(l *loop, h *handled) bool {
	s := &r.sums[h.node]
	return h.begins >= r.th.begins && h.after > 0 && float64(h.after) >= leastAfter*float64(h.begins) && h.ends > 0 &&
		(h.starts || s.waiting(r.timed) < mostWaiting) && !r.helps(l.node, h.node)
}
