package timeline

import (
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// handovers finds the monitors that are handed over: a thread releases one that it
// does not hold, in an instant before and after which other threads hold it. Any
// thread can then end a wait for the monitor, so its holders do not explain waits.
//
// The result does not depend on the order of events within an instant.
type handovers struct {
	monitors []holderCount // by MonitorID, may be short
	// suspects are the monitors that may be handed over and were not when found was
	// last called; known is its last result, which is shared.
	suspects []tracefeed.MonitorID
	known    []bool
}

// holderCount counts the holders of a monitor.
type holderCount struct {
	now, before int32          // before: at the start of instant last
	last        tracefeed.Time // the last instant with a change
	foreign     bool           // a thread released it without holding it in instant last
	handed      bool
	suspect     bool // is among the suspects
}

// at returns the counts of a monitor, for changes at time t.
func (h *handovers) at(m tracefeed.MonitorID, t tracefeed.Time) *holderCount {
	if n := int(m) + 1 - len(h.monitors); n > 0 {
		h.monitors = append(h.monitors, make([]holderCount, n)...)
	}
	c := &h.monitors[m]
	if c.last != t {
		c.handed = c.isHanded()
		c.before, c.last, c.foreign = c.now, t, false
	}
	return c
}

func (c *holderCount) isHanded() bool { return c.handed || c.foreign && c.now > 0 }

func (h *handovers) enter(m tracefeed.MonitorID, t tracefeed.Time) { h.at(m, t).now++ }
func (h *handovers) exit(m tracefeed.MonitorID, t tracefeed.Time)  { h.at(m, t).now-- }

// exitAll empties the set of monitors that a thread holds.
func (h *handovers) exitAll(held *replay.HoldSet, t tracefeed.Time) {
	for _, m := range held.All() {
		h.exit(m.Monitor, t)
	}
	held.Clear()
}

// holdEffect is the effect of an event on the monitors that its thread holds.
type holdEffect uint8

const (
	unchanged holdEffect = iota
	// acquired: the thread did not hold the monitor before.
	acquired
	// released: the thread no longer holds the monitor.
	released
	// unheld: the thread released a monitor that it did not hold.
	unheld
)

// apply applies an acquisition or a release to the monitors that its thread holds.
// Other events change nothing.
func (h *handovers) apply(held *replay.HoldSet, ev *tracefeed.Event) holdEffect {
	switch ev.Kind {
	case tracefeed.MonitorEnter:
		if held.Enter(ev.Monitor, ev.Shared) {
			h.enter(ev.Monitor, ev.Time)
			return acquired
		}
	case tracefeed.MonitorExit:
		switch wasHeld, last := held.Exit(ev.Monitor); {
		case !wasHeld:
			return unheld
		case last:
			h.exit(ev.Monitor, ev.Time)
			return released
		}
	}
	return unchanged
}

// releaseUnheld processes a release that apply found to be unheld. A thread that
// existed before the trace may have acquired the monitor before.
func (h *handovers) releaseUnheld(ev *tracefeed.Event, preexisting bool) replay.Verdict {
	if ev.Other != tracefeed.NoThread {
		return replay.Used
	}
	if !preexisting {
		h.release(ev.Monitor, ev.Time)
	}
	return replay.Dropped
}

// release records a release by a thread that does not hold the monitor.
func (h *handovers) release(m tracefeed.MonitorID, t tracefeed.Time) {
	c := h.at(m, t)
	if !c.foreign && c.before > 0 {
		c.foreign = true
		h.doubt(c, m)
	}
}

// mark records that the trace declares a monitor handed over.
func (h *handovers) mark(m tracefeed.MonitorID, t tracefeed.Time) {
	if c := h.at(m, t); !c.handed {
		c.handed = true
		h.doubt(c, m)
	}
}

// doubt adds a monitor to the suspects.
func (h *handovers) doubt(c *holderCount, m tracefeed.MonitorID) {
	if !c.suspect {
		c.suspect = true
		h.suspects = append(h.suspects, m)
	}
}

// found returns, by MonitorID, which monitors are handed over by the events up to
// now; later ones at the same time can change that. The result may be short, and
// must not be changed. Its cost follows the monitors that may be handed over since
// the last call, unless one is: then known is copied.
func (h *handovers) found(now tracefeed.Time) []bool {
	copied := false
	undecided := h.suspects[:0]
	for _, m := range h.suspects {
		c := &h.monitors[m]
		handed := c.isHanded()
		if c.suspect = !c.handed && c.last == now; c.suspect {
			undecided = append(undecided, m)
		}
		if was := int(m) < len(h.known) && h.known[m]; was == handed {
			continue
		}
		if !copied {
			h.known, copied = append(make([]bool, 0, len(h.monitors)), h.known...), true
			h.known = h.known[:len(h.monitors)]
		}
		h.known[m] = handed
	}
	h.suspects = undecided
	return h.known
}

// HandedOver reports whether the trace has a release of the monitor by a thread
// that did not hold it. Any thread can end a wait for such a monitor, so its
// waiters do not wait for its holders.
func (tl *Timeline) HandedOver(m tracefeed.MonitorID) bool {
	return int(m) < len(tl.handedOver) && tl.handedOver[m]
}

// Owners returns the threads that own the monitor from time t on, sorted by id:
// its holders, or none if it is handed over.
func (tl *Timeline) Owners(m tracefeed.MonitorID, t tracefeed.Time) []tracefeed.ThreadID {
	if tl.HandedOver(m) {
		return nil
	}
	return tl.Holds(m).At(t)
}

// monitorSet is a set of monitors, by id; it may be short.
type monitorSet []bool

// list returns the ids of the monitors in the set.
func (s monitorSet) list() (ids []tracefeed.MonitorID) {
	for m, has := range s {
		if has {
			ids = append(ids, tracefeed.MonitorID(m))
		}
	}
	return ids
}
