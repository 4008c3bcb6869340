package interaction

import "tiv/tracefeed"

// limits are the thresholds of findings, in proportion to the trace where they
// are lengths.
var limits = struct {
	// settled is the part of the trace, and settledMost the time, for which nothing
	// may have changed before a wait counts as endless because of what happened to
	// other threads: the one that ends it may be about to start.
	settled     tracefeed.Time
	settledMost tracefeed.Time
	// enders is the least number of finished waits for a monitor from which the
	// threads that end such waits are known.
	enders int
	// leak is the least number of threads that wait alike for ever and are one
	// finding of kind Leak, not Stuck.
	leak int
	// pile is the least number of threads of a pile-up; their starts spread over
	// at least 1/pileSpread of the trace.
	pile       int
	pileSpread tracefeed.Time
	// long is the part of the trace for which a wait for a monitor is long.
	long tracefeed.Time
}{
	settled: 100, settledMost: 50 * tracefeed.Millisecond,
	enders: 3, leak: 3,
	pile: 8, pileSpread: 2,
	long: 4,
}

// settledFor returns how long a trace must have stood still before its waits
// count as endless.
func settledFor(end tracefeed.Time) tracefeed.Time {
	return min(end/limits.settled, limits.settledMost)
}
