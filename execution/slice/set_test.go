package slice_test

import (
	"math/rand/v2"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

const threads, length = 3, 40

// randomSet returns a set, and what it covers by thread and moment.
func randomSet(t *testing.T, rng *rand.Rand, tl *timeline.Timeline) (*slice.Set, [threads + 1][length]bool) {
	var definitions []slice.Definition
	var covered [threads + 1][length]bool
	for i := range 1 + rng.IntN(6) {
		thread, from := 1+rng.IntN(threads), rng.IntN(length-1)
		to := from + 1 + rng.IntN(length-from)
		for at := from; at < min(to, length); at++ {
			covered[thread][at] = true
		}
		definitions = append(definitions, slice.Definition{Name: string(rune('a' + i)), Of: slice.Threads, Extent: slice.Whole,
			Where: `id == "` + string(rune('0'+thread)) + `"`, From: tracefeed.Time(from), To: tracefeed.Time(to)})
	}
	s, err := slice.Compute(t.Context(), slice.Input{Timeline: tl}, definitions, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := s.Sets[0]
	for _, set := range s.Sets[1:] {
		all = slice.Or(all, set)
	}
	return all, covered
}

// TestSets compares sets with lists of moments: and, or, without, and sums.
func TestSets(t *testing.T) {
	tl := reduced.Story(t, "tiv-text 1\n0ns 1 start\n0ns 2 start\n0ns 3 start\n40ns 1 end\n")
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		a, inA := randomSet(t, rng, tl)
		b, inB := randomSet(t, rng, tl)
		for _, op := range []struct {
			name string
			do   func(a, b *slice.Set) *slice.Set
			is   func(a, b bool) bool
		}{
			{"and", slice.And, func(a, b bool) bool { return a && b }},
			{"or", slice.Or, func(a, b bool) bool { return a || b }},
			{"without", slice.Without, func(a, b bool) bool { return a && !b }},
		} {
			got := op.do(a, b)
			for thread := range threads + 1 {
				id, count := tracefeed.ThreadID(thread), tracefeed.Time(0)
				for at := range length {
					want := op.is(inA[thread][at], inB[thread][at])
					if want {
						count++
					}
					if got.Contains(id, tracefeed.Time(at)) != want {
						t.Fatalf("seed %d: %s of thread %d at %d is not %v: %v, %v: %v", seed, op.name, thread, at, want,
							a.Of(id), b.Of(id), got.Of(id))
					}
				}
				if sum := got.Time(id, 0, length); sum != count {
					t.Fatalf("seed %d: %s of thread %d is %v; want %v", seed, op.name, thread, sum, count)
				}
				for i, v := range got.Of(id) {
					if v.Start >= v.End || i > 0 && v.Start <= got.Of(id)[i-1].End {
						t.Fatalf("seed %d: %s: %v", seed, op.name, got.Of(id))
					}
				}
			}
		}
	}
}
