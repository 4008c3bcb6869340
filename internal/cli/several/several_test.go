package several

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// TestSortsAll opens random traces with random offsets as one, and compares it with sorting all of
// their events.
func TestSortsAll(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 30))
		dir := t.TempDir()
		var paths, offsets, want []string
		var moved []int
		n := 2 + rng.IntN(4)
		for range n {
			moved = append(moved, rng.IntN(2000)-1000)
		}
		zero := slices.Min(append(slices.Clone(moved[1:]), moved[0]))
		for p, by := range moved {
			var lines []string
			for thread := range 1 + rng.IntN(20) {
				start := rng.IntN(1000)
				end := start + 1 + rng.IntN(1000)
				for at, what := range map[int]string{start: "start", end: "end"} {
					lines = append(lines, fmt.Sprintf("%08dns p%dt%d %s\n", at, p, thread, what))
					want = append(want, fmt.Sprintf("%08d p%dt%d %s", at+by-zero, p, thread, what))
				}
			}
			slices.Sort(lines)
			name := fmt.Sprintf("part%d", p)
			paths = append(paths, filepath.Join(dir, name+".tiv"))
			offsets = append(offsets, fmt.Sprintf("%s=%dns", name, by))
			if err := os.WriteFile(paths[p], []byte("tiv-text 1\n"+strings.Join(lines, "")), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(want)
		list, err := List(paths, offsets)
		if err != nil {
			t.Fatal(err)
		}
		source, err := Open(list, "all", []tracefeed.Format{textfeed.Format()})
		if err != nil {
			t.Fatal(err)
		}
		if got := startsAndEnds(t, source); !slices.Equal(got, want) {
			t.Errorf("seed %d, offsets %v:\n%q\nwant\n%q", seed, offsets, got, want)
		}
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}
}

// startsAndEnds returns when threads start and end, in order.
func startsAndEnds(t *testing.T, feed tracefeed.Feed) (all []string) {
	t.Helper()
	last := tracefeed.Time(0)
	for e, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Time < last {
			t.Fatalf("an event at %d ns after one at %d ns", e.Time, last)
		}
		last = e.Time
		name := feed.Tables().Threads[e.Thread].Name
		name = name[strings.LastIndexByte(name, 'p'):]
		switch e.Kind {
		case tracefeed.ThreadStart:
			all = append(all, fmt.Sprintf("%08d %s start", e.Time, name))
		case tracefeed.ThreadEnd:
			all = append(all, fmt.Sprintf("%08d %s end", e.Time, name))
		}
	}
	slices.Sort(all)
	return all
}
