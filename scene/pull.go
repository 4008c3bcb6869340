package scene

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/tracefeed"
)

// Pull returns places, from -1 to 1 in both directions, at which threads that
// waited long for each other are near each other; see Look.Pulled. Threads
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
func Pull(ctx context.Context, pairs []interaction.Pair, threads []tracefeed.ThreadID, clusters []Cluster) map[tracefeed.ThreadID]mgl32.Vec2 {
	s := newSprings(pairs, threads, clusters)
	if len(s.threads) == 0 {
		return nil
	}
	s.settle(ctx)
	return s.result()
}

// springs are threads that attract and repel each other.
type springs struct {
	threads []tracefeed.ThreadID
	at      []mgl32.Vec2
	moves   []mgl32.Vec2
	// far is the approximate distance of threads that only repel each other.
	far      float32
	pulls    []spring
	clusters [][]int32
	cells    map[[2]int32][]int32
}

// spring attracts two threads to each other, with a strength of up to 1.
type spring struct {
	a, b     int32
	strength float32
}

// mostSprings is the largest number of springs: those of the longest waits.
const mostSprings = 20_000

// mostPulled is the number of threads with attraction if threads have no bars.
const mostPulled = 1000

func newSprings(pairs []interaction.Pair, threads []tracefeed.ThreadID, clusters []Cluster) *springs {
	s := &springs{cells: map[[2]int32][]int32{}}
	index := s.take(pairs, threads)
	s.begin()
	wanted := func(i int32) bool { return index.joins(&pairs[i]) }
	strongest, _ := largest(len(pairs), mostSprings, wanted, func(i, k int32) int {
		a, b := &pairs[i], &pairs[k]
		return cmp.Or(cmp.Compare(a.Total, b.Total), cmp.Compare(b.Blocked, a.Blocked), cmp.Compare(b.Blocker, a.Blocker), cmp.Compare(b.Kind, a.Kind))
	})
	for _, i := range slices.Backward(strongest) {
		p := &pairs[i]
		strength := math.Sqrt(float64(p.Total) / float64(pairs[strongest[len(strongest)-1]].Total))
		s.pulls = append(s.pulls, spring{index[p.Blocked], index[p.Blocker], 0.1 + 0.9*float32(strength)})
	}
	s.join(index, clusters)
	return s
}

// springIndex maps a thread's id to its index among the attracted threads; -1
// for none.
type springIndex []int32

func (x springIndex) of(t tracefeed.ThreadID) int32 {
	if int(t) < len(x) {
		return x[t]
	}
	return -1
}

// joins reports whether waits pull two threads together.
func (x springIndex) joins(p *interaction.Pair) bool {
	return p.Blocked != p.Blocker && p.Total > 0 && x.of(p.Blocked) >= 0 && x.of(p.Blocker) >= 0
}

// take lists the threads with springs: if there are many, those with the
// longest waits.
func (s *springs) take(pairs []interaction.Pair, threads []tracefeed.ThreadID) springIndex {
	if len(threads) == 0 {
		return nil
	}
	index := springIndex(slices.Repeat([]int32{-1}, int(slices.Max(threads))+1))
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
	s.threads = slices.DeleteFunc(slices.Clone(threads), func(t tracefeed.ThreadID) bool { return waits[t] == 0 })
	if len(s.threads) > mostBars {
		longest, _ := largest(len(s.threads), mostPulled, func(int32) bool { return true }, func(i, k int32) int {
			return cmp.Or(cmp.Compare(waits[s.threads[i]], waits[s.threads[k]]), cmp.Compare(k, i))
		})
		slices.Sort(longest)
		for n, i := range longest {
			s.threads[n] = s.threads[i]
		}
		s.threads = s.threads[:len(longest)]
	}
	for t := range index {
		index[t] = -1
	}
	for i, t := range s.threads {
		index[t] = int32(i)
	}
	return index
}

// begin puts threads into columns.
func (s *springs) begin() {
	n := len(s.threads)
	columns := max(1, int(math.Ceil(math.Sqrt(float64(n)))))
	s.far = 1.6 / float32(columns)
	s.at, s.moves = make([]mgl32.Vec2, n), make([]mgl32.Vec2, n)
	for i := range s.at {
		s.at[i] = mgl32.Vec2{float32(i%columns)/float32(columns)*2 - 1, 1 - 2*float32(i)/float32(n)}
	}
}

// join lists which threads are pulled together by clusters.
func (s *springs) join(index springIndex, clusters []Cluster) {
	for _, c := range clusters {
		var members []int32
		for _, t := range c.Threads {
			if i := index.of(t); i >= 0 && !c.Folded {
				members = append(members, i)
			}
		}
		if len(members) > 1 {
			s.clusters = append(s.clusters, members)
		}
	}
}

// settle moves threads until they are near their equilibrium. Many threads get
// fewer rounds, to bound the time.
func (s *springs) settle(ctx context.Context) {
	rounds := min(max(40, 100_000/len(s.at)), 100)
	for round := range rounds {
		if ctx.Err() != nil {
			return
		}
		s.push()
		s.pull()
		s.step(0.1 * float32(rounds-round) / float32(rounds))
	}
}

// push adds the repulsion of threads that are near each other. Cells as wide as
// its range hold the candidates.
func (s *springs) push() {
	reach := 2 * s.far
	for c := range s.cells {
		s.cells[c] = s.cells[c][:0]
	}
	for i, p := range s.at {
		c := cell(p, reach)
		s.cells[c] = append(s.cells[c], int32(i))
	}
	for c, here := range s.cells {
		if len(here) == 0 {
			continue
		}
		var near []int32
		for k := range int32(9) {
			near = append(near, s.cells[[2]int32{c[0] + k%3 - 1, c[1] + k/3 - 1}]...)
		}
		for _, i := range here {
			s.moves[i] = s.away(i, near, reach)
		}
	}
}

// cell returns the cell of a place.
func cell(p mgl32.Vec2, wide float32) [2]int32 {
	return [2]int32{int32(math.Floor(float64(p[0] / wide))), int32(math.Floor(float64(p[1] / wide)))}
}

// away returns the repulsion of i by others within reach.
func (s *springs) away(i int32, others []int32, reach float32) (move mgl32.Vec2) {
	at := s.at[i]
	for _, j := range others {
		x, y := at[0]-s.at[j][0], at[1]-s.at[j][1]
		square := x*x + y*y
		if square >= reach*reach || i == j {
			continue
		}
		if square < 1e-12 { // in the same place: to different sides
			x, y, square = 1e-3*float32(i-j), 1e-3, 1e-6
		}
		force := s.far * s.far / square
		move[0], move[1] = move[0]+x*force, move[1]+y*force
	}
	return move
}

// pull adds the attraction of waits, clusters and the middle.
func (s *springs) pull() {
	for _, p := range s.pulls {
		d := s.at[p.b].Sub(s.at[p.a])
		move := d.Mul(p.strength * d.Len() / s.far)
		s.moves[p.a], s.moves[p.b] = s.moves[p.a].Add(move), s.moves[p.b].Sub(move)
	}
	for _, members := range s.clusters {
		var middle mgl32.Vec2
		for _, i := range members {
			middle = middle.Add(s.at[i].Mul(1 / float32(len(members))))
		}
		for _, i := range members {
			s.moves[i] = s.moves[i].Add(middle.Sub(s.at[i]).Mul(10 * s.far))
		}
	}
	for i, p := range s.at {
		s.moves[i] = s.moves[i].Sub(p.Mul(0.5 * s.far))
	}
}

// step moves threads, none further than most.
func (s *springs) step(most float32) {
	for i, move := range s.moves {
		if length := move.Len(); length > most {
			move = move.Mul(most / length)
		}
		s.at[i] = s.at[i].Add(move)
	}
}

// result returns the places, from -1 to 1. They are the mean of distance and
// rank, so that a few outliers do not squeeze the rest.
func (s *springs) result() map[tracefeed.ThreadID]mgl32.Vec2 {
	n := len(s.at)
	order := make([]int32, n)
	result := make([]mgl32.Vec2, n)
	for k := range 2 {
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(s.at[a][k], s.at[b][k]), cmp.Compare(a, b)) })
		low, high := s.at[order[0]][k], s.at[order[n-1]][k]
		for rank, i := range order {
			apart := (2*s.at[i][k] - low - high) / max(high-low, 1e-6)
			even := 2*(float32(rank)+0.5)/float32(n) - 1
			result[i][k] = min(max((apart+even)/2, -1), 1)
		}
	}
	places := make(map[tracefeed.ThreadID]mgl32.Vec2, n)
	for i, p := range result {
		places[s.threads[i]] = p
	}
	return places
}
