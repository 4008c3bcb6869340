package timeline

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"tiv/internal/radix"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// holdChange is one thread that begins or stops to hold a monitor.
type holdChange struct {
	monitor tracefeed.MonitorID
	at      tracefeed.Time
	thread  tracefeed.ThreadID
	leaves  bool
	shared  bool // as a reader
}

// holdIndex is the changes of all monitors in a page, by monitor and time.
type holdIndex []holdChange

// of returns the changes of one monitor.
func (x holdIndex) of(m tracefeed.MonitorID) []holdChange {
	first := sort.Search(len(x), func(i int) bool { return x[i].monitor >= m })
	return x[first : first+sort.Search(len(x)-first, func(i int) bool { return x[first+i].monitor > m })]
}

// findHolds finds out who enters and leaves which monitors in a block: a
// thread holds a monitor until it has left it as often as entered.
func findHolds(b *binfeed.Block) holdIndex {
	f := holdFinder{block: b, holds: slices.Clone(b.Holds)}
	slices.SortStableFunc(f.holds, func(x, y binfeed.Hold) int { return cmp.Compare(x.Thread, y.Thread) })
	for g := range b.Groups {
		f.group(g)
	}
	return sortChanges(f.found, b.Start)
}

// holdFinder goes through a block, thread by thread.
type holdFinder struct {
	block *binfeed.Block
	// holds are those of the threads that are still to come, held those of
	// the thread at hand: mostly few.
	holds []binfeed.Hold
	held  holdSet
	found holdIndex
}

func (f *holdFinder) group(g int) {
	b, group := f.block, f.block.Groups[g]
	for len(f.holds) > 0 && f.holds[0].Thread < group.Thread {
		f.holds = f.holds[1:]
	}
	f.held.clear()
	for ; len(f.holds) > 0 && f.holds[0].Thread == group.Thread; f.holds = f.holds[1:] {
		h := f.holds[0]
		f.held.add(heldMonitor{h.Monitor, h.Count, h.Shared})
	}
	monitors := b.Monitors[b.Firsts[g].Monitor:]
	monitor := tracefeed.NoMonitor
	for k := group.First; k < group.First+group.Len; k++ {
		code := &b.Table[b.Codes[k]]
		own := tracefeed.NoMonitor
		if code.Fields&binfeed.HasMonitor != 0 {
			monitor, monitors = monitors[0], monitors[1:]
			own = monitor
		} else if code.Fields&binfeed.SameMonitor != 0 {
			own = monitor
		}
		switch {
		case code.Kind == tracefeed.Lost:
			f.lose(group.Thread, b.Times[k])
		case State(code.State) == NotAlive || own == tracefeed.NoMonitor:
		case code.Kind == tracefeed.MonitorEnter:
			f.enter(holdChange{monitor: own, at: b.Times[k], thread: group.Thread, shared: code.Shared})
		case code.Kind == tracefeed.MonitorExit:
			f.exit(holdChange{monitor: own, at: b.Times[k], thread: group.Thread, leaves: true})
		}
	}
}

func (f *holdFinder) enter(c holdChange) {
	if f.held.enter(c.monitor, c.shared) {
		f.found = append(f.found, c)
	}
}

func (f *holdFinder) exit(c holdChange) {
	if _, last := f.held.exit(c.monitor); last {
		f.found = append(f.found, c)
	}
}

func (f *holdFinder) lose(t tracefeed.ThreadID, at tracefeed.Time) {
	for _, h := range f.held.list {
		f.found = append(f.found, holdChange{monitor: h.monitor, at: at, thread: t, leaves: true})
	}
	f.held.clear()
}

// sortChanges sorts changes by monitor and time. What happens in one instant
// stays in order.
func sortChanges(x holdIndex, start tracefeed.Time) holdIndex {
	var length, most uint64
	for i := range x {
		length, most = max(length, uint64(x[i].at-start)), max(most, uint64(x[i].monitor))
	}
	shift := bits.Len64(length)
	if shift+bits.Len64(most) > 64 {
		slices.SortStableFunc(x, func(a, b holdChange) int {
			return cmp.Or(cmp.Compare(a.monitor, b.monitor), cmp.Compare(a.at, b.at))
		})
		return x
	}
	items := make([]radix.Item, 2*len(x))
	for i := range x {
		items[i] = radix.Item{Key: uint64(x[i].monitor)<<shift | uint64(x[i].at-start), At: int32(i)}
	}
	sorted := make(holdIndex, len(x))
	for i, p := range radix.Sort(items[:len(x)], items[len(x):], shift+bits.Len64(most)) {
		sorted[i] = x[p.At]
	}
	return sorted
}
