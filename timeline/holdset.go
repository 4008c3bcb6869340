package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// heldMonitor is a monitor that a thread holds, with its recursion count.
type heldMonitor struct {
	monitor tracefeed.MonitorID
	count   int32
	record  int32 // index in columns.records
	shared  bool
}

// holdSet is the set of monitors that one thread holds, usually few.
type holdSet struct {
	list []heldMonitor // in no order
	// at maps a monitor to its index in list, if that has more than fewHeld
	// elements.
	at map[tracefeed.MonitorID]int
}

// fewHeld is the length up to which list is searched linearly.
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

// enter records an acquisition. It returns false if the thread held the monitor
// already.
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

// exit records a release. held is false if the thread did not hold the monitor;
// last is true if it no longer does.
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

// several is the result of only for a thread that holds more than one monitor, or
// one more than once.
const several tracefeed.MonitorID = -1

// only returns the single monitor that the thread holds and the index of its
// record, NoMonitor if it holds none, or several.
func (h *holdSet) only() (m tracefeed.MonitorID, record int32) {
	switch {
	case len(h.list) == 0:
		return tracefeed.NoMonitor, 0
	case len(h.list) == 1 && h.list[0].count == 1:
		return h.list[0].monitor, h.list[0].record
	}
	return several, 0
}

// set makes a result of only the content of the set; several leaves it as it is.
func (h *holdSet) set(only tracefeed.MonitorID, record int32) {
	if only == several {
		return
	}
	if h.clear(); only != tracefeed.NoMonitor {
		h.add(heldMonitor{monitor: only, count: 1, record: record})
	}
}
