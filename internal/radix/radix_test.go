package radix

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		width := 1 + rng.IntN(64)
		x := make([]Item, rng.IntN(100))
		for i := range x {
			x[i] = Item{rng.Uint64() >> (64 - width) & rng.Uint64(), int32(i)}
		}
		want := slices.Clone(x)
		slices.SortStableFunc(want, func(a, b Item) int { return cmp.Compare(a.Key, b.Key) })
		most := uint64(0)
		for _, i := range x {
			most = max(most, i.Key)
		}
		if got := Sort(x, make([]Item, len(x)), bits.Len64(most)); !slices.Equal(got, want) {
			t.Fatalf("%d bits: got %v, want %v", width, got, want)
		}
	}
}
