package handler

import (
	"tiv/tracefeed"
)

// flow is what threads do one after another: in which call path a thread is seen, and in which it is seen next.
// Loops are found in it, because a trie alone does not tell the order of things.
//
// A thread is seen in a wait with a stack, in a measured call, in a sample, or where it starts
// another thread. Its memory grows with the distinct call paths, and with the steps between the calls of each, not
// with the number of sightings.
type flow struct {
	// trie has the functions, and inTrie the nodes of the trie by their callers.
	trie   *Trie
	inTrie map[call]int32
	split  *Split
	nodes  []flowNode
	index  map[call]int32
	spots  []spot
	// pairs are those of spots where a thread was seen at the second one after the first, as far as
	// they are not in steps, which has their numbers.
	pairs map[[2]int32]passage
	steps map[step]int64
	// passed is what steps say of nodes, for the first ones.
	passed []passed
	// started are numbers of threads that were started, by their first function.
	started map[int32]int64
	length  tracefeed.Time
	timed   bool // amounts are times
}

// passage is how often threads went from one spot to another, and how long that took. In this time they were in the
// calls that both have in common.
type passage struct{ times, gap int64 }

// flowNode is a call path with the system's routines at its end. Functions are those of the builder.
type flowNode struct {
	call
	// depth is the number of callers. own is the innermost user's routine of the path, a node, -1 for none.
	depth, own int32
	// inside says that all that is called in it is the system's.
	inside bool
}

// spot is a call path and what threads do there.
type spot struct {
	node int32
	does activity
	// class and amount are those of a trie.
	class  Class
	amount int64
	// moments are the sightings without a length of which the amount is not known yet.
	moments int64
	// gap is the time for which a thread was not seen before it was seen here again.
	gap int64
	// open is the number of threads that were seen here last, and were alive at the end.
	open int64
}

type spotKey struct {
	node  int32
	state tracefeed.State
	cause tracefeed.Cause
}

// isAround reports whether a path is that of a caller of another one, or the same. -1 is around all.
func (f *flow) isAround(outer, inner int32) bool {
	if outer < 0 {
		return true
	}
	for inner >= 0 && f.nodes[inner].depth > f.nodes[outer].depth {
		inner = f.nodes[inner].from
	}
	return inner == outer
}

// system reports whether a node is a routine of the system.
func (f *flow) system(n int32) bool { return f.nodes[n].own != n }

// name returns the function of a node.
func (f *flow) name(n int32) string { return f.trie.Functions[f.nodes[n].function].Name }

// shared returns the innermost node that is around two others or is one of them, -1 if there is none.
func (f *flow) shared(a, b int32) int32 {
	for a != b {
		if a < 0 || b < 0 {
			return -1
		}
		if f.nodes[a].depth < f.nodes[b].depth {
			a, b = b, a
		}
		a = f.nodes[a].from
	}
	return a
}
