package handler

// mostPairs is the number of pairs of spots from which they are added up to steps: 4 MB.
const mostPairs = 1 << 16

// step is the way of threads from one sighting to the next, as the calls see it that both have in common. Very
// many pairs of spots are few steps.
type step struct {
	// around is the innermost call that both have in common, a node, -1 for none.
	around   int32
	from, to end
}

// end is one of the two ends of a step.
type end struct {
	// below is the outermost user's routine of the sighting below the call around it, -1 if there is none. Without such
	// a call it is the outermost routine at all.
	below int32
	// starts is the node of the function for which the thread starts another one, -1 if it does not.
	starts int32
	// arrives says that the thread waits or reads for what arrives; without a call around it, in a library alone.
	arrives bool
}

// passed is what steps say of a node.
type passed struct {
	// entries are those into the node itself and up to it, less those that came no farther than to its callees.
	entries int64
	// spent is the time between sightings that have no other call in common.
	spent int64
	// systemReturns and begins are those of a sum.
	systemReturns, begins int64
}

// addPairs adds the pairs of spots up to steps.
func (f *flow) addPairs() {
	f.passed = append(f.passed, make([]passed, len(f.nodes)-len(f.passed))...)
	for pair, p := range f.pairs {
		from, to := &f.spots[pair[0]], &f.spots[pair[1]]
		around := f.shared(from.node, to.node)
		f.steps[step{around, f.end(around, from), f.end(around, to)}] += p.times
		f.passed[to.node].entries += p.times
		if around < 0 {
			continue
		}
		n := &f.passed[around]
		n.entries -= p.times
		n.spent += p.gap
		if to.does.isArrival() && f.nodes[to.node].own == f.nodes[around].own {
			n.systemReturns += p.times
		}
		if x := f.below(around, to.node); x >= 0 && f.system(around) {
			f.passed[x].begins += p.times
		}
	}
	clear(f.pairs)
}

// end returns the end of a step at a spot.
func (f *flow) end(around int32, s *spot) end {
	e := end{f.below(around, s.node), -1, s.does.isArrival()}
	if around < 0 {
		e.below, e.arrives = f.root(s.node), e.arrives && f.nodes[s.node].own < 0
	} else if s.does == starts {
		e.starts = s.node
	}
	return e
}

// below returns the outermost user's routine on the way from a node, -1 for none, to one below it; -1
// if there is none.
func (f *flow) below(around, n int32) int32 {
	depth, found := int32(-1), int32(-1)
	if around >= 0 {
		depth = f.nodes[around].depth
	}
	for n = f.nodes[n].own; n >= 0 && f.nodes[n].depth > depth; {
		found = n
		if n = f.nodes[n].from; n >= 0 {
			n = f.nodes[n].own
		}
	}
	return found
}

// root returns the outermost node around a node.
func (f *flow) root(n int32) int32 {
	for f.nodes[n].from >= 0 {
		n = f.nodes[n].from
	}
	return n
}
