package report

import (
	"cmp"
	"context"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// taskTimes returns, by the number of a task, the time of its regions in each slice: each
// moment of a thread once. Tasks without regions have none.
func (d *dump) taskTimes() map[int64][]tracefeed.Time {
	if len(d.win.Slices.sets) == 0 {
		return nil
	}
	type lane struct {
		task   int64
		thread tracefeed.ThreadID
	}
	regions := map[lane][]timeline.Interval{}
	execution.EachRegion(context.Background(), d.tl, d.win.executed(d.tl), func(r execution.Region) {
		if r.Task != 0 {
			k := lane{r.Task, r.Thread}
			regions[k] = append(regions[k], timeline.Interval{Start: max(r.Start, d.win.From), End: min(r.End, d.win.To)})
		}
	})
	times := map[int64][]tracefeed.Time{}
	for k, list := range regions {
		sums := times[k.task]
		if sums == nil {
			sums = make([]tracefeed.Time, len(d.win.Slices.sets))
			times[k.task] = sums
		}
		slices.SortFunc(list, func(a, b timeline.Interval) int { return cmp.Compare(a.Start, b.Start) })
		done := d.win.From
		for _, v := range list {
			for i, set := range d.win.Slices.sets {
				sums[i] += set.Time(k.thread, max(v.Start, done), v.End)
			}
			done = max(done, v.End)
		}
	}
	return times
}
