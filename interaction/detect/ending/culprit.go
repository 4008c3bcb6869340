package ending

import "tiv/tracefeed"

// inUndecided reports whether a thread is in a cycle that another thread may open.
func (s *Rings) inUndecided(t tracefeed.ThreadID) bool {
	n := s.graph.threads[t]
	return n != noNode && s.graph.nodes[n].undecided
}

// Culprit is the cause of a wait: the thread at the end of the chain of owners, or, without
// an owner, the monitor.
type Culprit struct {
	Thread  tracefeed.ThreadID
	Monitor tracefeed.MonitorID
}

// Culprit returns the cause of waits for a monitor. Of several owners it follows the
// first.
func (s *Rings) Culprit(m tracefeed.MonitorID) (c Culprit) {
	const longest = 1000
	for steps := 0; steps < longest; steps++ {
		owners := s.tl.Owners(m, s.tl.End)
		if len(owners) == 0 {
			if c.Thread == tracefeed.NoThread {
				c.Monitor = m
			}
			break
		}
		c.Thread = owners[0]
		next, _ := LastKnown(s.tl, c.Thread)
		if next.State != tracefeed.Blocking || s.inUndecided(c.Thread) {
			break
		}
		m = next.Monitor
	}
	return c
}
