package handler

import (
	"cmp"
	"slices"
	"strings"
)

// Find returns the functions that process events: callbacks, then handlers, those with the
// largest amounts first, then by name. They follow the rules of the paper if the options say
// so, or else those of this package.
//
// The cost is linear in the nodes, and in the distinct pairs of what threads do one after the other.
func (x *Trace) Find(th Thresholds) []Found {
	if x.paper {
		return x.Trie.find(th)
	}
	if x.flow == nil {
		return x.Trie.findNamed(th)
	}
	r := newReturns(x.flow, &th)
	c := collector{r: r, trie: x.Trie, subtrees: x.Trie.Subtrees(), all: map[key]*Found{}, largest: map[key]int64{}}
	c.index()
	loops := r.loops()
	called := r.callbacks(loops)
	for i := range called {
		c.callback(&called[i])
	}
	for _, l := range r.outerLoops(loops, called) {
		for i := range l.handles {
			c.handler(&l, &l.handles[i])
		}
	}
	return c.sorted()
}

// collector adds up what is found by function.
type collector struct {
	r        *returns
	trie     *Trie
	subtrees []Counts
	// nodes are those of the trie, by node of the flow, -1 for none.
	nodes   []int32
	all     map[key]*Found
	largest map[key]int64
	// callees are those of generated functions, by node, nil if none was needed.
	callees map[int32][]int32
}

// index finds the nodes of the trie.
func (c *collector) index() {
	c.nodes = make([]int32, len(c.r.nodes))
	for i := range c.nodes {
		n := &c.r.nodes[i]
		c.nodes[i] = -1
		from := int32(-1)
		if n.from >= 0 {
			if from = c.nodes[n.from]; from < 0 {
				continue
			}
		}
		if at, ok := c.r.inTrie[call{from, n.function}]; ok {
			c.nodes[i] = at
		}
	}
}

// amount returns the amount of a node with all below, in the unit of the trie. The time between a wait and the
// next stack is in the trie only, routines of the system with unknown states in the flow only.
func (c *collector) amount(n int32) (amount int64) {
	if at := c.nodes[n]; at >= 0 {
		amount = c.subtrees[at].Sum()
	}
	if c.trie.InTime() == c.r.timed {
		return max(amount, c.r.sums[n].known)
	}
	return amount
}

// add adds up what is found for a node. It returns nil if this handles nothing.
func (c *collector) add(n int32, k key, via string, begins, after int64) (f *Found, largest bool) {
	if k.function = c.r.nodes[n].function; handlesNothing(c.r.name(n)) {
		return nil, false
	}
	if f = c.all[k]; f == nil {
		f = &Found{Function: c.r.name(n), Type: k.Type}
		c.all[k] = f
	}
	amount := c.amount(n)
	f.Count += amount
	f.Begins += begins
	f.After += after
	if largest = amount >= c.largest[k]; largest {
		c.largest[k], f.Via, f.Runs = amount, via, c.r.sums[n].byClass
	}
	return f, largest
}

// handler adds a handler of a loop.
func (c *collector) handler(l *loop, h *handled) {
	typ, waits := NodeWait, c.r.sums[l.node].byClass
	if l.next >= 0 {
		waits = c.r.sums[l.next].byClass
	}
	if waits[IO] > waits[Wait] {
		typ = NodeIO
	}
	at := Loop{c.nodes[l.node], -1}
	if l.next >= 0 {
		at.Next = c.nodes[l.next]
	}
	c.behind(h.node, "", func(n int32, via string) {
		f, largest := c.add(n, key{Type: typ}, via, h.begins, h.after)
		if f == nil {
			return
		}
		if f.Loops = append(f.Loops, at); !largest {
			return
		}
		f.Loop, f.Next, f.Waits, f.Pattern = c.r.name(l.node), "", waits, WaitCalls
		if typ == NodeIO {
			f.Pattern = ReadCalls
		}
		if l.next >= 0 {
			f.Next = c.r.name(l.next)
			f.Pattern++
		}
		f.Starts = h.starts
	})
}

// callback adds a callback.
func (c *collector) callback(x *called) {
	at := Loop{-1, -1}
	if own := c.r.nodes[x.loop].own; own >= 0 {
		at.Node = c.nodes[own]
	}
	c.behind(x.node, "", func(n int32, via string) {
		if f, largest := c.add(n, key{}, via, x.begins, 0); f != nil {
			if f.Loops = append(f.Loops, at); largest {
				f.Loop, f.Starts, f.Waits = c.r.name(x.loop), x.starts, c.r.sums[x.loop].systemWaits
			}
		}
	})
}

// sorted returns all in order.
func (c *collector) sorted() (all []Found) {
	for _, f := range c.all {
		all = append(all, *f)
	}
	slices.SortFunc(all, func(a, b Found) int {
		return cmp.Or(cmp.Compare(min(a.Pattern, 1), min(b.Pattern, 1)), cmp.Compare(b.Count, a.Count),
			strings.Compare(a.Function, b.Function), cmp.Compare(a.Type, b.Type))
	})
	return all
}
