package slice

import (
	"context"
	"math/rand/v2"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

const moments = 900

// uncovered is a depth from which on a set covers no moment.
const uncovered = AnyDepth + 1

// randomSets returns sets of two threads, and the depth from which on each covers a moment.
// Some have many short intervals, some few, some none.
func randomSets(rng *rand.Rand, n int) (sets []*Set, from [][3][moments]int) {
	from = make([][3][moments]int, n)
	for i := range n {
		for t := range from[i] {
			for at := range from[i][t] {
				from[i][t][at] = uncovered
			}
		}
		s := &Set{threads: make([][]timeline.Interval, 2+rng.IntN(2)), levels: make([][]level, 3)}
		deepest := []int{1, 1, 3, AnyDepth + 1}[rng.IntN(4)]
		longest := []int{2, 2, 20, 300}[rng.IntN(4)]
		for t := 1; t < len(s.threads); t++ {
			var list []deepInterval
			for at := rng.IntN(longest); at < moments && rng.IntN(400) > 0; at += rng.IntN(longest) {
				end := min(at+1+rng.IntN(longest), moments)
				depth := rng.IntN(deepest)
				list = append(list, newDeepInterval(tracefeed.Time(at), tracefeed.Time(end), depth))
				for ; at < end; at++ {
					from[i][t][at] = depth
				}
			}
			s.threads[t], s.levels[t] = tidy(list)
		}
		sets = append(sets, s)
	}
	return sets, from
}

// TestPartition compares sums of parts with those of a look at each moment.
func TestPartition(t *testing.T) {
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 2))
		sets, least := randomSets(rng, rng.IntN(7))
		bases, inBase := randomSets(rng, 1)
		base := bases[0]
		if seed%2 == 0 {
			base = nil
		}
		p := NewPartition(t.Context(), sets, base)
		part := func(thread, depth, at int) int {
			if base != nil && inBase[0][thread][at] == uncovered {
				return p.outside()
			}
			for i := range sets {
				if least[i][thread][at] <= depth {
					return i
				}
			}
			return p.Rest()
		}
		for range 200 {
			thread, from, depth := rng.IntN(3), rng.IntN(moments), rng.IntN([]int{4, AnyDepth + 1}[rng.IntN(2)])
			to := from + rng.IntN(moments-from+1)
			got, want := make([]tracefeed.Time, p.Parts()), make([]tracefeed.Time, p.Parts())
			p.Add(tracefeed.ThreadID(thread), depth, tracefeed.Time(from), tracefeed.Time(to), got)
			for at := from; at < to; at++ {
				want[part(thread, depth, at)]++
			}
			for k := range want {
				if got[k] != want[k] {
					t.Fatalf("seed %d: thread %d at depth %d from %d to %d: %v, want %v", seed, thread, depth, from, to, got, want)
				}
			}
		}
	}
}

// A partition of most sets at once has a part for each.
func TestPartitionOfManySets(t *testing.T) {
	var sets []*Set
	for i := range Max {
		at := tracefeed.Time(i)
		sets = append(sets, &Set{threads: [][]timeline.Interval{nil, {{Start: at, End: at + 2}}}})
	}
	p, sums := NewPartition(t.Context(), sets, nil), make([]tracefeed.Time, Max+2)
	p.Add(1, 0, -5, Max+10, sums)
	for i := range Max - 1 {
		if want := map[bool]tracefeed.Time{true: 2, false: 1}[i == 0]; sums[i] != want {
			t.Errorf("set %d has %d, want %d", i, sums[i], want)
		}
	}
	if sums[p.Rest()] != 5+9 || sums[p.outside()] != 0 {
		t.Errorf("the rest has %d, outside has %d", sums[p.Rest()], sums[p.outside()])
	}
}

// BenchmarkPartition divides a million intervals of ten sets, and adds up the cells of a
// picture of 200 threads.
func BenchmarkPartition(b *testing.B) {
	const threads, each, long = 200, 500, 1000
	var sets []*Set
	for k := range 10 {
		s := &Set{threads: make([][]timeline.Interval, threads+1)}
		for t := 1; t <= threads; t++ {
			for i := range each {
				at := tracefeed.Time((i*10 + k) * long)
				s.threads[t] = append(s.threads[t], timeline.Interval{Start: at, End: at + long/2})
			}
		}
		sets = append(sets, s)
	}
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			NewPartition(context.Background(), sets, nil)
		}
	})
	b.Run("cells", func(b *testing.B) {
		p, sums := NewPartition(context.Background(), sets, nil), make([]tracefeed.Time, 12)
		const cells = 1000
		for b.Loop() {
			for t := 1; t <= threads; t++ {
				for i := range tracefeed.Time(cells) {
					const step = each * 10 * long / cells
					p.Add(tracefeed.ThreadID(t), AnyDepth, i*step, (i+1)*step, sums)
				}
			}
		}
	})
}
