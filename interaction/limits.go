package interaction

import "tiv/tracefeed"

// limits are the thresholds of findings.
var limits = struct {
	// A wait counts as endless because of another thread's end only if nothing has
	// changed for 1/settled of the trace, at most settledMost: a thread that ends
	// the wait may be about to start.
	settled     tracefeed.Time
	settledMost tracefeed.Time
	// wakers is the number of finished waits for a monitor from which its wakers
	// count as known.
	wakers int
	// leak is the number of threads with the same endless wait from which the
	// finding is a Leak instead of Stuck.
	leak int
	// pile is the least number of threads in a pile-up; their starts spread over at
	// least 1/pileSpread of the trace.
	pile       int
	pileSpread tracefeed.Time
	// long is the divisor of the trace's length from which a wait for a monitor is
	// long.
	long tracefeed.Time
}{
	settled: 100, settledMost: 50 * tracefeed.Millisecond,
	wakers: 3, leak: 3,
	pile: 8, pileSpread: 2,
	long: 4,
}

// settledFor returns how long nothing may have changed, in a trace of a given
// length, before waits count as endless.
func settledFor(end tracefeed.Time) tracefeed.Time {
	return min(end/limits.settled, limits.settledMost)
}
