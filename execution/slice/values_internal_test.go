package slice

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
)

// A list with too little room keeps every nth value, with the same n for all lists that are
// merged, and the ends.
func TestValueList(t *testing.T) {
	for seed := range oracle.Seeds(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		room := 4 + rng.IntN(20)
		merged, all, counts := newValueList(room), []int64{}, [3]int{}
		for part := range counts {
			v := newValueList(room)
			for i := range rng.IntN(100) {
				x := int64(1000*part + i)
				v.add(x)
				all = append(all, x)
				counts[part]++
			}
			merged.merge(v)
		}
		got := merged.sorted()
		if len(all) == 0 {
			continue
		}
		if got[0] != slices.Min(all) || got[len(got)-1] != slices.Max(all) || len(got) > room+2 {
			t.Fatalf("seed %d: %d to %d in %d values", seed, got[0], got[len(got)-1], len(got))
		}
		if len(all) <= room && !slices.Equal(got, all) {
			t.Fatalf("seed %d: %v, want %v", seed, got, all)
		}
		for part, n := range counts {
			kept := 0
			for _, x := range got {
				if x/1000 == int64(part) {
					kept++
				}
			}
			// The ends are there twice at most, and a part begins with a value.
			if low, high := n/merged.every-1, n/merged.every+3; kept < low || kept > high {
				t.Fatalf("seed %d: %d of %d values of part %d, want every %dth", seed, kept, n, part, merged.every)
			}
		}
	}
}
