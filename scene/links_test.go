package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// A draft adds up fewer waits if there are many, and refinement adds the rest.
func TestPairsOfADraft(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 60, 20_000, 4)
	var m pairCache
	for _, c := range []struct {
		budget       int
		fresh, whole bool
	}{{50, true, false}, {50, false, false}, {1 << 30, true, true}, {50, false, true}, {1 << 30, false, true}} {
		if fresh := m.update(tl, 0, tl.End, nil, c.budget); fresh != c.fresh || (m.reached == 0) != c.whole {
			t.Errorf("with %d stretches: fresh %t, from %v", c.budget, fresh, m.reached)
		}
	}
}

// longest returns the same links as sorting all of them.
func TestLongest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		all := make([]Link, rng.IntN(160))
		for i := range all {
			all[i].Total, all[i].Count = tracefeed.Time(rng.IntN(12)), i
		}
		n := 1 + rng.IntN(20)
		odd := func(l *Link) bool { return l.Count%2 == 1 }
		want := slices.DeleteFunc(slices.Clone(all), func(l Link) bool { return !odd(&l) })
		slices.SortStableFunc(want, func(a, b Link) int { return int(a.Total - b.Total) })
		count := len(want)
		want = want[max(0, len(want)-n):]
		if got, left := longest(all, n, odd); !slices.Equal(got, want) || len(got)+left != count {
			t.Fatalf("the longest %d of %v are %v and %d more, want %v", n, all, got, left, want)
		}
	}
}

// The edges drawn are the same as those of sorting all of them.
func TestLongestEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 1))
	for _, n := range []int{0, 1, maxLinks, maxLinks + 1, 4 * maxLinks} {
		all := make([]interaction.Edge, n)
		for i := range all {
			all[i].Start = tracefeed.Time(rng.IntN(1000))
			all[i].End = all[i].Start + tracefeed.Time(rng.IntN(50))
		}
		want := slices.Clone(all)
		slices.SortStableFunc(want, func(a, b interaction.Edge) int { return int(b.End - b.Start - (a.End - a.Start)) })
		want = want[:min(n, maxLinks)]
		if got, left := longestEdges(all); !slices.Equal(got, want) || len(got)+left != n {
			t.Errorf("of %d edges: %d, and %d more", n, len(got), left)
		}
	}
}
