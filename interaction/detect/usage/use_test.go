package usage

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TestUsage compares the use of time with sums over all spans, on random traces.
func TestUsage(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		shape := oracle.Small(rng)
		if seed%9 == 0 {
			shape = oracle.Shape{Threads: 9, Monitors: 3, Events: 1000, Odd: 0.1}
		}
		oracle.Check(t, seed, oracle.Random(rng, shape), func(tr oracle.Trace) error { return checkUsage(tr, seed%2 == 0) })
	}
}

func checkUsage(random oracle.Trace, onePage bool) error {
	tuning := timeline.Tuning{PageEvents: 50}
	if onePage {
		tuning.PageEvents = 1 << 16
	}
	tl, err := reduced.Timeline(random.Feed(), tuning)
	if err != nil {
		return err
	}
	for id := range tl.Threads {
		tl.Threads[id].System = id%4 == 3
	}
	x := NewScan(tl)
	tl.EachLockPage(context.Background(), 0, math.MaxInt, x.Page)
	got := x.Finish()
	ran := make([]map[tracefeed.ThreadID]tracefeed.Time, len(got.Program))
	threads, steps := make([]Times, len(tl.Threads)),
		[2][]Times{make([]Times, len(got.Program)), make([]Times, len(got.Program))}
	for id := 1; id < len(tl.Threads); id++ {
		tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(span *timeline.Span, end tracefeed.Time) bool {
			u := Of(span.State, span.Cause)
			threads[id][u] += end - span.Start
			for i := range steps[0] {
				from, to := got.Interval(i)
				part := max(0, min(end, to)-max(span.Start, from))
				steps[b2i(tl.Threads[id].System)][i][u] += part
				if ran[i] == nil {
					ran[i] = map[tracefeed.ThreadID]tracefeed.Time{}
				}
				if u == Running && !tl.Threads[id].System {
					ran[i][tracefeed.ThreadID(id)] += part
				}
			}
			return true
		})
	}
	for id := range threads {
		if err := sameUse(fmt.Sprint("thread ", id), got.Threads[id], threads[id]); err != nil {
			return err
		}
	}
	for i, b := range got.Busiest {
		most := slices.Max(append(slices.Collect(maps.Values(ran[i])), 0))
		if b.Ran > ran[i][b.Thread] || b.Ran < most && onePage {
			return fmt.Errorf("step %d: busiest is %v, of %v", i, b, ran[i])
		}
	}
	for i := range steps[0] {
		if err := sameUse(fmt.Sprint("program, step ", i), got.Program[i], steps[0][i]); err != nil {
			return err
		}
		if err := sameUse(fmt.Sprint("runtime, step ", i), got.Runtime[i], steps[1][i]); err != nil {
			return err
		}
	}
	return nil
}

// sameUse compares all uses but those that a usage does not have: the unknown time
// before a thread's first event, and time in which it is not alive.
func sameUse(what string, got, want Times) error {
	got[Unknown], want[Unknown], got[NotAlive], want[NotAlive] = 0, 0, 0, 0
	if got != want {
		return fmt.Errorf("%s: %v, want %v", what, got, want)
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
