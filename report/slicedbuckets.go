package report

import (
	"context"

	"tiv/execution/slice"
	"tiv/timeline"
	"tiv/tracefeed"
)

// bucketsIn adds the time of n steps of some threads in a set: by thread, then by step.
func (d *dump) bucketsIn(set *slice.Set, out []tracefeed.StateTimes, group []tracefeed.ThreadID, from tracefeed.Time, n int) {
	to := min(from+tracefeed.Time(n)*d.win.Step, d.win.To)
	timeline.EachStretch(context.Background(), d.tl, group, from, to, func(row int, s tracefeed.State, start, end tracefeed.Time) {
		set.Within(group[row], start, end, func(start, end tracefeed.Time) {
			for start < end {
				i := (start - from) / d.win.Step
				next := min(end, from+(i+1)*d.win.Step)
				out[row*n+int(i)][s] += next - start
				start = next
			}
		})
	})
}
