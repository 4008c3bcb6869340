package radix

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		width := 1 + rng.IntN(64)
		x := make([]Item, rng.IntN(100))
		for i := range x {
			x[i] = Item{rng.Uint64() >> (64 - width) & rng.Uint64(), int32(i)}
		}
		want := slices.Clone(x)
		slices.SortStableFunc(want, func(a, b Item) int { return cmp.Compare(a.Key, b.Key) })
		if got := Sort(x, make([]Item, len(x))); !slices.Equal(got, want) {
			t.Fatalf("%d bits: got %v, want %v", width, got, want)
		}
	}
}

func TestSorter(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	var s Sorter[[2]uint64]
	for range 100 {
		x := make([][2]uint64, rng.IntN(200))
		for i := range x {
			x[i] = [2]uint64{uint64(rng.IntN(50)), uint64(i)}
		}
		want := slices.Clone(x)
		slices.SortStableFunc(want, func(a, b [2]uint64) int { return cmp.Compare(a[0], b[0]) })
		if got := s.Sort(x, func(p *[2]uint64) uint64 { return p[0] }); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 1))
	for turn := range 500 {
		low, high := rng.IntN(65), rng.IntN(65)
		low, high = min(low, high), max(low, high)
		x := make([]uint64, rng.IntN(100))
		if turn%20 == 0 { // many are sorted in another way
			x = make([]uint64, 4000+rng.IntN(2000))
			low = rng.IntN(39)
			high = low + 10 + rng.IntN(16)
		}
		for i := range x {
			x[i] = rng.Uint64() & rng.Uint64()
		}
		want := slices.Clone(x)
		slices.SortStableFunc(want, func(a, b uint64) int {
			return cmp.Compare(a<<(64-high)>>(64-high)>>low, b<<(64-high)>>(64-high)>>low)
		})
		if got := Keys(x, make([]uint64, len(x)), low, high); !slices.Equal(got, want) {
			t.Fatalf("bits %d to %d: got %.1000x, want %.1000x", low, high, got, want)
		}
	}
}
