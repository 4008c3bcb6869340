package threaddump

import "tiv/tracefeed"

// findEndless finds the threads whose waits cannot end: those that the runtime says, and
// those of rings of owners.
func (d *dump) findEndless() {
	d.endless = map[tracefeed.ThreadID]bool{}
	owners := map[tracefeed.MonitorID]tracefeed.ThreadID{}
	for _, h := range d.holds {
		owners[h.monitor] = h.thread
	}
	seen := map[tracefeed.ThreadID]tracefeed.ThreadID{} // by the thread that the search began at
	for i := range d.states {
		ev := &d.states[i].event
		if ev.Forever {
			d.endless[ev.Thread] = true
		}
		first := ev.Thread
		for t := first; t != tracefeed.NoThread; t = d.waitsFor(t, owners) {
			if from, ok := seen[t]; ok {
				if from == first {
					d.addRing(t, owners)
				}
				break
			}
			seen[t] = first
		}
	}
}

// waitsFor returns the owner of the monitor that a thread waits for, NoThread if there is none.
func (d *dump) waitsFor(t tracefeed.ThreadID, owners map[tracefeed.MonitorID]tracefeed.ThreadID) tracefeed.ThreadID {
	s := d.stateOf(t)
	if s == nil || s.event.Kind != tracefeed.MonitorWait || s.event.Monitor == tracefeed.NoMonitor {
		return tracefeed.NoThread
	}
	return owners[s.event.Monitor]
}

// addRing adds the threads of a ring.
func (d *dump) addRing(t tracefeed.ThreadID, owners map[tracefeed.MonitorID]tracefeed.ThreadID) {
	for !d.endless[t] {
		d.endless[t], d.ring = true, true
		t = d.waitsFor(t, owners)
	}
}
