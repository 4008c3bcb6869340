package groups

import (
	"cmp"
	"slices"
)

// arc is an undirected edge of a graph, a < b, with a positive weight. There is at
// most one between two nodes.
type arc struct {
	a, b   int32
	weight float64
}

// louvain finds communities: sets of nodes with more weight between them than
// expected from the nodes' weights (modularity). It returns the community of each
// node, numbered in the order of their first nodes, and their number. The method is
// by Blondel and others (2008, arXiv:0803.0476):
//
//  1. Each node is a community.
//  2. One node after the other moves to the adjacent community that raises
//     modularity most, until none moves.
//  3. Communities become the nodes of a smaller graph. If that is no smaller,
//     they are the result; otherwise continue at 1.
//
// Nodes are visited in the order of their numbers, not at random, so that the same
// graph gives the same communities.
func louvain(n int, arcs []arc) (member []int32, communities int) {
	member = make([]int32, n)
	for i := range member {
		member[i] = int32(i)
	}
	for g := newNetwork(n, arcs, make([]float64, n)); ; {
		moved, count := g.optimize()
		for i, c := range member {
			member[i] = moved[c]
		}
		if count == g.nodes() {
			return member, count
		}
		g = g.contract(moved, count)
	}
}

// network is a weighted graph in adjacency arrays: the neighbours of node i are at
// first[i] to first[i+1].
type network struct {
	first []int32
	to    []int32
	along []float64
	// within is twice the weight inside a merged node; weight adds the weight of
	// its arcs; total is the sum of weight.
	within, weight []float64
	total          float64
}

func (g *network) nodes() int { return len(g.weight) }

func newNetwork(n int, arcs []arc, within []float64) *network {
	g := &network{first: make([]int32, n+2), to: make([]int32, 2*len(arcs)), along: make([]float64, 2*len(arcs)),
		within: within, weight: slices.Clone(within)}
	for _, e := range arcs {
		g.first[e.a+2]++
		g.first[e.b+2]++
		g.weight[e.a] += e.weight
		g.weight[e.b] += e.weight
	}
	for i := range n {
		g.first[i+2] += g.first[i+1]
		g.total += g.weight[i]
	}
	put := func(a, b int32, weight float64) {
		at := &g.first[a+1]
		g.to[*at], g.along[*at] = b, weight
		*at++
	}
	for _, e := range arcs {
		put(e.a, e.b, e.weight)
		put(e.b, e.a, e.weight)
	}
	return g
}

// maxRounds bounds the number of rounds over all nodes; about ten are common.
const maxRounds = 100

// optimize moves nodes until none moves. It returns the community of each, numbered
// in the order of their first nodes, and their number.
func (g *network) optimize() (member []int32, communities int) {
	n := g.nodes()
	member = make([]int32, n)
	for i := range member {
		member[i] = int32(i)
	}
	sums, joined := slices.Clone(g.weight), make([]float64, n)
	for range maxRounds {
		moved := false
		for i := range n {
			moved = g.move(int32(i), member, sums, joined) || moved
		}
		if !moved {
			break
		}
	}
	number := make([]int32, n)
	for i, c := range member {
		if number[c] == 0 {
			communities++
			number[c] = int32(communities)
		}
		member[i] = number[c] - 1
	}
	return member, communities
}

// move moves a node to the community that raises modularity most and reports
// whether that is another one. sums are the weights of communities; joined is
// scratch memory, all 0, for the node's weight to each.
func (g *network) move(i int32, member []int32, sums, joined []float64) bool {
	from, to := g.first[i], g.first[i+1]
	for k := from; k < to; k++ {
		joined[member[g.to[k]]] += g.along[k]
	}
	own := member[i]
	sums[own] -= g.weight[i]
	gain := func(c int32) float64 { return joined[c] - sums[c]*g.weight[i]/g.total }
	best, most := own, gain(own)
	for k := from; k < to; k++ {
		c := member[g.to[k]]
		if better := gain(c); better > most+1e-12*g.weight[i] {
			best, most = c, better
		}
	}
	sums[best] += g.weight[i]
	for k := from; k < to; k++ {
		joined[member[g.to[k]]] = 0
	}
	member[i] = best
	return best != own
}

// contract returns the graph of the communities.
func (g *network) contract(member []int32, communities int) *network {
	within := make([]float64, communities)
	var arcs []arc
	for i := range int32(g.nodes()) {
		a := member[i]
		within[a] += g.within[i]
		for k := g.first[i]; k < g.first[i+1]; k++ {
			switch b := member[g.to[k]]; {
			case a == b:
				within[a] += g.along[k]
			case a < b:
				arcs = append(arcs, arc{a, b, g.along[k]})
			}
		}
	}
	slices.SortStableFunc(arcs, func(x, y arc) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	joined := arcs[:0]
	for _, e := range arcs {
		if n := len(joined); n > 0 && joined[n-1].a == e.a && joined[n-1].b == e.b {
			joined[n-1].weight += e.weight
		} else {
			joined = append(joined, e)
		}
	}
	return newNetwork(communities, joined, within)
}
