package detect

import (
	"slices"

	"tiv/tracefeed"
)

// addWaiter adds a thread to those that waited for a monitor, in constant time on
// average. Waits come by thread, page by page, so most are by the last one.
func (c *chains) addWaiter(m *chainMonitor, t tracefeed.ThreadID) {
	n := len(m.waiters)
	if n > 0 && m.waiters[n-1] == t {
		return
	}
	if n == cap(m.waiters) {
		m.waiters = c.distinct(m.waiters)
		m.waiters = slices.Grow(m.waiters, len(m.waiters)+1)
	}
	m.waiters = append(m.waiters, t)
}

// distinct removes threads that are in a list already.
func (c *chains) distinct(list []tracefeed.ThreadID) []tracefeed.ThreadID {
	c.round++
	kept := list[:0]
	for _, t := range list {
		if c.seen[t] != c.round {
			c.seen[t] = c.round
			kept = append(kept, t)
		}
	}
	return kept
}
