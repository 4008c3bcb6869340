package groups

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/simple"
)

// randomArcs returns arcs between n nodes, most of them within planted
// communities of some nodes.
func randomArcs(rng *rand.Rand, n, count, size int) []arc {
	weights := map[[2]int32]float64{}
	for range count {
		a := int32(rng.IntN(n))
		b := int32(rng.IntN(n))
		if rng.IntN(5) > 0 {
			b = min(int32(n)-1, a/int32(size)*int32(size)+int32(rng.IntN(size)))
		}
		if a != b {
			weights[[2]int32{min(a, b), max(a, b)}] += float64(1 + rng.IntN(100))
		}
	}
	var arcs []arc
	for ends, weight := range weights {
		arcs = append(arcs, arc{ends[0], ends[1], weight})
	}
	slices.SortFunc(arcs, func(x, y arc) int { return int(x.a-y.a)*n + int(x.b-y.b) })
	return arcs
}

func weighted(n int, arcs []arc) *simple.WeightedUndirectedGraph {
	g := simple.NewWeightedUndirectedGraph(0, 0)
	for i := range n {
		g.AddNode(simple.Node(i))
	}
	for _, e := range arcs {
		g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(e.a), T: simple.Node(e.b), W: e.weight})
	}
	return g
}

// Communities are as good as those that gonum's implementation of the same
// method finds, by gonum's measure.
func TestLouvain(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	var ours, theirs float64
	for range 60 {
		n := 2 + rng.IntN(60)
		arcs := randomArcs(rng, n, 1+rng.IntN(4*n), 2+rng.IntN(8))
		if len(arcs) == 0 {
			continue
		}
		member, count := louvain(n, arcs)
		lists := make([][]graph.Node, count)
		for i, c := range member {
			lists[c] = append(lists[c], simple.Node(i))
		}
		g := weighted(n, arcs)
		q := community.Q(g, lists, 1)
		best := community.Q(g, community.Modularize(g, 1, rand.NewPCG(1, 1)).Communities(), 1)
		if q < best-0.06 {
			t.Errorf("modularity is %.3f of %d communities, gonum has %.3f", q, count, best)
		}
		ours, theirs = ours+q, theirs+best
	}
	if ours < theirs-0.1 {
		t.Errorf("modularity adds up to %.2f, with gonum to %.2f", ours, theirs)
	}
}

// Communities that were put in are found.
func TestLouvainFindsWhatIsThere(t *testing.T) {
	t.Parallel()
	var arcs []arc
	for c := range int32(30) {
		for a := range int32(8) {
			for b := a + 1; b < 8; b++ {
				arcs = append(arcs, arc{8*c + a, 8*c + b, 10})
			}
		}
		if c > 0 {
			arcs = append(arcs, arc{8*c - 1, 8 * c, 1})
		}
	}
	member, count := louvain(240, arcs)
	for i, c := range member {
		if int(c) != i/8 || count != 30 {
			t.Fatalf("node %d is in community %d of %d, want %d of 30", i, c, count, i/8)
		}
	}
}

// BenchmarkGonum is the cost of ByInteraction with gonum's communities.
func BenchmarkGonum(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1000, 2000, 4000} {
		arcs := randomArcs(rng, n, 10*n, 100)
		b.Run("gonum", func(b *testing.B) {
			for b.Loop() {
				community.Modularize(weighted(n, arcs), 1, rand.NewPCG(1, 1))
			}
		})
		b.Run("ours", func(b *testing.B) {
			for b.Loop() {
				louvain(n, arcs)
			}
		})
	}
}
