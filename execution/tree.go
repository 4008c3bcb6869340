package execution

import (
	"context"
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Tree adds up the calls of threads by call path: calls of the same functions, each
// called by the one before, are one node.
type Tree struct {
	// Functions are the names of the functions. Functions[0] is a call without a name.
	Functions []string
	// Nodes has the callers in front of what they call. Nodes[0] is the root, which is no
	// call: its Self is the time for which the code of the threads is not known.
	Nodes []Node
	// Longest is, by function, its call with the longest time in the interval, the first
	// of equal ones. Its thread is NoThread if a function has no call.
	Longest []TreeCall
	// Threads adds up the calls of each thread with calls, by thread. Their names are empty.
	Threads []Group
	// From and To are the interval, within the trace.
	From, To tracefeed.Time
	// Counts are the calls that are in no node.
	Counts Counts
}

// Node is the calls of a function by one call path.
type Node struct {
	// Parent is the node of the caller, -1 for the root.
	Parent int32
	// Function is an index into the functions of the tree.
	Function int32
	Evidence Evidence
	// Calls is the number of calls that overlap the interval. Of sampled calls it is the
	// number of times that the function appeared in the stack.
	Calls int64
	// Self is the time in the function itself, by state.
	Self tracefeed.StateTimes
}

// NewTree adds up the calls in an interval.
//
// At each moment a thread is in its measured calls. While it waits, the frames that the
// stack of the wait has within the innermost of them are sampled calls in it. A thread
// without a measured call is in the calls of its stacks: in those of a wait for as long as
// it lasts; between a stack and the next one in the frames that both share. The other
// frames of a wait, and always the innermost one, begin and end with it; those of a sample
// last half of the way to the stack before it and behind it. Before its first stack and after its last one the code
// of a thread is not known. Two stacks are not connected across a measured call, a loss of
// events, or more than 4096 changes of the thread's state.
//
// The cost grows with the events in the interval, the memory with the nodes of the threads
// that are alive at once. Once ctx is done, it returns nil early.
func NewTree(ctx context.Context, tl *timeline.Timeline, q Query) *Tree {
	m := merger{tree: &Tree{}, index: map[pathKey]int32{}, threads: map[tracefeed.ThreadID]*Group{}}
	w := newTreeWalk(tl, q, m.longest, m.add)
	m.tree.From, m.tree.To = w.from, w.to
	tl.EachPage(ctx, q.From, q.To, w.page)
	if ctx.Err() != nil {
		return nil
	}
	w.finish()
	m.tree.Functions, m.tree.Counts = w.functions.names, w.counts
	m.grow(len(m.tree.Functions))
	for _, t := range slices.Sorted(maps.Keys(m.threads)) {
		m.tree.Threads = append(m.tree.Threads, *m.threads[t])
	}
	if len(m.tree.Nodes) == 0 {
		m.tree.Nodes = []Node{{Parent: -1}}
	}
	return m.tree
}

// merger adds up the paths of threads.
type merger struct {
	tree  *Tree
	index map[pathKey]int32
	// threads are the sums of threads with calls.
	threads map[tracefeed.ThreadID]*Group
	// nodes are those of the tree, by path of the thread that is added; -1 for none.
	nodes []int32
}

// add adds the paths of a thread.
func (m *merger) add(thread tracefeed.ThreadID, p *pathTree) {
	if len(m.tree.Nodes) == 0 {
		m.tree.Nodes = append(m.tree.Nodes, Node{Parent: -1})
	}
	m.nodes = m.nodes[:0]
	for range p.nodes {
		m.nodes = append(m.nodes, -1)
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.Calls == 0 && n.Self == (tracefeed.StateTimes{}) {
			continue
		}
		sum := &m.tree.Nodes[m.node(p, int32(i))]
		sum.Calls += n.Calls
		sum.Self.Add(n.Self)
		if n.Parent >= 0 {
			m.thread(thread).add(n)
		}
	}
}

// thread returns the sum of a thread.
func (m *merger) thread(t tracefeed.ThreadID) *Group {
	g := m.threads[t]
	if g == nil {
		g = &Group{}
		m.threads[t] = g
	}
	return g
}

// node returns the node of the tree for a path of a thread. A path can be as deep as the
// trace has exits without entries, so this does not recurse.
func (m *merger) node(p *pathTree, at int32) int32 {
	var missing []int32
	to := int32(0)
	for ; at >= 0 && p.nodes[at].Parent >= 0; at = p.nodes[at].Parent {
		if to = m.nodes[at]; to >= 0 {
			break
		}
		missing = append(missing, at)
	}
	to = max(to, 0)
	for i := len(missing) - 1; i >= 0; i-- {
		n := &p.nodes[missing[i]]
		key := pathKey{to, n.Function, n.Evidence}
		next, ok := m.index[key]
		if !ok {
			next = int32(len(m.tree.Nodes))
			m.tree.Nodes = append(m.tree.Nodes, Node{Parent: to, Function: n.Function, Evidence: n.Evidence})
			m.index[key] = next
		}
		m.nodes[missing[i]], to = next, next
	}
	return to
}
