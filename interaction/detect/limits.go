package detect

import (
	"tiv/interaction/detect/lockorder"
	"tiv/tracefeed"
)

// Limits are the limits of the detectors: thresholds that people can change, and others.
type Limits struct {
	// Shares are in percent, numbers are whole.

	// CostShare is the part of the time of all threads from which lost time is a cost.
	CostShare float64
	// Handovers is the least number of acquisitions in a convoy, and before it. Slowdown
	// is the largest rate of them in a convoy, as a part of that before.
	Handovers, Slowdown float64
	// Crowded is the part of the trace from which the processors are crowded for long.
	Crowded float64
	// Starved is the part of its life that a thread loses at least while it is overtaken.
	Starved float64
	// Herd is the least number of threads that are woken together in a herd.
	Herd float64
	// Uneven is the part of the largest share of the work of equal threads from which its
	// excess is uneven.
	Uneven float64
	// Collections is the number of collections from which on their cost is reported: one can
	// be a recorder's.
	Collections float64
	// Leak is the number of threads with the same endless wait from which the
	// finding is a leak instead of stuck threads.
	Leak float64
	// Hang is the part of the trace for which nothing of a hang has gone on.
	Hang float64
	// Long is the part of the trace from which a wait for a monitor is long.
	Long float64
	// Pile is the least number of threads in a pile-up.
	Pile float64

	// Settled and SettledMost say how long nothing may have changed before a wait
	// counts as endless because of another thread's end: for 1/Settled of the
	// trace, at most SettledMost. A thread that ends the wait may be about to start.
	Settled     tracefeed.Time
	SettledMost tracefeed.Time
	// Wakers is the number of finished waits for a monitor from which its wakers
	// count as known.
	Wakers int
	// PileSpread is the divisor of the trace's length over which the starts of a pile-up
	// spread at least.
	PileSpread tracefeed.Time
	// Busy is the divisor of a thread's life from which on, as the time for which it
	// runs or could run, the thread has work.
	Busy tracefeed.Time
	// Sums bounds the number of shares of work that are added up.
	Sums int
	// Overtaken says how often a starved thread is overtaken at least: for each
	// acquisition, and compared with all threads at the monitor. Fewer than Overtaken²
	// times in all are chance.
	Overtaken int
	// Herds is the least number of herds at one place.
	Herds int

	// Inversions is the largest number of lock-order inversions reported.
	Inversions int
	// The embedded limits bound the search for lock-order inversions.
	lockorder.Limits
}

// DefaultLimits returns the thresholds that docs/findings.md explains.
func DefaultLimits() Limits {
	l := Limits{
		Settled: 100, SettledMost: 50 * tracefeed.Millisecond,
		Wakers: 3, PileSpread: 2, Busy: 20, Sums: 1 << 12, Overtaken: 8, Herds: 16,
		Inversions: 64, Limits: lockorder.DefaultLimits(),
	}
	for _, t := range thresholds {
		*t.of(&l) = t.Default
	}
	return l
}

// percentOf returns a share of a time, given in percent.
func percentOf(share float64, t tracefeed.Time) tracefeed.Time {
	return tracefeed.Time(share * float64(t) / 100)
}

// settledFor returns how long nothing may have changed, in a trace of a given
// length, before waits count as endless.
func (l *Limits) settledFor(end tracefeed.Time) tracefeed.Time {
	return min(end/l.Settled, l.SettledMost)
}

// hangFor returns how long threads have not gone on at least in a hang, in a trace of a
// given length.
func (l *Limits) hangFor(end tracefeed.Time) tracefeed.Time { return max(1, percentOf(l.Hang, end)) }

// longFor returns the length from which on a wait is long, in a trace of a given length.
func (l *Limits) longFor(end tracefeed.Time) tracefeed.Time { return max(1, percentOf(l.Long, end)) }
