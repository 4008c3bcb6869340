package interaction

import "slices"

// components returns the strongly connected components of the lost nodes that have
// a cycle: Tarjan's algorithm (SIAM J. Comput. 1, 1972) without recursion.
func (g *waitGraph) components() [][]int32 {
	t := tarjan{g: g, order: make([]int32, len(g.nodes)), low: make([]int32, len(g.nodes)), onStack: make([]bool, len(g.nodes))}
	for n := range g.nodes {
		if g.nodes[n].lost && t.order[n] == 0 {
			t.walk(int32(n))
		}
	}
	return t.found
}

type tarjan struct {
	g          *waitGraph
	order, low []int32 // by node; order counts from 1
	onStack    []bool
	count      int32
	stack      []int32
	found      [][]int32
}

// treeStep is a node on the path of the search, with the number of edges followed.
type treeStep struct {
	node int32
	edge int
}

// walk visits all lost nodes reachable from root.
func (t *tarjan) walk(root int32) {
	path := []treeStep{t.enter(root)}
	for len(path) > 0 {
		at := &path[len(path)-1]
		next := t.g.nodes[at.node].next
		if at.edge == len(next) {
			t.leave(at.node)
			low := t.low[at.node]
			if path = path[:len(path)-1]; len(path) > 0 {
				up := path[len(path)-1].node
				t.low[up] = min(t.low[up], low)
			}
			continue
		}
		to := next[at.edge]
		at.edge++
		switch {
		case !t.g.nodes[to].lost:
		case t.order[to] == 0:
			path = append(path, t.enter(to))
		case t.onStack[to]:
			t.low[at.node] = min(t.low[at.node], t.order[to])
		}
	}
}

func (t *tarjan) enter(n int32) treeStep {
	t.count++
	t.order[n], t.low[n], t.onStack[n] = t.count, t.count, true
	t.stack = append(t.stack, n)
	return treeStep{node: n}
}

// leave pops the component that n is the root of, if it is one.
func (t *tarjan) leave(n int32) {
	if t.low[n] != t.order[n] {
		return
	}
	i := len(t.stack) - 1
	for t.stack[i] != n {
		i--
	}
	component := slices.Clone(t.stack[i:])
	t.stack = t.stack[:i]
	for _, m := range component {
		t.onStack[m] = false
	}
	if len(component) > 1 || slices.Contains(t.g.nodes[n].next, n) {
		t.found = append(t.found, component)
	}
}
