package detect

import (
	"tiv/interaction/detect/lockorder"
	"tiv/tracefeed"
)

// Limits are the limits of the detectors: thresholds that people can change, and others.
type Limits struct {
	// Shares are in percent, numbers are whole.

	// costShare is the part of the time of all threads from which lost time is a cost.
	costShare float64
	// handovers is the least number of acquisitions in a convoy, and before it. slowdown
	// is the largest rate of them in a convoy, as a part of that before.
	handovers, slowdown float64
	// crowded is the part of the trace from which the processors are crowded for long.
	crowded float64
	// starved is the part of its life that a thread loses at least while it is overtaken.
	starved float64
	// herd is the least number of threads that are woken together in a herd.
	herd float64
	// uneven is the part of the largest share of the work of equal threads from which its
	// excess is uneven.
	uneven float64
	// collections is the number of collections from which on their cost is reported: one can
	// be a recorder's.
	collections float64
	// leak is the number of threads with the same endless wait from which the
	// finding is a leak instead of stuck threads.
	leak float64
	// hang is the part of the trace for which nothing of a hang has gone on.
	hang float64
	// long is the part of the trace from which a wait for a monitor is long.
	long float64
	// pile is the least number of threads in a pile-up.
	pile float64

	// settled and settledMost say how long nothing may have changed before a wait
	// counts as endless because of another thread's end: for 1/settled of the
	// trace, at most settledMost. A thread that ends the wait may be about to start.
	settled     tracefeed.Time
	settledMost tracefeed.Time
	// wakers is the number of finished waits for a monitor from which its wakers
	// count as known.
	wakers int
	// pileSpread is the divisor of the trace's length over which the starts of a pile-up
	// spread at least.
	pileSpread tracefeed.Time
	// busy is the divisor of a thread's life from which on, as the time for which it
	// runs or could run, the thread has work.
	busy tracefeed.Time
	// sums bounds the number of shares of work that are added up.
	sums int
	// overtaken says how often a starved thread is overtaken at least: for each
	// acquisition, and compared with all threads at the monitor. Fewer than overtaken²
	// times in all are chance.
	overtaken int
	// herds is the least number of herds at one place.
	herds int

	// inversions is the largest number of lock-order inversions reported.
	inversions int
	// The embedded limits bound the search for lock-order inversions.
	lockorder.Limits
}

// DefaultLimits returns the thresholds that docs/findings.md explains.
func DefaultLimits() Limits {
	l := Limits{
		settled: 100, settledMost: 50 * tracefeed.Millisecond,
		wakers: 3, pileSpread: 2, busy: 20, sums: 1 << 12, overtaken: 8, herds: 16,
		inversions: 64, Limits: lockorder.DefaultLimits(),
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
	return min(end/l.settled, l.settledMost)
}

// hangFor returns how long threads have not gone on at least in a hang, in a trace of a
// given length.
func (l *Limits) hangFor(end tracefeed.Time) tracefeed.Time { return max(1, percentOf(l.hang, end)) }

// longFor returns the length from which on a wait is long, in a trace of a given length.
func (l *Limits) longFor(end tracefeed.Time) tracefeed.Time { return max(1, percentOf(l.long, end)) }
