package timeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// differEachStretch compares the stretches of some threads in a window with those of their
// lanes: they are in order, apart from each other, and add up to the lane's sums in any
// part of the window.
func differEachStretch(tl *timeline.Timeline, _ oracle.History, rng *rand.Rand) error {
	from := tracefeed.Time(rng.Int64N(int64(tl.End)+3)) - 1
	to := from + tracefeed.Time(rng.Int64N(int64(tl.End)+3))
	middle := from + (to-from)/3
	var threads []tracefeed.ThreadID
	for t := 1; t < len(tl.Threads); t++ {
		if rng.IntN(4) > 0 {
			threads = append(threads, tracefeed.ThreadID(t))
		}
	}
	all, early := make([]tracefeed.StateTimes, len(threads)), make([]tracefeed.StateTimes, len(threads))
	reached := make([]tracefeed.Time, len(threads))
	var failed error
	timeline.EachStretch(context.Background(), tl, threads, from, to, func(row int, s tracefeed.State, start, end tracefeed.Time) {
		if start < max(from, reached[row]) || end > to || start >= end {
			failed = fmt.Errorf("thread %d: stretch from %d to %d after %d in a window from %d to %d", threads[row], start, end,
				reached[row], from, to)
		}
		reached[row] = end
		all[row][s] += end - start
		early[row][s] += max(0, min(end, middle)-start)
	})
	for row, t := range threads {
		if want := tl.Lane(t).Sum(from, to); all[row] != want {
			return fmt.Errorf("stretches of thread %d from %d to %d have %v, want %v", t, from, to, all[row], want)
		}
		if want := tl.Lane(t).Sum(from, middle); early[row] != want {
			return fmt.Errorf("stretches of thread %d from %d to %d have %v before %d, want %v", t, from, to, early[row], middle, want)
		}
	}
	return failed
}
