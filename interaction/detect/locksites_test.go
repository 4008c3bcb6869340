package detect_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
)

// stripes is the text of a trace in which threads wait for locks, one after the other, each
// for a time in ms: at places of the code that a function chooses.
func stripes(locks int, wait func(lock int) int, place func(lock int) string) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe a main.get /src/map.go:10\nframe b main.put /src/map.go:20\nframe c main.count /src/map.go:30\n")
	b.WriteString("stack a a\nstack b b\nstack c c\n0s h start\n")
	for i := range locks {
		fmt.Fprintf(&b, "0s w%d start\n", i)
	}
	at := 0
	for i := range locks {
		fmt.Fprintf(&b, "%dms h monitor-enter m%d\n%dms w%d monitor-wait m%d stack=%s\n", at, i, at, i, i, place(i))
		at += wait(i)
		fmt.Fprintf(&b, "%dms h monitor-exit m%d\n%dms w%d monitor-enter m%d\n%dms w%d monitor-exit m%d\n", at, i, at, i, i, at, i, i)
	}
	fmt.Fprintf(&b, "%dms h run\n", at)
	return b.String()
}

// TestLocksOfOnePlace has many locks of one line, of which each costs much or little, and locks
// that are alone: one finding each.
func TestLocksOfOnePlace(t *testing.T) {
	t.Parallel()
	same := func(int) int { return 10 }
	at := func(place string) func(int) string { return func(int) string { return place } }
	for name, c := range map[string]struct {
		story string
		want  []string
	}{
		"few, costly locks": {stripes(4, same, at("a")), []string{"4 locks of main.get (map.go:10), in 4 waits"}},
		"many, cheap locks": {stripes(80, same, at("a")), []string{"80 locks of main.get (map.go:10), in 80 waits"}},
		"two locks":         {stripes(2, same, at("a")), []string{"lock m0, in 1 wait", "lock m1, in 1 wait"}},
		"of different places": {stripes(3, same, func(i int) string { return "abc"[i : i+1] }),
			[]string{"lock m0, in 1 wait", "lock m1, in 1 wait", "lock m2, in 1 wait"}},
		"two groups": {stripes(8, same, func(i int) string { return "ab"[i%2 : i%2+1] }),
			[]string{"4 locks of main.get (map.go:10), in 4 waits", "4 locks of main.put (map.go:20), in 4 waits"}},
		"one that costs most": {stripes(5, func(i int) int { return []int{100, 10}[min(i, 1)] }, at("a")),
			[]string{"lock m0, in 1 wait", "4 locks of main.get (map.go:10), in 4 waits"}},
	} {
		var got []string
		for _, text := range costs(reduced.Story(t, c.story)) {
			if text, ok := strings.CutPrefix(text, "contention: "); ok {
				_, text, _ = strings.Cut(text, " time) to ")
				got = append(got, strings.SplitN(text, ". ", 2)[0])
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q; want %q", name, got, c.want)
		}
	}
}

// TestWorstOfLocks names the time in which most threads wait for the costliest of many locks, none
// of which costs enough for a finding of its own.
func TestWorstOfLocks(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe a main.get /src/map.go:10\nstack a a\n")
	const locks, waiters = 200, 3
	for i := range locks {
		fmt.Fprintf(&b, "0s h%d start\n", i)
		for k := range waiters {
			fmt.Fprintf(&b, "0s w%d-%d start\n", i, k)
		}
	}
	for i := range locks {
		fmt.Fprintf(&b, "1ms h%d monitor-enter m%d\n", i, i)
		for k := range waiters {
			fmt.Fprintf(&b, "1ms w%d-%d monitor-wait m%d stack=a\n", i, k, i)
		}
	}
	b.WriteString("10ms h0 run\n")
	for _, f := range detect.Find(context.Background(), reduced.Story(t, b.String()), nil).Findings {
		if f.Kind != detect.Contention {
			continue
		}
		if len(f.Monitors) != locks || len(f.Threads) != locks*waiters ||
			!strings.Contains(f.Text, "The costliest lock: lock m0 (27 ms). From 1 ms to 10 ms some thread always waited for it, "+
				"up to 3 at once.") {
			t.Errorf("%d locks, %d threads: %s", len(f.Monitors), len(f.Threads), f.Text)
		}
		return
	}
	t.Error("the locks are not found")
}

// TestGroupsLoseAllTime adds up the findings of random locks at random places, none too small
// to be found: they have all time of waits, each lock once.
func TestGroupsLoseAllTime(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		locks := 1 + rng.IntN(40)
		all := 0
		tl := reduced.Story(t, stripes(locks, func(int) int { n := 20 + rng.IntN(20); all += n; return n },
			func(int) string { return string("abc"[rng.IntN(3)]) }))
		sum, seen := 0, map[string]int{}
		for _, f := range detect.FindWith(context.Background(), tl, detect.Changes{"cost": 0.1}, nil).Findings {
			if f.Kind != detect.Contention {
				continue
			}
			sum += int(f.Lost / 1e6)
			for _, m := range f.Monitors {
				seen[tl.Monitors[m].ID]++
			}
			if n := len(f.Monitors); (n == 1) != (f.Blame().Place == nil) || n == 2 || len(f.Threads) != n || f.Blame().Waits != n {
				t.Errorf("seed %d: %d locks, %d threads, %d waits: %s", seed, n, len(f.Threads), f.Blame().Waits, f.Text)
			}
		}
		if sum != all || len(seen) != locks {
			t.Errorf("seed %d: %d of %d ms, %d of %d locks", seed, sum, all, len(seen), locks)
		}
		for lock, n := range seen {
			if n != 1 {
				t.Errorf("seed %d: %s is in %d findings", seed, lock, n)
			}
		}
	}
}
