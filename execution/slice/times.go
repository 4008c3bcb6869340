package slice

import (
	"context"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Times returns the time of threads in each state that sets cover in [from, to): by set,
// then by thread. Threads beyond the length of of, and those for which it is false, have
// none.
//
// The trace is read once; the cost grows with the events in the interval and with the
// intervals of the sets there. Once ctx is done, the result is incomplete.
func Times(ctx context.Context, tl *timeline.Timeline, of []bool, from, to tracefeed.Time, sets []*Set) [][]tracefeed.StateTimes {
	times := make([][]tracefeed.StateTimes, len(sets))
	for i := range times {
		times[i] = make([]tracefeed.StateTimes, len(tl.Threads))
	}
	execution.Shared(ctx, tl, execution.Query{Of: of, From: from, To: to}, func(part execution.Query) struct{} {
		tl.EachSpan(ctx, part.Of, from, to, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
			if s.State == tracefeed.NotAlive {
				return
			}
			for i, set := range sets {
				times[i][t][s.State] += set.Time(t, max(s.Start, from), min(end, to))
			}
		})
		return struct{}{} // the parts write different threads
	})
	return times
}

// Sum adds up the times of threads, and counts those with any.
func Sum(times []tracefeed.StateTimes) (sum tracefeed.StateTimes, threads int) {
	for _, t := range times {
		if sum.Add(t); t.Alive() > 0 {
			threads++
		}
	}
	return sum, threads
}
