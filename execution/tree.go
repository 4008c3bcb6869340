package execution

import (
	"context"
	"maps"
	"runtime"
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
	// Longest is, by function, its call that counts with the longest time in the interval, the
	// first of equal ones. Its thread is NoThread if a function has no call.
	Longest []TreeCall
	// ThreadsIn is, by function, the number of threads with calls of it that count. A thread that lives again is
	// another one.
	ThreadsIn []int32
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
	// Calls is the number of calls that overlap the interval and count. Of sampled calls it is
	// the number of times that the function appeared in the stack.
	Calls int64
	// Self is the time in the function itself, by state.
	Self tracefeed.StateTimes
	// Between is the part of Self from a wait halfway to the stack before or after it. The thread
	// runs, could run, or waits for a lock then. Only the calls in both stacks are known.
	Between tracefeed.Time
	// In is the part of Self in each set of the query, nil for none in any.
	In []tracefeed.Time
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
// that are alive at once. All processors share the work. Once ctx is done, it returns nil
// early.
func NewTree(ctx context.Context, tl *timeline.Timeline, q Query) *Tree {
	return treeOf(ctx, tl, q.split(ctx, tl, runtime.GOMAXPROCS(0)))
}

// treeOf adds up the calls of queries with different threads, each in a goroutine.
func treeOf(ctx context.Context, tl *timeline.Timeline, queries []Query) *Tree {
	parts := atOnce(tl, queries, func(q Query) *merger { return mergePaths(ctx, tl, q) })
	if ctx.Err() != nil {
		return nil
	}
	m := parts[0]
	for _, other := range parts[1:] {
		m.merge(other)
	}
	m.tree.Functions = m.functions.names
	m.grow(len(m.tree.Functions))
	for _, t := range slices.Sorted(maps.Keys(m.threads)) {
		m.tree.Threads = append(m.tree.Threads, *m.threads[t])
	}
	return m.tree
}

// mergePaths adds up the paths of the threads of a query.
func mergePaths(ctx context.Context, tl *timeline.Timeline, q Query) *merger {
	m := &merger{tree: &Tree{Nodes: []Node{{Parent: -1}}}, index: map[pathKey]int32{}, threads: map[tracefeed.ThreadID]*Group{}}
	w := newTreeWalk(tl, q, m.longest, m.add)
	m.tree.From, m.tree.To, m.functions = w.from, w.to, w.functions
	q.eachPage(ctx, tl, w.page)
	w.finish()
	m.tree.Counts = w.counts
	return m
}

// merger adds up the paths of threads.
type merger struct {
	tree  *Tree
	index map[pathKey]int32
	// functions are those of the walk.
	functions *functions
	// threads are the sums of threads with calls, nil if they are not wanted.
	threads map[tracefeed.ThreadID]*Group
	// current is the sum of the thread currentID, which was used last.
	current   *Group
	currentID tracefeed.ThreadID
	// nodes are those of the tree, by path of the thread that is added; -1 for none.
	nodes []int32
	// seenIn is, by function, the number of the last thread that was added with a call of it, from 1 on. added is
	// the number of the current one.
	seenIn []int32
	added  int32
}

// add adds the paths of a thread.
func (m *merger) add(thread tracefeed.ThreadID, c *threadCode) {
	p := &c.tree
	m.nodes = m.nodes[:0]
	m.added++
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
		sum.Between += n.Between
		sum.In = addTimes(sum.In, n.In)
		if n.Parent < 0 {
			continue
		}
		if n.Calls > 0 {
			m.count(n.Function, c.countedIn)
		}
		if m.threads != nil {
			m.thread(thread).add(n)
		}
	}
}

// count counts a thread for a function that it calls, once. It was counted for some before.
func (m *merger) count(function int32, before map[int32]struct{}) {
	m.grow(int(function) + 1)
	if m.seenIn[function] == m.added {
		return
	}
	m.seenIn[function] = m.added
	if _, ok := before[function]; !ok {
		m.tree.ThreadsIn[function]++
	}
}

// keepCounted keeps the functions for which the thread was counted, which was just added.
func (c *threadCode) keepCounted(m *merger) {
	for i := range c.tree.nodes {
		if n := &c.tree.nodes[i]; n.Parent >= 0 && n.Calls > 0 {
			if c.countedIn == nil {
				c.countedIn = map[int32]struct{}{}
			}
			c.countedIn[n.Function] = struct{}{}
		}
	}
}

// thread returns the sum of a thread.
func (m *merger) thread(t tracefeed.ThreadID) *Group {
	if t != m.currentID {
		m.current, m.currentID = m.threads[t], t
		if m.current == nil {
			m.current = &Group{}
			m.threads[t] = m.current
		}
	}
	return m.current
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
		to = m.child(pathKey{to, n.Function, n.Evidence})
		m.nodes[missing[i]] = to
	}
	return to
}

// child returns the node of the tree for calls in another node.
func (m *merger) child(key pathKey) int32 {
	n, ok := m.index[key]
	if !ok {
		n = int32(len(m.tree.Nodes))
		m.tree.Nodes = append(m.tree.Nodes, Node{Parent: key.parent, Function: key.function, Evidence: key.evidence})
		m.index[key] = n
	}
	return n
}

// merge adds the paths of other threads.
func (m *merger) merge(other *merger) {
	functions := make([]int32, len(other.functions.names))
	for i, name := range other.functions.names {
		m.functions.of(&functions[i], name)
	}
	m.grow(len(m.functions.names))
	for i, c := range other.tree.Longest {
		c.Function = functions[i]
		m.tree.prefer(&m.tree.Longest[c.Function], &c)
		m.tree.ThreadsIn[c.Function] += other.tree.ThreadsIn[i]
	}
	for t, g := range other.threads {
		g.Longest.Function = functions[g.Longest.Function]
		m.threads[t] = g
	}
	nodes := make([]int32, len(other.tree.Nodes))
	for i, n := range other.tree.Nodes {
		if i > 0 {
			nodes[i] = m.child(pathKey{nodes[n.Parent], functions[n.Function], n.Evidence})
		}
		sum := &m.tree.Nodes[nodes[i]]
		sum.Calls += n.Calls
		sum.Self.Add(n.Self)
		sum.Between += n.Between
		sum.In = addTimes(sum.In, n.In)
	}
	m.tree.Counts.Deep += other.tree.Counts.Deep
	m.tree.Counts.Unbalanced += other.tree.Counts.Unbalanced
}
