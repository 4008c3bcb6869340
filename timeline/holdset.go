package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// heldMonitor is a monitor that a thread holds, and how often it has entered
// without leaving.
type heldMonitor struct {
	monitor tracefeed.MonitorID
	count   int32
	record  int32 // its number, for columns
	shared  bool
}

// holdSet is the monitors that one thread holds. They are mostly few.
type holdSet struct {
	list []heldMonitor // in no order that matters
	// at finds a monitor in a list that is too long to look through.
	at map[tracefeed.MonitorID]int
}

// fewHeld is how long a list is that is looked through.
const fewHeld = 16

func (h *holdSet) find(m tracefeed.MonitorID) int {
	if len(h.list) > fewHeld {
		if i, ok := h.at[m]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(h.list, func(held heldMonitor) bool { return held.monitor == m })
}

// enter notes that the thread enters a monitor. It reports whether it did not
// hold it before.
func (h *holdSet) enter(m tracefeed.MonitorID, shared bool) bool {
	if i := h.find(m); i >= 0 {
		h.list[i].count++
		return false
	}
	h.add(heldMonitor{monitor: m, count: 1, shared: shared})
	return true
}

// add adds a monitor that is not in the set.
func (h *holdSet) add(held heldMonitor) {
	h.list = append(h.list, held)
	switch n := len(h.list); {
	case n == fewHeld+1:
		h.at = make(map[tracefeed.MonitorID]int, 2*n)
		for i := range h.list {
			h.at[h.list[i].monitor] = i
		}
	case n > fewHeld:
		h.at[held.monitor] = n - 1
	}
}

// exit notes that the thread leaves a monitor. It reports whether it held it,
// and whether it does not any more.
func (h *holdSet) exit(m tracefeed.MonitorID) (held, last bool) {
	i := h.find(m)
	if i < 0 {
		return false, false
	}
	if h.list[i].count--; h.list[i].count > 0 {
		return true, false
	}
	n := len(h.list) - 1
	h.list[i] = h.list[n]
	if n >= fewHeld {
		h.at[h.list[i].monitor] = i
		delete(h.at, m)
	}
	h.list = h.list[:n]
	return true, true
}

// clear empties the set.
func (h *holdSet) clear() { h.list = h.list[:0] }

// several is what only returns where a thread holds more than one monitor, or
// one more than once.
const several tracefeed.MonitorID = -1

// only returns the one monitor that the thread holds, NoMonitor if none, and the
// number of the deed.
func (h *holdSet) only() (m tracefeed.MonitorID, record int32) {
	switch {
	case len(h.list) == 0:
		return tracefeed.NoMonitor, 0
	case len(h.list) == 1 && h.list[0].count == 1:
		return h.list[0].monitor, h.list[0].record
	}
	return several, 0
}

// set makes what only returned, or another one, the monitor that the thread
// holds.
func (h *holdSet) set(only tracefeed.MonitorID, record int32) {
	if only == several {
		return
	}
	if h.clear(); only != tracefeed.NoMonitor {
		h.add(heldMonitor{monitor: only, count: 1, record: record})
	}
}
