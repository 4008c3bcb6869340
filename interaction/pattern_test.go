package interaction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
)

// waitsFor returns a pair at a lock.
func waitsFor(a, b tracefeed.ThreadID, lock tracefeed.MonitorID, total tracefeed.Time) Pair {
	return Pair{Kind: Lock, Blocked: a, Blocker: b, Monitor: lock, Total: total}
}

// The patterns are those of figure 3 of the paper.
func TestGroups(t *testing.T) {
	t.Parallel()
	signal := waitsFor(5, 6, 1, 1000)
	signal.Kind = Signal
	for _, c := range []struct {
		name  string
		pairs []Pair
		want  []Group
	}{
		{"many to one", []Pair{waitsFor(1, 4, 7, 50), waitsFor(2, 4, 7, 40), waitsFor(3, 4, 7, 60), waitsFor(1, 2, 7, 10)},
			[]Group{{ManyToOne, 4, 1, 4, 3, 1, 160}}},
		{"many to many", []Pair{waitsFor(1, 2, 7, 50), waitsFor(2, 3, 8, 40), waitsFor(3, 1, 7, 60), waitsFor(2, 1, 7, 10)},
			[]Group{{ManyToMany, 3, 1, 1, 2, 2, 160}}},
		{"separate groups", []Pair{waitsFor(1, 2, 7, 50), waitsFor(3, 2, 7, 40), waitsFor(4, 6, 8, 60), waitsFor(5, 6, 8, 60)},
			[]Group{{ManyToOne, 3, 4, 6, 2, 1, 120}, {ManyToOne, 3, 1, 2, 2, 1, 90}}},
		{"a short wait connects no groups",
			[]Pair{waitsFor(1, 2, 7, 50), waitsFor(3, 2, 7, 40), waitsFor(4, 6, 8, 60), waitsFor(5, 6, 8, 60), waitsFor(1, 6, 9, 2)},
			[]Group{{ManyToOne, 3, 4, 6, 2, 1, 120}, {ManyToOne, 3, 1, 2, 2, 1, 90}}},
		{"a chain has no pattern", []Pair{waitsFor(1, 2, 7, 50), waitsFor(2, 3, 0, 40)}, []Group{{NoPattern, 3, 1, 2, 1, 0, 90}}},
		{"a pair is no group", []Pair{waitsFor(1, 2, 7, 50), waitsFor(2, 1, 7, 50)}, nil},
		{"hidden threads, signals, own waits", []Pair{waitsFor(1, 9, 7, 50), waitsFor(2, 9, 7, 50), signal, waitsFor(3, 3, 7, 50)}, nil},
	} {
		got := Groups(c.pairs, 10, func(p *Pair) bool { return p.Blocker < 9 })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Groups are the same in any order of pairs, and share no thread.
func TestGroupsOfRandomPairs(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var pairs []Pair
		for range rng.IntN(40) {
			pairs = append(pairs, waitsFor(tracefeed.ThreadID(1+rng.IntN(30)), tracefeed.ThreadID(1+rng.IntN(30)),
				tracefeed.MonitorID(rng.IntN(4)), tracefeed.Time(rng.IntN(100))))
		}
		every := func(*Pair) bool { return true }
		want := fmt.Sprint(Groups(pairs, 31, every))
		rng.Shuffle(len(pairs), func(i, k int) { pairs[i], pairs[k] = pairs[k], pairs[i] })
		all := Groups(pairs, 31, every)
		if got := fmt.Sprint(all); got != want {
			t.Fatalf("in another order: %s, want %s", got, want)
		}
		threads := 0
		for _, g := range all {
			threads += g.Threads
			if g.Waiters >= g.Threads || g.Pattern == ManyToOne && g.Waiters < 2 {
				t.Errorf("impossible: %+v", g)
			}
		}
		if threads > 30 {
			t.Errorf("%d of 30 threads are in groups", threads)
		}
	}
}
