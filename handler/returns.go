package handler

// Loops are found by returns: a function that waits for the next item, calls something, and then
// waits in the same place again, without being left in between, is a loop. How long it waits
// does not matter, so a loop that is nearly always busy is one, too.

// taken is a step with the number of times that threads took it.
type taken struct {
	step
	times int64
}

// sum is what is known of a node with all below.
type sum struct {
	// entries are the times that a thread was seen in it after it had been seen elsewhere. open is the number of
	// threads that were there at the end.
	entries, open int64
	// known is the amount, waits that of waits for arrivals.
	known, waits int64
	// systemWaits are the amounts of waits for arrivals in which all calls in the node are the system's.
	systemWaits Counts
	// spent is the time for which threads are known to have been in it.
	spent   int64
	byClass Counts
	// systemReturns is the number of times that only routines of the system were seen to wait again
	// in the node itself, while it was not left.
	systemReturns int64
	// begins is how often the node itself, of the user, was seen to begin while the routine of the system that calls it
	// was not left.
	begins int64
}

// returns is a flow, added up by call path.
type returns struct {
	*flow
	th   *Thresholds
	sums []sum // by node
	// steps are those in a node: of[first[n+1]:first[n+2]]. Node -1 has those without a call in common.
	of    []taken
	first []int32
	// arrivals says that threads were seen to wait for arrivals at all.
	arrivals bool
}

// newReturns adds up a flow, whose pairs are in steps. The cost is linear in the nodes and the steps.
func newReturns(f *flow, th *Thresholds) *returns {
	r := &returns{flow: f, th: th, first: make([]int32, len(f.nodes)+2), sums: make([]sum, len(f.nodes))}
	r.addSteps()
	for i := range f.spots {
		r.addSpot(&f.spots[i])
	}
	for i := len(f.nodes) - 1; i >= 0; i-- {
		if from := f.nodes[i].from; from >= 0 {
			r.sums[from].add(&r.sums[i], f.system(int32(i)))
		}
	}
	return r
}

// add adds what is known of a callee, which can be the system's.
func (s *sum) add(callee *sum, system bool) {
	s.entries += callee.entries
	s.open += callee.open
	s.known += callee.known
	s.waits += callee.waits
	s.spent += callee.spent
	s.byClass.Add(&callee.byClass)
	if system {
		s.systemWaits.Add(&callee.systemWaits)
	}
}

// addSteps adds the steps, and orders them by the call around them.
func (r *returns) addSteps() {
	for i := range r.passed {
		n := &r.passed[i]
		r.sums[i] = sum{entries: n.entries, spent: n.spent, systemReturns: n.systemReturns, begins: n.begins}
	}
	for s := range r.flow.steps {
		r.first[s.around+1]++
	}
	next := make([]int32, len(r.first))
	for i, at := 0, int32(0); i < len(r.first); i++ {
		r.first[i], at = at, at+r.first[i]
		next[i] = r.first[i]
	}
	r.of = make([]taken, len(r.flow.steps))
	for s, times := range r.flow.steps {
		at := &next[s.around+1]
		r.of[*at] = taken{s, times}
		*at++
	}
}

// addSpot adds a spot.
func (r *returns) addSpot(s *spot) {
	n := &r.sums[s.node]
	n.known += s.amount
	n.open += s.open
	if r.timed {
		n.spent += s.amount
	}
	// Between two equal waits, the thread was not in the routine that waits, so what counts is its caller.
	if in := r.nodes[s.node].own; s.does == runs {
		n.spent += s.gap
	} else if in >= 0 && r.nodes[in].from >= 0 {
		r.sums[r.nodes[in].from].spent += s.gap
	}
	if s.class != None {
		n.byClass[s.class] += s.amount
	}
	if s.does.isArrival() {
		r.arrivals = true
		n.waits += s.amount
		n.systemWaits[s.class] += s.amount // it is not None, because the wait is known
	}
}

// waiting returns the share of the time in a node, or else of its amount, in which it waits for arrivals.
func (s *sum) waiting(timed bool) float64 {
	if timed {
		return float64(s.waits) / float64(max(1, s.spent))
	}
	return float64(s.waits) / float64(max(1, s.known))
}

// steps returns the steps in a node.
func (r *returns) steps(n int32) []taken { return r.of[r.first[n+1]:r.first[n+2]] }
