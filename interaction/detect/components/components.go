// Package components finds the cycles of graphs: their strongly connected components.
package components

import "slices"

// Of returns the strongly connected components of a graph that have a
// cycle: Tarjan's algorithm (SIAM J. Comput. 1, 1972) without recursion. The graph
// has the nodes from 0 to n-1; next returns the nodes that one leads to.
func Of(n int, next func(int32) []int32) [][]int32 {
	t := tarjan{next: next, order: make([]int32, n), low: make([]int32, n), onStack: make([]bool, n)}
	for i := range n {
		if t.order[i] == 0 {
			t.walk(int32(i))
		}
	}
	return t.found
}

type tarjan struct {
	next       func(int32) []int32
	order, low []int32 // by node; order counts from 1
	onStack    []bool
	count      int32
	stack      []int32
	found      [][]int32
}

// treeStep is a node on the path of the search, with the nodes that it leads to and
// the number of those followed.
type treeStep struct {
	node int32
	next []int32
	edge int
}

// walk visits all nodes reachable from root.
func (t *tarjan) walk(root int32) {
	path := []treeStep{t.enter(root)}
	for len(path) > 0 {
		at := &path[len(path)-1]
		if at.edge == len(at.next) {
			t.leave(at.node)
			low := t.low[at.node]
			if path = path[:len(path)-1]; len(path) > 0 {
				up := path[len(path)-1].node
				t.low[up] = min(t.low[up], low)
			}
			continue
		}
		to := at.next[at.edge]
		at.edge++
		switch {
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
	return treeStep{node: n, next: t.next(n)}
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
	if len(component) > 1 || slices.Contains(t.next(n), n) {
		t.found = append(t.found, component)
	}
}
