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
	threads := all(f)
	if b := f.Blame(); b != nil && b.Place != nil && len(f.Monitors) > mostApart {
		return []Lock{{Monitors: f.Monitors, Place: b.Place.Func, Threads: threads}}
	}
	monitors := f.Monitors
	if b := f.Blame(); b != nil && b.Through != tracefeed.NoMonitor && !slices.Contains(monitors, b.Through) {
		monitors = append(slices.Clone(monitors), b.Through)
	}
	for i, m := range monitors {
		if m == tracefeed.NoMonitor || !t.Locks.Owned(m) {
			continue
		}
		l := Lock{Monitors: []tracefeed.MonitorID{m}, Threads: threads}
		if f.Kind == detect.Deadlock && len(f.Monitors) == len(f.Threads) {
			l.Keeper, l.Ring = f.Threads[(i+1)%len(f.Threads)], true
		} else if c := f.Culprit(); f.Severity.Accuses() && slices.Equal(t.Timeline.Owners(m, moment), []tracefeed.ThreadID{c}) {
			l.Keeper = c
		}
		locks = append(locks, l)
	}
	return locks
}
