package timeline

import (
	"slices"
	"sort"

	"tiv/tracefeed"
)

// Holding is a cursor over the history of one monitor. A query for a later time
// continues from the one before, where Holds starts at the beginning of the page.
// Queries for earlier times work too. It belongs to one goroutine.
type Holding struct {
	holds Holds
	// holders is the list of holders after the first next changes of page; page is
	// -1 at first.
	page, next int
	holders    []tracefeed.ThreadID
}

// Holding returns a cursor over the history of a monitor.
func (tl *Timeline) Holding(m tracefeed.MonitorID) *Holding {
	return &Holding{holds: tl.Holds(m), page: -1}
}

// Each calls f for each interval of [from, to) in which the holders do not change,
// in order and without gaps. The list of holders is sorted by id, empty while the
// monitor is free, and valid only during the call.
func (h *Holding) Each(from, to tracefeed.Time, f func(start, end tracefeed.Time, holders []tracefeed.ThreadID)) {
	if from < to {
		h.holds.each(slices.Clone(h.At(from)), from, to, f)
	}
}

// At returns the threads that hold the monitor from time t on, sorted by id. The
// list belongs to h and is valid until the next call.
func (h *Holding) At(t tracefeed.Time) []tracefeed.ThreadID {
	i := h.holds.tl.pages.at(t)
	if i < 0 {
		return nil
	}
	changes := h.holds.tl.pages[i].holds().of(h.holds.monitor)
	n := sort.Search(len(changes), func(k int) bool { return changes[k].at > t })
	if i != h.page || n < h.next {
		h.page, h.next, h.holders = i, 0, h.holds.holders(i)
	}
	h.holders, h.next = applyChanges(h.holders, changes[h.next:n]), n
	return h.holders
}
