package handler

// segment is the routines of the system between a user's routine and the user's routine around it.
type segment struct {
	// user is that around it, a node, -1 if there is none; inner and outer are the ends.
	user, inner, outer int32
	// loop is the innermost routine under which the library waits, else the caller.
	loop int32
	// returns is the largest number of times that one of them was seen to wait again.
	returns int64
	// helps, asks, waits and dispatches say that one helps, that one waits for an answer, that one
	// waits for arrivals, and that one is a known loop.
	helps, asks, waits, dispatches bool
}

// segment returns the routines of the system that call a user's routine.
func (r *returns) segment(n int32) segment {
	from := r.nodes[n].from
	s := segment{user: r.nodes[from].own, inner: from, loop: from}
	for at := from; at != s.user; at = r.nodes[at].from {
		name := r.name(at)
		s.outer = at
		s.helps = s.helps || startsWithAny(name, helpers)
		s.dispatches = s.dispatches || startsWithAny(name, dispatchers)
		if !s.waits && r.sums[at].systemWaits.Sum() > 0 {
			s.waits, s.loop = true, at
		}
		s.returns = max(s.returns, r.sums[at].systemReturns)
		s.asks = s.asks || pausing(name)
	}
	s.helps = s.helps || s.user >= 0 && s.asks
	return s
}

// outermost returns the outermost of the user's routines that call each other, up to a node; -1 for -1.
func (r *returns) outermost(n int32) int32 {
	if n < 0 {
		return n
	}
	for from := r.nodes[n].from; from >= 0 && !r.system(from); from = r.nodes[from].from {
		n = from
	}
	return n
}
