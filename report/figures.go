package report

import (
	"context"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/interaction/verdict"
	"tiv/timeline"
	"tiv/tracefeed"
)

// FiguresOf returns the figures of a trace. Without a base it costs as much as
// Timeline.Totals; with one, it reads the trace twice.
func (x *Slicing) FiguresOf(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names) verdict.Figures {
	if x.base == nil {
		return verdict.Whole(tl, locks)
	}
	f := verdict.Figures{Base: x.baseName}
	programs := func(t tracefeed.ThreadID) bool { return t != tracefeed.NoThread && !tl.Threads[t].System }
	q := totals.Query{To: tl.End, Of: programs, Base: x.base}
	f.Times, _ = slice.Sum(slice.Times(ctx, tl, included(tl, q), 0, tl.End, []*slice.Set{x.base})[0])
	all, _, _ := totals.Monitors(ctx, tl, q)
	longest := tracefeed.Time(0)
	for id := 1; id < len(all); id++ {
		if all[id].Waited > longest {
			f.Most, longest = tracefeed.MonitorID(id), all[id].Waited
		}
	}
	return f
}
