package timeline

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"tiv/block"
	"tiv/internal/radix"
	"tiv/tracefeed"
)

// holdChange is one acquisition or release of a monitor by a thread. There are
// many, so it takes 16 bytes.
type holdChange struct {
	at tracefeed.Time
	// ref is the monitor, complemented for a shared acquisition. threadRef is the
	// thread, complemented for a release.
	ref       tracefeed.MonitorID
	threadRef tracefeed.ThreadID
}

func newHoldChange(at tracefeed.Time, m tracefeed.MonitorID, t tracefeed.ThreadID, leaves, shared bool) holdChange {
	return holdChange{at, monitorRef(m, shared), t ^ tracefeed.ThreadID(-b2i(leaves))}
}

func (c holdChange) monitor() tracefeed.MonitorID { return c.ref ^ c.ref>>31 }
func (c holdChange) thread() tracefeed.ThreadID   { return c.threadRef ^ c.threadRef>>31 }
func (c holdChange) isRelease() bool              { return c.threadRef < 0 }
func (c holdChange) shared() bool                 { return c.ref < 0 }

// holdIndex is the changes of all monitors in a page, sorted by monitor and time.
type holdIndex []holdChange

// of returns the changes of one monitor.
func (x holdIndex) of(m tracefeed.MonitorID) []holdChange {
	first := sort.Search(len(x), func(i int) bool { return x[i].monitor() >= m })
	return x[first : first+sort.Search(len(x)-first, func(i int) bool { return x[first+i].monitor() > m })]
}

// findHolds returns the changes in a block.
func findHolds(b *block.Block) holdIndex {
	var c columns
	c.begin(b, b.Start, b.End)
	c.run(nil, 0)
	changes := make(holdIndex, 0, 2*len(c.records))
	for i := range c.records {
		r := &c.records[i]
		if r.start >= b.Start {
			changes = append(changes, newHoldChange(r.start, r.monitor(), r.thread, false, r.shared()))
		}
		if r.end != forever {
			changes = append(changes, newHoldChange(r.end, r.monitor(), r.thread, true, false))
		}
	}
	return sortChanges(changes, b.Start)
}

// sortChanges sorts changes by monitor and time; the order within an instant is
// kept.
func sortChanges(x holdIndex, start tracefeed.Time) holdIndex {
	var length, most uint64
	for i := range x {
		length, most = max(length, uint64(x[i].at-start)), max(most, uint64(x[i].monitor()))
	}
	shift := bits.Len64(length)
	if shift+bits.Len64(most) > 64 {
		slices.SortStableFunc(x, func(a, b holdChange) int {
			return cmp.Or(cmp.Compare(a.monitor(), b.monitor()), cmp.Compare(a.at, b.at))
		})
		return x
	}
	items := make([]radix.Item, 2*len(x))
	for i := range x {
		items[i] = radix.Item{Key: uint64(x[i].monitor())<<shift | uint64(x[i].at-start), At: int32(i)}
	}
	sorted := make(holdIndex, len(x))
	for i, p := range radix.Sort(items[:len(x)], items[len(x):], shift+bits.Len64(most)) {
		sorted[i] = x[p.At]
	}
	return sorted
}
