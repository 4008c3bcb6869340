package replay

import (
	"slices"

	"tiv/tracefeed"
)

// Held is a monitor that a thread holds.
type Held struct {
	Monitor tracefeed.MonitorID
	// Count is the number of acquisitions without a release.
	Count int32
	// Index is the caller's.
	Index  int32
	Shared bool
}

// HoldSet is the set of monitors that one thread holds, usually few. Locks are
// reentrant: a thread holds a monitor until it has released it as often as it
// acquired it. The zero value is empty.
type HoldSet struct {
	list []Held // in no order
	// at maps a monitor to its index in list, if that has more than fewHeld
	// elements.
	at map[tracefeed.MonitorID]int
}

// fewHeld is the largest length of a list that is searched linearly.
const fewHeld = 16

// Find returns the index of a monitor in All, -1 if the thread does not hold it.
func (h *HoldSet) Find(m tracefeed.MonitorID) int {
	if len(h.list) > fewHeld {
		if i, ok := h.at[m]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(h.list, func(held Held) bool { return held.Monitor == m })
}

// Enter records an acquisition. It returns false if the thread held the monitor
// already.
func (h *HoldSet) Enter(m tracefeed.MonitorID, shared bool) bool {
	if i := h.Find(m); i >= 0 {
		h.list[i].Count++
		return false
	}
	h.Add(Held{Monitor: m, Count: 1, Shared: shared})
	return true
}

// Add adds a monitor that is not in the set.
func (h *HoldSet) Add(held Held) {
	h.list = append(h.list, held)
	switch n := len(h.list); {
	case n == fewHeld+1:
		h.at = make(map[tracefeed.MonitorID]int, 2*n)
		for i := range h.list {
			h.at[h.list[i].Monitor] = i
		}
	case n > fewHeld:
		h.at[held.Monitor] = n - 1
	}
}

// Exit records a release. held is false if the thread did not hold the monitor;
// last is true if it no longer does.
func (h *HoldSet) Exit(m tracefeed.MonitorID) (held, last bool) {
	i := h.Find(m)
	if i < 0 {
		return false, false
	}
	if h.list[i].Count--; h.list[i].Count > 0 {
		return true, false
	}
	n := len(h.list) - 1
	h.list[i] = h.list[n]
	if n >= fewHeld {
		h.at[h.list[i].Monitor] = i
		delete(h.at, m)
	}
	h.list = h.list[:n]
	return true, true
}

// All returns the monitors, in no order. The list is valid until the set changes;
// the caller may set the Index of its elements.
func (h *HoldSet) All() []Held { return h.list }

// Clear empties the set.
func (h *HoldSet) Clear() { h.list = h.list[:0] }

// several is the result of Only for a thread that holds more than one monitor, or
// one more than once.
const several tracefeed.MonitorID = -1

// Only returns the single monitor that the thread holds and its Index, NoMonitor if
// it holds none, or Several.
func (h *HoldSet) Only() (m tracefeed.MonitorID, index int32) {
	switch {
	case len(h.list) == 0:
		return tracefeed.NoMonitor, 0
	case len(h.list) == 1 && h.list[0].Count == 1:
		return h.list[0].Monitor, h.list[0].Index
	}
	return several, 0
}

// SetOnly makes a result of Only the content of the set; Several leaves it as it is.
func (h *HoldSet) SetOnly(only tracefeed.MonitorID, index int32) {
	if only == several {
		return
	}
	if h.Clear(); only != tracefeed.NoMonitor {
		h.Add(Held{Monitor: only, Count: 1, Index: index})
	}
}
