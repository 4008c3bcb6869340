// Package ending is about the waits that last to the end of a trace, and the threads that could
// end them.
//
// A timeline and its pages go in. Out come the open waits, rings of threads that wait for each
// other, those behind them, and threads that do not go on. Nothing here knows how a finding is
// worded, or how severe it is.
package ending

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Limits are the limits of what follows from the end of a trace.
type Limits struct {
	// Settled is how long nothing may have changed before waits count as endless because of
	// another thread's end.
	Settled tracefeed.Time
	// Hang is how long threads have not gone on at least in a hang.
	Hang tracefeed.Time
	// Wakers is the number of finished waits from which on their enders count as known.
	Wakers int
}

// Ending is the waits that are open at the end of a trace, with their wait-for graph.
type Ending struct {
	Limits
	// Open are the open waits, sorted by thread.
	Open  []Wait
	tl    *timeline.Timeline
	graph *waitGraph
}

// New returns the end of a trace.
func New(tl *timeline.Timeline, l Limits) *Ending {
	open := openWaits(tl)
	return &Ending{l, open, tl, newWaitGraph(tl, open, l.Settled)}
}
