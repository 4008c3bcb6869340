package timeline

import (
	"iter"
	"maps"
	"slices"
	"sort"

	"tiv/tracefeed"
)

// holdChange is one thread that begins or stops to hold a monitor.
type holdChange struct {
	at     tracefeed.Time
	thread tracefeed.ThreadID
	leaves bool
	shared bool // as a reader
}

// checkpoint is who held a monitor before change number before.
type checkpoint struct {
	before  int
	holders []tracefeed.ThreadID
}

// Holds is the history of one monitor: who held it when. Several threads can
// hold it at once: the readers of a lock, the holders of a semaphore.
//
// It keeps changes, and the whole set of holders only now and then, so that
// its size follows the number of changes whatever the number of holders. The
// Holds of a published Timeline never change.
type Holds struct {
	changes []holdChange
	checks  []checkpoint
}

// Len returns the number of changes.
func (h *Holds) Len() int { return len(h.changes) }

// Changes returns how often the holders change in [from, to).
func (h *Holds) Changes(from, to tracefeed.Time) int {
	first := sort.Search(len(h.changes), func(i int) bool { return h.changes[i].at >= from })
	return sort.Search(len(h.changes)-first, func(i int) bool { return h.changes[first+i].at >= to })
}

// EachChange calls f for every thread that begins or stops to hold the monitor,
// in order of time; shared says that it holds it as a reader.
func (h *Holds) EachChange(f func(at tracefeed.Time, thread tracefeed.ThreadID, leaves, shared bool)) {
	for _, c := range h.changes {
		f(c.at, c.thread, c.leaves, c.shared)
	}
}

// At returns the threads that hold the monitor from time t on, by id.
func (h *Holds) At(t tracefeed.Time) []tracefeed.ThreadID {
	holders, _ := h.at(t)
	return holders
}

// at returns a fresh list of the holders from time t on, and the first change
// after t.
func (h *Holds) at(t tracefeed.Time) (holders []tracefeed.ThreadID, next int) {
	next = sort.Search(len(h.changes), func(i int) bool { return h.changes[i].at > t })
	k := sort.Search(len(h.checks), func(k int) bool { return h.checks[k].before > next }) - 1
	first := 0
	if k >= 0 {
		first, holders = h.checks[k].before, slices.Clone(h.checks[k].holders)
	}
	return replay(holders, h.changes[first:next]), next
}

// replay returns the holders after some changes. It owns the list it is given.
func replay(holders []tracefeed.ThreadID, changes []holdChange) []tracefeed.ThreadID {
	const few = 256
	if len(holders)+len(changes) <= few {
		for _, c := range changes {
			holders = c.apply(holders)
		}
		return holders
	}
	set := make(map[tracefeed.ThreadID]bool, len(holders))
	for _, t := range holders {
		set[t] = true
	}
	for _, c := range changes {
		if c.leaves {
			delete(set, c.thread)
		} else {
			set[c.thread] = true
		}
	}
	return slices.AppendSeq(holders[:0], sortedKeys(set))
}

func sortedKeys[V any](m map[tracefeed.ThreadID]V) iter.Seq[tracefeed.ThreadID] {
	return slices.Values(slices.Sorted(maps.Keys(m)))
}

// Each calls f for each stretch of [from, to) in which the same threads hold
// the monitor, in order and without gaps. The list of holders is sorted by id,
// empty where nobody holds the monitor, and valid only during the call.
func (h *Holds) Each(from, to tracefeed.Time, f func(start, end tracefeed.Time, holders []tracefeed.ThreadID)) {
	if to <= from {
		return
	}
	holders, next := h.at(from)
	for start := from; start < to; {
		end := to
		first, last := h.instant(next, to)
		if first < last {
			end = h.changes[first].at
		}
		f(start, end, holders)
		for _, c := range h.changes[first:last] {
			holders = c.apply(holders)
		}
		start, next = end, last
	}
}

// instant returns the changes first to last (exclusive) of the first instant
// before time to, from change i on, after which other threads hold the monitor.
func (h *Holds) instant(i int, to tracefeed.Time) (first, last int) {
	for first = i; first < len(h.changes) && h.changes[first].at < to; first = last {
		last = first + 1
		for last < len(h.changes) && h.changes[last].at == h.changes[first].at {
			last++
		}
		if !cancelOut(h.changes[first:last]) {
			return first, last
		}
	}
	return first, first
}

// cancelOut reports whether the same threads hold the monitor after the
// changes of an instant as before: each that came left, and the other way
// round.
func cancelOut(changes []holdChange) bool {
	switch {
	case len(changes)%2 == 1:
		return false
	case len(changes) == 2:
		return changes[0].thread == changes[1].thread
	}
	changed := map[tracefeed.ThreadID]bool{}
	for _, c := range changes {
		if changed[c.thread] {
			delete(changed, c.thread)
		} else {
			changed[c.thread] = true
		}
	}
	return len(changed) == 0
}

// apply returns the holders after the change.
func (c holdChange) apply(holders []tracefeed.ThreadID) []tracefeed.ThreadID {
	i, found := slices.BinarySearch(holders, c.thread)
	switch {
	case c.leaves && found:
		return slices.Delete(holders, i, i+1)
	case !c.leaves && !found:
		return slices.Insert(holders, i, c.thread)
	}
	return holders
}

// add appends a change; now is who holds the monitor before it.
func (h *Holds) add(c holdChange, now map[tracefeed.ThreadID]int32) {
	const fewest = 64
	last := 0
	if n := len(h.checks); n > 0 {
		last = h.checks[n-1].before
	}
	if len(h.changes)-last >= max(fewest, len(now)) {
		h.checks = append(h.checks, checkpoint{len(h.changes), slices.Collect(sortedKeys(now))})
	}
	h.changes = append(h.changes, c)
}
