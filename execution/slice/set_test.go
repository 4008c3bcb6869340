package slice_test

import (
	"math/rand/v2"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

const threads, length = 3, 40

// randomSet returns a set, and what it covers by thread and moment.
func randomSet(rng *rand.Rand) (*slice.Set, [threads + 1][length]bool) {
	var covered [threads + 1][length]bool
	for range 1 + rng.IntN(6) {
		thread, from := 1+rng.IntN(threads), rng.IntN(length-1)
		for at := from; at < min(from+1+rng.IntN(length-from), length); at++ {
			covered[thread][at] = true
		}
	}
	list := make([][]timeline.Interval, threads+1)
	for thread := range list {
		for at := range length {
			i, time := len(list[thread])-1, tracefeed.Time(at)
			switch {
			case !covered[thread][at]:
			case at > 0 && covered[thread][at-1]:
				list[thread][i].End = time + 1
			default:
				list[thread] = append(list[thread], timeline.Interval{Start: time, End: time + 1})
			}
		}
	}
	return slice.NewSet(list), covered
}

// TestSets compares what two sets cover with lists of moments, and sums of it.
func TestSets(t *testing.T) {
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		a, inA := randomSet(rng)
		b, inB := randomSet(rng)
		for _, op := range []struct {
			name string
			got  *slice.Set
			is   func(a, b bool) bool
		}{
			{"one", a, func(a, _ bool) bool { return a }},
			{"and", slice.And(a, b), func(a, b bool) bool { return a && b }},
		} {
			got := op.got
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
