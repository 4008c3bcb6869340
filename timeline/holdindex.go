package timeline

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"tiv/block"
	"tiv/internal/radix"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// HoldChange is a change of the holders of a monitor: a thread acquires it, or
// releases it for the last time.
type HoldChange struct {
	At      tracefeed.Time
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
	Release bool
	Shared  bool // it acquires the monitor as a reader
}

// holdChange is a HoldChange of a known monitor. There are many, so it takes 16
// bytes.
type holdChange struct {
	at      tracefeed.Time
	thread  tracefeed.ThreadID
	release bool
	shared  bool
}

// holdIndex is the changes of all monitors in a page, sorted by monitor and time.
type holdIndex struct {
	monitors []tracefeed.MonitorID // those with changes, sorted
	ends     []int32               // by index of monitors: the end of the monitor's changes
	changes  []holdChange
}

// of returns the changes of one monitor.
func (x *holdIndex) of(m tracefeed.MonitorID) []holdChange {
	i, found := slices.BinarySearch(x.monitors, m)
	if !found {
		return nil
	}
	return x.at(i)
}

// at returns the changes of the monitor with an index in x.monitors.
func (x *holdIndex) at(i int) []holdChange {
	first := int32(0)
	if i > 0 {
		first = x.ends[i-1]
	}
	return x.changes[first:x.ends[i]]
}

// each calls f for all changes.
func (x *holdIndex) each(f func(HoldChange)) {
	for i, m := range x.monitors {
		for _, c := range x.at(i) {
			f(HoldChange{c.at, m, c.thread, c.release, c.shared})
		}
	}
}

// bytes returns the size of the index.
func (x *holdIndex) bytes() int64 {
	return int64(unsafe.Sizeof(holdChange{}))*int64(len(x.changes)) + 8*int64(len(x.monitors))
}

// findHolds returns the changes in a block.
func findHolds(b *block.Block) holdIndex {
	holds := ownerjoin.Holds(b)
	changes := make([]HoldChange, 0, 2*len(holds))
	for i := range holds {
		h := &holds[i]
		if h.Start >= b.Start {
			changes = append(changes, HoldChange{At: h.Start, Monitor: h.Monitor, Thread: h.Thread, Shared: h.Shared})
		}
		if h.End != math.MaxInt64 {
			changes = append(changes, HoldChange{At: h.End, Monitor: h.Monitor, Thread: h.Thread, Release: true})
		}
	}
	sorted := radix.SortBy(changes, func(c *HoldChange) uint64 { return uint64(c.At - b.Start) })
	return newHoldIndex(radix.SortBy(sorted, func(c *HoldChange) uint64 { return uint64(c.Monitor) }))
}

// newHoldIndex returns the index of changes that are sorted by monitor.
func newHoldIndex(sorted []HoldChange) (x holdIndex) {
	x.changes = make([]holdChange, len(sorted))
	for i := range sorted {
		c := &sorted[i]
		x.changes[i] = holdChange{c.At, c.Thread, c.Release, c.Shared}
		if n := len(x.monitors); n == 0 || x.monitors[n-1] != c.Monitor {
			x.monitors, x.ends = append(x.monitors, c.Monitor), append(x.ends, 0)
		}
		x.ends[len(x.ends)-1] = int32(i + 1)
	}
	return x
}

// compareRestart orders the changes of one instant by monitor, with releases first.
func compareRestart(a, b HoldChange) int {
	releaseFirst := func(c *HoldChange) int {
		if c.Release {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Monitor, b.Monitor), cmp.Compare(releaseFirst(&a), releaseFirst(&b)), cmp.Compare(a.Thread, b.Thread))
}
