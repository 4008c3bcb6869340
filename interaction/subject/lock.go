package subject

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// mostApart is the number of locks taken at one place that a picture draws one by one.
const mostApart = 6

// locks returns the locks of a finding.
func (t *Teller) locks(f *detect.Finding, moment tracefeed.Time) (locks []Lock) {
	threads := f.Involved()
	if b := f.Blame(); b != nil && b.Place != nil && len(f.Monitors) > mostApart {
		return []Lock{{Monitors: f.Monitors, Place: b.Place.Func, Threads: threads}}
	}
	if f.Kind == detect.Deadlock && len(f.Monitors) == len(f.Threads) {
		return t.ringLocks(f, moment)
	}
	for _, m := range f.Known() {
		if !t.Locks.Owned(m) {
			continue
		}
		l := Lock{Monitors: []tracefeed.MonitorID{m}, Threads: threads}
		if c := f.Culprit(); f.Severity.Accuses() && slices.Equal(t.Timeline.Owners(m, moment), []tracefeed.ThreadID{c}) {
			l.Keeper = c
		}
		locks = append(locks, l)
	}
	return locks
}

// ringLocks returns the locks of the rings of a deadlock that have closed. The threads of a ring
// are in the order of waiting: each waits for what the next one holds.
func (t *Teller) ringLocks(f *detect.Finding, moment tracefeed.Time) (locks []Lock) {
	monitors := f.Monitors
	for _, ring := range f.Rings() {
		n := len(ring.Threads)
		for i, m := range monitors[:n] {
			if ring.Start > moment || m == tracefeed.NoMonitor || !t.Locks.Owned(m) {
				continue
			}
			keeper := ring.Threads[(i+1)%n]
			locks = append(locks, Lock{Monitors: []tracefeed.MonitorID{m}, Threads: ring.Threads, Keeper: keeper, Ring: true})
		}
		monitors = monitors[n:]
	}
	return locks
}
