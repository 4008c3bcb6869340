// Package idling finds when the threads of a workspace's trace are idle, in the background.
//
// Decision: it reads the trace twice, so pictures of traces with more than 20 million events do
// not show idle threads, and those of a growing one only once it is complete.
package idling

import (
	"context"

	"tiv/handler"
	"tiv/timeline"
)

// mostEvents is the number of events up to which a trace is read.
const mostEvents = 20_000_000

// Idling is when threads are idle. The zero value has no trace.
type Idling struct {
	tl, of *timeline.Timeline // of found
	found  *handler.IdleTime
	known  *handler.Idle
}

// Follow sets the trace, as far as it was read, and its idle waits if they are known already.
func (x *Idling) Follow(tl *timeline.Timeline, known *handler.Idle) { x.tl, x.known = tl, known }

// Time returns when the threads of the trace are idle; nil before that is found, and if none is.
func (x *Idling) Time() *handler.IdleTime {
	if x.of != x.tl {
		return nil
	}
	return x.found
}

// Query is a search for one trace, for any goroutine.
type Query struct {
	tl    *timeline.Timeline
	known *handler.Idle
}

// Query returns the search that is due; nil if Time is current.
func (x *Idling) Query() *Query {
	if x.tl == nil || x.of == x.tl || !x.tl.Complete || len(x.tl.Stacks) <= 1 || x.tl.Counts.Events > mostEvents {
		return nil
	}
	return &Query{x.tl, x.known}
}

// Run searches. Once ctx is done, it returns its error soon.
func (q *Query) Run(ctx context.Context) (*handler.IdleTime, error) {
	found := handler.FindIdleTime(ctx, q.tl, q.known)
	return found, ctx.Err()
}

// Useful reports whether the result of a search is still of use.
func (x *Idling) Useful(q *Query) bool { return q.tl == x.tl }

// Set takes the result of a search, if it is of use.
func (x *Idling) Set(q *Query, found *handler.IdleTime) {
	if x.Useful(q) {
		x.of, x.found = q.tl, found
	}
}
