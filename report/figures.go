package report

import (
	"context"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Figures are the times of a verdict and of budgets: of the program's threads, in a base if
// there is one.
type Figures struct {
	// Base is the name of the base; "" for none.
	Base  string
	Times tracefeed.StateTimes
	// Most is the lock with the longest total of waits; NoMonitor for none.
	Most tracefeed.MonitorID
}

// FiguresOf returns the figures of a trace. Without a base it costs as much as
// Timeline.Totals; with one, it reads the trace twice.
func (x *Slicing) FiguresOf(ctx context.Context, tl *timeline.Timeline, locks *lockname.Names) (f Figures) {
	if x.base == nil {
		f.Times = tl.Totals()
		if most := locks.MostWaited(1); len(most) > 0 {
			f.Most = most[0]
		}
		return f
	}
	f.Base = x.baseName
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
