package execution

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Sample is a stack at which a thread was seen.
type Sample struct {
	// Thread is NoThread for a sample of the program's runtime, or of a thread
	// that the runtime does not know.
	Thread tracefeed.ThreadID
	Time   tracefeed.Time
	// Weight is the time or number that the sample represents, in the unit of the source.
	Weight int64
	// State is the state of the thread at the sample: after all events of the
	// thread that the trace has before it, and before those that it has after it,
	// also where their times are equal. It is NotAlive without a thread.
	State tracefeed.State
	Stack tracefeed.StackID
}

// EachSample calls f for each sample, in order of time for each thread, but not
// across threads. Its cost grows with the events in the interval. Once ctx is done,
// it returns early.
func EachSample(ctx context.Context, tl *timeline.Timeline, q Query, f func(Sample)) {
	q.eachPage(ctx, tl, func(p *timeline.Page) {
		if !hasKind(p, tracefeed.Sample) {
			return
		}
		for g := range p.Groups {
			if !q.includes(p.Groups[g].Thread) {
				continue
			}
			eachEvent(p, g, func(ev *tracefeed.Event, state tracefeed.State) {
				if ev.Kind == tracefeed.Sample && q.contains(tl, ev.Time) {
					f(Sample{ev.Thread, ev.Time, ev.Value, state, ev.Stack})
				}
			})
		}
	})
}
