package groups_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/interaction/groups"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// named returns a timeline of threads with these names, and the threads.
func named(names ...string) (*timeline.Timeline, []tracefeed.ThreadID) {
	tl := &timeline.Timeline{Threads: make([]tracefeed.Thread, 1), Monitors: make([]tracefeed.Monitor, 1)}
	var ids []tracefeed.ThreadID
	for i, name := range names {
		tl.Threads = append(tl.Threads, tracefeed.Thread{ID: fmt.Sprint(i + 1), Name: name})
		ids = append(ids, tracefeed.ThreadID(i+1))
	}
	return tl, ids
}

// say writes groups as "name: 1 2; name: 3".
func say(all []groups.Group) string {
	var parts []string
	for _, g := range all {
		parts = append(parts, g.Name+": "+strings.Trim(fmt.Sprint(g.Threads), "[]"))
	}
	return strings.Join(parts, "; ")
}

// checkPartition reports threads that are in two groups, not in the input, or out
// of order; with whole also those in no group.
func checkPartition(t *testing.T, all []groups.Group, threads []tracefeed.ThreadID, whole bool) {
	t.Helper()
	place := map[tracefeed.ThreadID]int{}
	for i, id := range threads {
		place[id] = i
	}
	seen, names := map[tracefeed.ThreadID]bool{}, map[string]bool{}
	for _, g := range all {
		if len(g.Threads) == 0 || g.Name == "" || names[g.Name] && len(g.Threads) > 1 {
			t.Errorf("group %q of %v is empty, without a name, or there twice", g.Name, g.Threads)
		}
		names[g.Name] = true
		for i, id := range g.Threads {
			at, given := place[id]
			if !given || seen[id] || i > 0 && place[g.Threads[i-1]] >= at {
				t.Errorf("group %q: thread %d was not given, is in two groups, or out of order", g.Name, id)
			}
			seen[id] = true
		}
	}
	if whole && len(seen) != len(threads) {
		t.Errorf("%d of %d threads are in a group", len(seen), len(threads))
	}
}

// sets lists groups without regard to any order.
func sets(all []groups.Group) []string {
	var list []string
	for _, g := range all {
		ids := slices.Clone(g.Threads)
		slices.Sort(ids)
		list = append(list, fmt.Sprint(g.Name, ids))
	}
	slices.Sort(list)
	return list
}

func shuffled[T any](rng *rand.Rand, list []T) []T {
	list = slices.Clone(list)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func TestSeveral(t *testing.T) {
	t.Parallel()
	tl, ids := named("main", "worker-1", "worker-2")
	if got := say(groups.Several(groups.ByName(tl, ids))); got != "worker-*: 2 3" {
		t.Error(got)
	}
}

// Groups do not depend on the order of the input, nor on chance.
func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		var names []string
		for range 1 + rng.IntN(60) {
			names = append(names, randomName(rng))
		}
		tl, ids := named(names...)
		pairs := randomPairs(rng, len(ids), rng.IntN(200))
		for range 4 {
			tl.Monitors = append(tl.Monitors, tracefeed.Monitor{Name: fmt.Sprint("M", len(tl.Monitors))})
		}
		for what, group := range map[string]func(p []interaction.Pair, ids []tracefeed.ThreadID) []groups.Group{
			"name": func(_ []interaction.Pair, ids []tracefeed.ThreadID) []groups.Group { return groups.ByName(tl, ids) },
			"interaction": func(p []interaction.Pair, ids []tracefeed.ThreadID) []groups.Group {
				return groups.ByInteraction(tl, lockname.New(tl.Monitors, lockname.Ranks{}, nil), p, ids)
			},
		} {
			want := group(pairs, ids)
			checkPartition(t, want, ids, what == "name")
			others := shuffled(rng, ids)
			got := group(shuffled(rng, pairs), others)
			checkPartition(t, got, others, what == "name")
			if !slices.Equal(sets(got), sets(want)) {
				t.Fatalf("by %s, in another order: %v\n%v", what, sets(got), sets(want))
			}
		}
	}
}

func randomPairs(rng *rand.Rand, threads, n int) []interaction.Pair {
	var pairs []interaction.Pair
	for range n {
		pairs = append(pairs, interaction.Pair{
			Blocked: tracefeed.ThreadID(1 + rng.IntN(threads)), Blocker: tracefeed.ThreadID(1 + rng.IntN(threads)),
			Monitor: tracefeed.MonitorID(rng.IntN(5)), Total: tracefeed.Time(rng.IntN(1000)),
		})
	}
	return pairs
}

func BenchmarkProposals(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var names []string
	for i := range 10_000 {
		names = append(names, fmt.Sprintf("pool-%d-thread-%d", i/100, i))
	}
	tl, ids := named(names...)
	tl.Monitors = slices.Repeat([]tracefeed.Monitor{{Name: "M"}}, 5)
	pairs := randomPairs(rng, len(ids), 100_000)
	var planted []interaction.Pair // most waits are within pools of 100
	for _, p := range pairs {
		if rng.IntN(10) > 0 {
			p.Blocker = (p.Blocked-1)/100*100 + 1 + tracefeed.ThreadID(rng.IntN(100))
		}
		planted = append(planted, p)
	}
	b.Run("name", func(b *testing.B) {
		for b.Loop() {
			groups.ByName(tl, ids)
		}
	})
	for what, pairs := range map[string][]interaction.Pair{"random": pairs, "pools": planted} {
		b.Run("interaction/"+what, func(b *testing.B) {
			for b.Loop() {
				groups.ByInteraction(tl, lockname.New(tl.Monitors, lockname.Ranks{}, nil), pairs, ids)
			}
		})
	}
}
