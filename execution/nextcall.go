package execution

import (
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// NextCall returns the call of the same function and thread that begins next after a call.
// Calls without an entry are no such calls. ok is false if there is none, or ctx is done.
//
// The cost grows with the events up to the end of that call.
func NextCall(ctx context.Context, tl *timeline.Timeline, c *TreeCall) (next TreeCall, ok bool) {
	next, ok = firstCall(ctx, tl, c, c.Start, func(x *TreeCall) bool { return follows(x, c) })
	if !ok {
		return next, false
	}
	// Calls around it that began after c as well have not ended there.
	outer := next
	for _, x := range callsWithin(ctx, tl, c, next.Start, next.Start+1) {
		if follows(&x, c) && x.Start < outer.Start {
			outer = x
		}
	}
	if outer.Start == next.Start {
		return next, ctx.Err() == nil
	}
	return wholeCall(ctx, tl, &outer)
}

// follows reports whether a call begins after another one.
func follows(x, c *TreeCall) bool {
	again := x.Depth == c.Depth && x.Start < c.End // x is c, without its beginning
	return x.Start > c.Start && !again
}

// PreviousCall is NextCall for the call that began last before a call.
func PreviousCall(ctx context.Context, tl *timeline.Timeline, c *TreeCall) (previous TreeCall, ok bool) {
	const least = tracefeed.Millisecond
	for length := max(least, 4*(c.End-c.Start)); ctx.Err() == nil; length *= 4 {
		from := max(c.Start-length, 0)
		found, is := TreeCall{}, false
		for _, x := range callsWithin(ctx, tl, c, from, c.Start) {
			if x.Start < c.Start && (!is || x.Start > found.Start) {
				found, is = x, true
			}
		}
		// More of the past can tell only that a sampled call began earlier.
		sure := is && (found.Evidence == Measured && found.Start >= from || ok && previous.Start == found.Start)
		if previous, ok = found, is; sure || from == 0 {
			break
		}
	}
	if !ok || ctx.Err() != nil {
		return previous, false
	}
	if previous.End >= c.Start {
		return wholeCall(ctx, tl, &previous)
	}
	return previous, true
}

// wholeCall returns a call with its end. Only its start is known.
func wholeCall(ctx context.Context, tl *timeline.Timeline, c *TreeCall) (TreeCall, bool) {
	return firstCall(ctx, tl, c, c.Start, func(x *TreeCall) bool { return x.Start == c.Start && x.Depth == c.Depth })
}

// firstCall reads calls for which is returns true, up to the end of the first page that has
// any, and returns the one with the earliest start.
func firstCall(ctx context.Context, tl *timeline.Timeline, c *TreeCall, from tracefeed.Time,
	is func(*TreeCall) bool) (first TreeCall, ok bool) {
	within, stop := context.WithCancel(ctx)
	defer stop()
	readCalls(within, tl, c, from, tl.End, func(x *TreeCall) {
		if is(x) && (!ok || x.Start < first.Start) {
			first, ok = *x, true
			stop() // after the present page
		}
	})
	return first, ok && ctx.Err() == nil
}

// callsWithin returns the calls of the function and thread of a call that overlap an
// interval.
func callsWithin(ctx context.Context, tl *timeline.Timeline, c *TreeCall, from, to tracefeed.Time) (list []TreeCall) {
	readCalls(ctx, tl, c, from, to, func(x *TreeCall) { list = append(list, *x) })
	return slices.Clip(list)
}

// readCalls calls f for calls of the function and thread of a call that have an entry.
func readCalls(ctx context.Context, tl *timeline.Timeline, c *TreeCall, from, to tracefeed.Time, f func(*TreeCall)) {
	q := Query{Of: make([]bool, c.Thread+1), From: from, To: to}
	q.Of[c.Thread] = true
	w := newTreeWalk(tl, q, func(x *TreeCall) {
		if x.Name == c.Name {
			f(x)
		}
	}, nil)
	w.surrounds = func(*TreeCall) {}
	tl.EachPage(ctx, from, to, w.page)
	if ctx.Err() == nil {
		w.finish()
	}
}
