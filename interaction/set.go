package interaction

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Set is a part of the time of threads, such as a slice.
type Set interface {
	// Time returns how much of [from, to) of a thread the set covers.
	Time(t tracefeed.ThreadID, from, to tracefeed.Time) tracefeed.Time
	// Within calls f for the parts of [from, to) of a thread that the set covers, in order
	// of time.
	Within(t tracefeed.ThreadID, from, to tracefeed.Time, f func(start, end tracefeed.Time))
}

// PairsIn is Pairs of the time in a set: an edge counts as far as the set covers the
// waiting thread, and not at all where that is nothing. The owners of a lock share the
// time in the set, as they share the whole.
func PairsIn(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time, in Set) []Pair {
	t := newAggregator(tl, from, to, defaultLimits)
	t.in = in
	t.addAll(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return t.pairs()
}

// length returns the time of an interval that counts.
func (a *threadAggregator) length(t tracefeed.ThreadID, from, to tracefeed.Time) tracefeed.Time {
	if a.in == nil || from >= to {
		return to - from
	}
	return a.in.Time(t, from, to)
}
