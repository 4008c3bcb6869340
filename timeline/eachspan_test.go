package timeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// differEachSpan compares the spans of all threads in a window with those of each
// lane.
func differEachSpan(tl *timeline.Timeline, _ oracle.History, rng *rand.Rand) error {
	type part struct {
		timeline.Span
		end tracefeed.Time
	}
	for range 3 {
		from := tracefeed.Time(rng.Int64N(int64(tl.End)+3)) - 1
		to := from + tracefeed.Time(rng.Int64N(int64(tl.End)+3))
		if rng.IntN(3) == 0 {
			from, to = 0, tl.End
		}
		cut := func(s *timeline.Span, end tracefeed.Time) part {
			p := part{*s, min(end, to)}
			p.Start = max(s.Start, from)
			return p
		}
		of, got := make([]bool, len(tl.Threads)), make([][]part, len(tl.Threads))
		for t := range of {
			of[t] = rng.IntN(4) > 0
		}
		tl.EachSpan(context.Background(), of, from, to, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
			got[t] = append(got[t], cut(s, end))
		})
		for t := tracefeed.ThreadID(1); int(t) < len(of); t++ {
			var want []part
			tl.Lane(t).Spans(from, to, func(s *timeline.Span, end tracefeed.Time) bool {
				if p := cut(s, end); of[t] && p.Start < p.end {
					want = append(want, p)
				}
				return true
			})
			if !slices.Equal(got[t], want) {
				return fmt.Errorf("spans of thread %d from %d to %d\ngot  %+v\nwant %+v", t, from, to, got[t], want)
			}
		}
	}
	return nil
}
