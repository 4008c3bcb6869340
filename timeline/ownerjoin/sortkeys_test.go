package ownerjoin

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortNearlySorted sorts lists that are nearly sorted, and some that are not.
func TestSortNearlySorted(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 7))
	for turn := range 300 {
		list := make([]uint64, rng.IntN(300))
		for i := range list {
			list[i] = uint64(i) + rng.Uint64N(1+uint64(turn*turn/20))
		}
		want := slices.Sorted(slices.Values(list))
		if sortNearlySorted(list); !slices.Equal(list, want) {
			t.Fatalf("turn %d: got %v", turn, list)
		}
	}
}
