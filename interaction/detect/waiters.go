package detect

import (
	"slices"

	"tiv/tracefeed"
)

// addWaiter adds a thread to those that waited for a monitor, in constant time on
// average. Waits come by thread, page by page, so most are by the last one.
func (m *chainMonitor) addWaiter(t tracefeed.ThreadID, d *distinct) {
	n := len(m.waiters)
	if n > 0 && m.waiters[n-1] == t {
		return
	}
	if n == cap(m.waiters) {
		m.waiters = d.of(m.waiters)
	}
	m.waiters = append(m.waiters, t)
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
