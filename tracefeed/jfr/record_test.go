package jfr

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
)

func TestSortByStart(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		list := make([]record, n*7)
		for i := range list {
			list[i] = record{start: tracefeed.Time(rnd.IntN(n + 1)), value: int64(i)}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b record) int { return cmp.Compare(a.start, b.start) })
		if sortByStart(list); !slices.Equal(list, want) {
			t.Fatalf("%d records are not sorted", len(list))
		}
	}
}
