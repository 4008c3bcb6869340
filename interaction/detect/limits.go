package detect

import (
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Limits are the thresholds of the detectors.
type Limits struct {
	// Settled and SettledMost say how long nothing may have changed before a wait
	// counts as endless because of another thread's end: for 1/Settled of the
	// trace, at most SettledMost. A thread that ends the wait may be about to start.
	Settled     tracefeed.Time
	SettledMost tracefeed.Time
	// Wakers is the number of finished waits for a monitor from which its wakers
	// count as known.
	Wakers int
	// Leak is the number of threads with the same endless wait from which the
	// finding is a leak instead of stuck threads.
	Leak int
	// Pile is the least number of threads in a pile-up. Their starts spread over at
	// least 1/PileSpread of the trace.
	Pile       int
	PileSpread tracefeed.Time
	// Long is the divisor of the trace's length from which a wait for a monitor is
	// long.
	Long tracefeed.Time

	// CostShare says from which part of the time of all threads lost time is a cost:
	// 1/CostShare.
	CostShare tracefeed.Time
	// Handovers is the least number of acquisitions in a convoy, and before it. Slowdown
	// is the largest rate of them in a convoy, as a part of that before.
	Handovers int
	Slowdown  float64
	// Crowded is the divisor of the trace's length from which the processors are
	// crowded for long.
	Crowded tracefeed.Time
	// Busy is the divisor of a thread's life from which on, as the time for which it
	// runs or could run, the thread has work.
	Busy tracefeed.Time
	// Uneven is the divisor of the largest share of the work of equal threads from
	// which on, as its excess, the shares are unequal. Sums bounds the number of shares
	// added up.
	Uneven tracefeed.Time
	Sums   int
	// Overtaken says how often a starved thread is overtaken at least: for each
	// acquisition, and compared with all threads at the monitor. Fewer than Overtaken²
	// times in all are chance. It loses at least 1/Starved of its life by that.
	Overtaken int
	Starved   tracefeed.Time
	// Herd is the least number of threads that are woken together in a herd, Herds that
	// of herds at one place.
	Herd, Herds int
	// Collections is the number of collections from which on their cost is reported: one can
	// be a recorder's.
	Collections int

	// Orders is the number of different lock orders that are kept: about 200 bytes
	// each. ThreadsOfOrder is the number of threads kept of each.
	Orders, ThreadsOfOrder int
	// HeldAtOnce is the number of monitors held by one thread from which its
	// acquisitions are not compared.
	HeldAtOnce int
	// CycleLength is the number of monitors in the longest lock-order inversion.
	CycleLength int
	// Inversions is the largest number of lock-order inversions reported, Cycles that
	// of the cycles found for them.
	Inversions, Cycles int
	// CycleSteps bounds the search for inversions, HistorySpans the search for the
	// moments that precede their acquisitions.
	CycleSteps, HistorySpans int
}

// DefaultLimits returns the thresholds that docs/findings.md explains.
func DefaultLimits() Limits {
	return Limits{
		Settled: 100, SettledMost: 50 * tracefeed.Millisecond,
		Wakers: 3, Leak: 3,
		Pile: 8, PileSpread: 2,
		Long:      4,
		CostShare: 100, Handovers: 16, Slowdown: 0.8,
		Crowded: 10, Busy: 20, Uneven: 5, Sums: 1 << 12, Overtaken: 8, Starved: 10, Herd: 6, Herds: 16, Collections: 3,
		Orders: 1 << 17, ThreadsOfOrder: 4, HeldAtOnce: ownerjoin.MaxOuter,
		CycleLength: 5, Inversions: 64, Cycles: 1 << 14, CycleSteps: 1 << 22, HistorySpans: 1 << 22,
	}
}

// settledFor returns how long nothing may have changed, in a trace of a given
// length, before waits count as endless.
func (l *Limits) settledFor(end tracefeed.Time) tracefeed.Time {
	return min(end/l.Settled, l.SettledMost)
}
