package place

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/internal/largest"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// ForceTargets returns target places, from -1 to 1 in both directions, at which
// threads that waited long for each other are near each other. Threads
// without waits have none. If there are more threads than bars, only the threads
// with the longest waits have places: bars are clusters then, which are put at
// the mean place of their members. Members of a cluster that is not folded
// attract each other. It takes some tenths of a second for thousands of threads,
// so callers compute it on request and not for every frame.
//
// The method is that of Fruchterman and Reingold (1991), with their grid:
//
//  1. Threads begin in columns, in the given order.
//  2. Neighbours repel each other. Waits attract, the longer the more; a weak
//     force attracts to the middle.
//  3. Each thread moves along its force, but no further than a limit, which gets
//     smaller; then 2 again.
func ForceTargets(ctx context.Context, pairs []interaction.Pair, threads []tracefeed.ThreadID,
	clusters []view.Cluster) map[tracefeed.ThreadID]mgl32.Vec2 {
	g := newForceGraph(pairs, threads, clusters)
	if len(g.threads) == 0 {
		return nil
	}
	g.simulate(ctx)
	return g.targets()
}

// forceGraph is a graph of threads that attract and repel each other.
type forceGraph struct {
	threads []tracefeed.ThreadID
	at      []mgl32.Vec2 // places
	forces  []mgl32.Vec2
	// distance is the approximate distance of threads that only repel each other.
	distance    float32
	attractions []attraction
	clusters    [][]int32
	cells       map[[2]int32][]int32
}

// attraction is the force between two threads, with a strength of up to 1.
type attraction struct {
	a, b     int32
	strength float32
}

// maxAttractions is the largest number of attractions: those of the longest
// waits.
const maxAttractions = 20_000

// maxAttracted is the number of threads with attraction if threads have no bars.
const maxAttracted = 1000

func newForceGraph(pairs []interaction.Pair, threads []tracefeed.ThreadID, clusters []view.Cluster) *forceGraph {
	g := &forceGraph{cells: map[[2]int32][]int32{}}
	index := g.selectThreads(pairs, threads)
	g.placeInColumns()
	wanted := func(i int32) bool { return index.joins(&pairs[i]) }
	strongest, _ := largest.Of(len(pairs), maxAttractions, wanted, func(i, k int32) int {
		a, b := &pairs[i], &pairs[k]
		return cmp.Or(cmp.Compare(a.Total, b.Total), cmp.Compare(b.Blocked, a.Blocked), cmp.Compare(b.Blocker, a.Blocker),
			cmp.Compare(b.Kind, a.Kind))
	})
	for _, i := range slices.Backward(strongest) {
		p := &pairs[i]
		strength := math.Sqrt(float64(p.Total) / float64(pairs[strongest[len(strongest)-1]].Total))
		g.attractions = append(g.attractions, attraction{index[p.Blocked], index[p.Blocker], 0.1 + 0.9*float32(strength)})
	}
	g.addClusters(index, clusters)
	return g
}

// attractedIndex maps a thread's id to its index among the attracted threads; -1
// for none.
type attractedIndex []int32

func (x attractedIndex) of(t tracefeed.ThreadID) int32 {
	if int(t) < len(x) {
		return x[t]
	}
	return -1
}

// joins reports whether a pair attracts two threads to each other.
func (x attractedIndex) joins(p *interaction.Pair) bool {
	return p.Blocked != p.Blocker && p.Total > 0 && x.of(p.Blocked) >= 0 && x.of(p.Blocker) >= 0
}

// selectThreads lists the threads with attractions: if there are many, those
// with the longest waits.
func (g *forceGraph) selectThreads(pairs []interaction.Pair, threads []tracefeed.ThreadID) attractedIndex {
	if len(threads) == 0 {
		return nil
	}
	index := attractedIndex(slices.Repeat([]int32{-1}, int(slices.Max(threads))+1))
	for _, t := range threads {
		index[t] = 0
	}
	waits := make([]tracefeed.Time, len(index))
	for i := range pairs {
		if p := &pairs[i]; index.joins(p) {
			waits[p.Blocked] += p.Total
			waits[p.Blocker] += p.Total
		}
	}
	g.threads = slices.DeleteFunc(slices.Clone(threads), func(t tracefeed.ThreadID) bool { return waits[t] == 0 })
	if len(g.threads) > maxBars {
		longest, _ := largest.Of(len(g.threads), maxAttracted, func(int32) bool { return true }, func(i, k int32) int {
			return cmp.Or(cmp.Compare(waits[g.threads[i]], waits[g.threads[k]]), cmp.Compare(k, i))
		})
		slices.Sort(longest)
		for n, i := range longest {
			g.threads[n] = g.threads[i]
		}
		g.threads = g.threads[:len(longest)]
	}
	for t := range index {
		index[t] = -1
	}
	for i, t := range g.threads {
		index[t] = int32(i)
	}
	return index
}

// placeInColumns puts threads into columns.
func (g *forceGraph) placeInColumns() {
	n := len(g.threads)
	columns := max(1, int(math.Ceil(math.Sqrt(float64(n)))))
	g.distance = 1.6 / float32(columns)
	g.at, g.forces = make([]mgl32.Vec2, n), make([]mgl32.Vec2, n)
	for i := range g.at {
		g.at[i] = mgl32.Vec2{float32(i%columns)/float32(columns)*2 - 1, 1 - 2*float32(i)/float32(n)}
	}
}

// addClusters lists the threads that clusters attract to each other.
func (g *forceGraph) addClusters(index attractedIndex, clusters []view.Cluster) {
	for _, c := range clusters {
		var members []int32
		for _, t := range c.Threads {
			if i := index.of(t); i >= 0 && !c.Folded {
				members = append(members, i)
			}
		}
		if len(members) > 1 {
			g.clusters = append(g.clusters, members)
		}
	}
}

// simulate moves threads until they are near their equilibrium. Many threads get
// fewer rounds, to bound the time.
func (g *forceGraph) simulate(ctx context.Context) {
	rounds := min(max(40, 100_000/len(g.at)), 100)
	for round := range rounds {
		if ctx.Err() != nil {
			return
		}
		g.repel()
		g.attract()
		g.move(0.1 * float32(rounds-round) / float32(rounds))
	}
}

// repel computes the repulsion of threads that are near each other. Cells as wide as
// its range hold the candidates.
func (g *forceGraph) repel() {
	reach := 2 * g.distance
	for c := range g.cells {
		g.cells[c] = g.cells[c][:0]
	}
	for i, p := range g.at {
		c := cell(p, reach)
		g.cells[c] = append(g.cells[c], int32(i))
	}
	for c, here := range g.cells {
		if len(here) == 0 {
			continue
		}
		var near []int32
		for k := range int32(9) {
			near = append(near, g.cells[[2]int32{c[0] + k%3 - 1, c[1] + k/3 - 1}]...)
		}
		for _, i := range here {
			g.forces[i] = g.repulsion(i, near, reach)
		}
	}
}

// cell returns the cell of a place.
func cell(p mgl32.Vec2, wide float32) [2]int32 {
	return [2]int32{int32(math.Floor(float64(p[0] / wide))), int32(math.Floor(float64(p[1] / wide)))}
}

// repulsion returns the repulsion of i by others within reach.
func (g *forceGraph) repulsion(i int32, others []int32, reach float32) (move mgl32.Vec2) {
	at := g.at[i]
	for _, j := range others {
		x, y := at[0]-g.at[j][0], at[1]-g.at[j][1]
		square := x*x + y*y
		if square >= reach*reach || i == j {
			continue
		}
		if square < 1e-12 { // in the same place: to different sides
			x, y, square = 1e-3*float32(i-j), 1e-3, 1e-6
		}
		force := g.distance * g.distance / square
		move[0], move[1] = move[0]+x*force, move[1]+y*force
	}
	return move
}

// attract adds the attraction of waits, clusters and the middle.
func (g *forceGraph) attract() {
	for _, p := range g.attractions {
		d := g.at[p.b].Sub(g.at[p.a])
		move := d.Mul(p.strength * d.Len() / g.distance)
		g.forces[p.a], g.forces[p.b] = g.forces[p.a].Add(move), g.forces[p.b].Sub(move)
	}
	for _, members := range g.clusters {
		var middle mgl32.Vec2
		for _, i := range members {
			middle = middle.Add(g.at[i].Mul(1 / float32(len(members))))
		}
		for _, i := range members {
			g.forces[i] = g.forces[i].Add(middle.Sub(g.at[i]).Mul(10 * g.distance))
		}
	}
	for i, p := range g.at {
		g.forces[i] = g.forces[i].Sub(p.Mul(0.5 * g.distance))
	}
}

// move moves threads, none further than most.
func (g *forceGraph) move(most float32) {
	for i, move := range g.forces {
		if length := move.Len(); length > most {
			move = move.Mul(most / length)
		}
		g.at[i] = g.at[i].Add(move)
	}
}

// targets returns the places, from -1 to 1. They are the mean of distance and
// rank, so that a few outliers do not squeeze the rest.
func (g *forceGraph) targets() map[tracefeed.ThreadID]mgl32.Vec2 {
	n := len(g.at)
	order := make([]int32, n)
	result := make([]mgl32.Vec2, n)
	for k := range 2 {
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(g.at[a][k], g.at[b][k]), cmp.Compare(a, b)) })
		low, high := g.at[order[0]][k], g.at[order[n-1]][k]
		for rank, i := range order {
			apart := (2*g.at[i][k] - low - high) / max(high-low, 1e-6)
			even := 2*(float32(rank)+0.5)/float32(n) - 1
			result[i][k] = min(max((apart+even)/2, -1), 1)
		}
	}
	places := make(map[tracefeed.ThreadID]mgl32.Vec2, n)
	for i, p := range result {
		places[g.threads[i]] = p
	}
	return places
}
