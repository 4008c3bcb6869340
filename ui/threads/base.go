package threads

import (
	"context"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// baseTimes is the time in the base by thread, computed in the background.
type baseTimes struct {
	background.Latest[baseTimesKey, *threadTimes]
}

// baseTimesKey is the input of these times.
type baseTimesKey struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	base     *slice.Set
}

// update requests the times for an interval. It returns the newest that are known: nil
// without a base, and none of any thread at first.
func (b *baseTimes) update(ws *workspace.Workspace, from, to tracefeed.Time, wake func()) *threadTimes {
	base := ws.Look.Slicing.Base(ws.Look.Base)
	if base == nil {
		b.Reset()
		return nil
	}
	key := baseTimesKey{ws.Timeline, from, to, base}
	if wanted, busy := b.Running(); busy && (ws.Playback.Playing || !key.tl.Complete) {
		key = wanted // it would never be finished
	}
	b.Update(key, func(ctx context.Context, _ func(float64)) (*threadTimes, error) {
		times := threadTimes(slice.Times(ctx, key.tl, execution.All(key.tl).Of, key.from, key.to, []*slice.Set{key.base})[0])
		return &times, ctx.Err()
	}, wake)
	if !b.Present {
		return &noTimes
	}
	return b.Value
}

// threadTimes are times by thread. They never change.
type threadTimes []tracefeed.StateTimes

// noTimes are those of no thread.
var noTimes threadTimes

// of returns the time of a thread.
func (b *threadTimes) of(t tracefeed.ThreadID) (times tracefeed.StateTimes) {
	if int(t) < len(*b) {
		times = (*b)[t]
	}
	return times
}
