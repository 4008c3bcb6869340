package place

import (
	"context"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// pools returns the waits within pools of threads, and all threads, the pools'
// mixed.
func pools(rng *rand.Rand, count, size int) (pairs []interaction.Pair, threads []tracefeed.ThreadID) {
	for i := range count * size {
		threads = append(threads, tracefeed.ThreadID(i+1))
	}
	for range 4 * len(threads) {
		a := rng.IntN(len(threads))
		b := (a + count*rng.IntN(size)) % len(threads) // of the same pool: threads are dealt out in turn
		pairs = append(pairs, interaction.Pair{Blocked: threads[a], Blocker: threads[b], Total: tracefeed.Time(1 + rng.IntN(100))})
	}
	return pairs, threads
}

// Threads that wait for each other are nearer to each other than to others.
func TestForceTargets(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, x := range []struct{ count, size int }{{2, 2}, {3, 10}, {8, 25}} {
		pairs, threads := pools(rng, x.count, x.size)
		places := ForceTargets(context.Background(), pairs, threads, nil)
		within, between := meanDistances(places, func(t tracefeed.ThreadID) int { return int(t-1) % x.count })
		if len(places) > len(threads) || within > 0.7*between {
			t.Errorf("%d pools of %d: %v apart within, %v between", x.count, x.size, within, between)
		}
		for id, p := range places {
			if !(p[0] >= -1 && p[0] <= 1 && p[1] >= -1 && p[1] <= 1) {
				t.Errorf("thread %d is pulled to %v", id, p)
			}
		}
		rng.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		if !maps.Equal(places, ForceTargets(context.Background(), pairs, threads, nil)) {
			t.Error("the same waits in another order pull to other places")
		}
	}
}

func meanDistances(places map[tracefeed.ThreadID]mgl32.Vec2, pool func(tracefeed.ThreadID) int) (within, between float32) {
	var near, far float32
	for a, p := range places {
		for b, q := range places {
			switch d := p.Sub(q).Len(); {
			case a == b:
			case pool(a) == pool(b):
				within, near = within+d, near+1
			default:
				between, far = between+d, far+1
			}
		}
	}
	return within / max(near, 1), between / max(far, 1)
}

// A cluster's members are nearer to each other than without it.
func TestForceTargetsTogether(t *testing.T) {
	t.Parallel()
	pairs, threads := pools(rand.New(rand.NewPCG(1, 2)), 4, 10)
	cluster := view.Cluster{Threads: []tracefeed.ThreadID{1, 2, 3, 4, 5, 6, 7, 8}} // of all pools
	pool := func(t tracefeed.ThreadID) int {
		if t <= 8 {
			return 0
		}
		return int(t)
	}
	loose, _ := meanDistances(ForceTargets(context.Background(), pairs, threads, nil), pool)
	joined, _ := meanDistances(ForceTargets(context.Background(), pairs, threads, []view.Cluster{cluster}), pool)
	cluster.Folded = true
	folded, _ := meanDistances(ForceTargets(context.Background(), pairs, threads, []view.Cluster{cluster}), pool)
	if joined > 0.7*loose || mgl32.Abs(folded-loose) > 1e-3 {
		t.Errorf("the members of a cluster are %v apart, without it %v, folded %v", joined, loose, folded)
	}
}

func TestForceTargetsWithoutWaits(t *testing.T) {
	t.Parallel()
	threads := []tracefeed.ThreadID{1, 2, 3}
	for _, pairs := range [][]interaction.Pair{nil, {{Blocked: 1, Blocker: 1, Total: 5}}, {{Blocked: 1, Blocker: 9, Total: 5}},
		{{Blocked: 1, Blocker: 2}}} {
		if got := ForceTargets(context.Background(), pairs, threads, nil); len(got) != 0 {
			t.Errorf("%v pull threads to %v", pairs, got)
		}
	}
}

func BenchmarkForceTargets(b *testing.B) {
	pairs, threads := pools(rand.New(rand.NewPCG(1, 2)), 40, 100)
	for b.Loop() {
		ForceTargets(context.Background(), pairs, threads, nil)
	}
}

func BenchmarkArrange(b *testing.B) {
	pulled := randomPulls(rand.New(rand.NewPCG(1, 2)), maxBars)
	for _, a := range arrangements {
		b.Run(a.String(), func(b *testing.B) {
			for b.Loop() {
				arrange(slotsFor(maxBars), &view.State{Options: view.Options{Arrangement: a}, Targets: pulled}, 1.5, new(Repeats))
			}
		})
	}
}

// For any strength of attraction, no two threads are at the same place.
func TestForceTargetsKeepsApart(t *testing.T) {
	t.Parallel()
	pairs, threads := pools(rand.New(rand.NewPCG(1, 2)), 3, 10)
	g := newForceGraph(pairs, threads, nil)
	g.simulate(context.Background())
	for i, p := range g.at {
		for _, q := range g.at[:i] {
			if p.Sub(q).Len() < 0.1*g.distance {
				t.Errorf("two threads are %v apart, want about %v", p.Sub(q).Len(), g.distance)
			}
		}
	}
}

// If there are more threads than bars, some of each pool have a place: those
// with the longest waits.
func TestForceTargetsMany(t *testing.T) {
	t.Parallel()
	pairs, threads := pools(rand.New(rand.NewPCG(1, 2)), 50, maxBars/50+20)
	if len(threads) <= maxBars {
		t.Fatalf("only %d threads", len(threads))
	}
	pool := func(t tracefeed.ThreadID) int { return int(t-1) % 50 }
	places := ForceTargets(context.Background(), pairs, threads, nil)
	seen := map[int]bool{}
	for id := range places {
		seen[pool(id)] = true
	}
	if len(places) != maxAttracted || len(seen) != 50 {
		t.Errorf("%d threads of %d pools have a place", len(places), len(seen))
	}
	if within, between := meanDistances(places, pool); within > 0.7*between {
		t.Errorf("%v apart within a pool, %v between", within, between)
	}
}
