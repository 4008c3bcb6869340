package execution

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// TreeCall is one of the calls that a tree adds up.
type TreeCall struct {
	Thread tracefeed.ThreadID
	// Function is an index into the functions of the tree, or those of EachTreeCall.
	Function int32
	// Name is the name of the function.
	Name     string
	Evidence Evidence
	// Depth is the number of known calls around it at its start, without those that have
	// no entry.
	Depth int
	// Start and End are those of a Call. Those of a sampled call are in the interval, and
	// equal if the thread was seen in it once only.
	Start, End tracefeed.Time
	// Object is the number or address of the object on which the function was called; 0 if
	// it is not known.
	Object int64
}

// EachTreeCall calls f for each call that NewTree adds up, those of each thread in order of
// their ends. A call is valid until f returns. It returns the names of the functions, and the
// calls left out.
//
// The cost grows with the events in the interval, the memory with the calls that are open
// at once. Once ctx is done, it returns early.
func EachTreeCall(ctx context.Context, tl *timeline.Timeline, q Query, f func(*TreeCall)) (functions []string, counts Counts) {
	w := newTreeWalk(tl, q, f, nil)
	q.eachPage(ctx, tl, w.page)
	if ctx.Err() == nil {
		w.finish()
	}
	return w.functions.names, w.counts
}

// maxPaths is the number of call paths of a thread up to which all are kept.
const maxPaths = 4096

// compact forgets the paths on which the thread is not.
func (c *threadCode) compact() {
	old, root := c.tree, c.root
	c.tree = pathTree{}
	c.root = c.tree.root()
	move := func(n *int32) {
		var path []int32
		for at := *n; at != root; at = old.nodes[at].Parent {
			path = append(path, at)
		}
		self := old.nodes[*n].Self
		*n = c.root
		for _, at := range slices.Backward(path) {
			*n = c.tree.child(*n, old.nodes[at].Function, old.nodes[at].Evidence)
		}
		c.tree.nodes[*n].Self = self
	}
	for i := range c.path {
		move(&c.path[i])
	}
	if c.wait.node >= 0 {
		move(&c.wait.node)
		move(&c.wait.in)
	}
	if c.last.node >= 0 {
		move(&c.last.node)
	}
	c.kept = len(c.tree.nodes)
}

// longest keeps the longest call of each function, and of each thread.
func (m *merger) longest(c *TreeCall) {
	m.grow(int(c.Function) + 1)
	m.tree.prefer(&m.tree.Longest[c.Function], c)
	if m.threads != nil {
		m.tree.prefer(&m.thread(c.Thread).Longest, c)
	}
}

// prefer replaces a call by a longer one. Of equal ones, it keeps the first.
func (t *Tree) prefer(was, c *TreeCall) {
	if c.Thread == tracefeed.NoThread {
		return
	}
	if d, before := t.within(c), t.within(was); was.Thread == tracefeed.NoThread || d > before ||
		d == before && cmp.Or(cmp.Compare(c.Start, was.Start), cmp.Compare(c.Thread, was.Thread), cmp.Compare(c.Depth, was.Depth)) < 0 {
		*was = *c
	}
}

// within returns the time of a call in the interval.
func (t *Tree) within(c *TreeCall) tracefeed.Time { return min(c.End, t.To) - max(c.Start, t.From) }

// grow makes room for the longest calls of a number of functions, and for their callers.
func (m *merger) grow(functions int) {
	if missing := functions - len(m.tree.Longest); missing > 0 {
		m.tree.Longest = append(m.tree.Longest, make([]TreeCall, missing)...)
		m.tree.ThreadsIn = append(m.tree.ThreadsIn, make([]int32, missing)...)
		m.seenIn = append(m.seenIn, make([]int32, missing)...)
	}
}
