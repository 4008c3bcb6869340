package chains

import (
	"slices"

	"tiv/tracefeed"
)

// addWaiter adds a thread to those that waited for a monitor, in constant time on
// average. Waits come by thread, page by page, so most are by the last one.
func (m *Monitor) addWaiter(t tracefeed.ThreadID, d *distinct) {
	n := len(m.Waiters)
	if n > 0 && m.Waiters[n-1] == t {
		return
	}
	if n == cap(m.Waiters) {
		m.Waiters = d.of(m.Waiters)
	}
	m.Waiters = append(m.Waiters, t)
}

// distinct removes repeated threads from lists. Its memory is as large as the largest id.
type distinct struct {
	seen  []int32 // by thread, the last round that met it
	round int32
}

// of returns a new list of some threads without repetitions, and with room for as many more.
func (d *distinct) of(list []tracefeed.ThreadID) []tracefeed.ThreadID {
	d.round++
	kept := make([]tracefeed.ThreadID, 0, len(list))
	for _, t := range list {
		if d.seen[t] != d.round {
			d.seen[t] = d.round
			kept = append(kept, t)
		}
	}
	return slices.Grow(kept, len(kept)+1)
}

// Sample is one of the waits for a monitor.
type Sample struct {
	// Thread waits from At on.
	Thread tracefeed.ThreadID
	At     tracefeed.Time
}

// sample keeps the waits with the numbers 1, 2, 4, 8, …: m.waits is that of the last one.
func (m *Monitor) sample(t tracefeed.ThreadID, at tracefeed.Time) {
	if m.Waits&(m.Waits-1) == 0 {
		m.Samples = append(m.Samples, Sample{t, at})
	}
}
