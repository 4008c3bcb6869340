package timeline

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sort"

	"tiv/block"
	"tiv/tracefeed"
)

// holds returns the changes of all monitors in a page, and caches them.
func (p *page) holds() *holdIndex {
	l := p.get(block.All)
	x, fresh := l.holds()
	if f := p.file.Load(); f != nil && fresh {
		f.memory.add(p, x.bytes())
	}
	return x
}

// holds returns the changes; fresh is true if this call computed them.
func (l *loaded) holds() (x *holdIndex, fresh bool) {
	l.once.Do(func() { l.held, fresh = findHolds(l.Block), true })
	return &l.held, fresh
}

type holdKey struct {
	monitor tracefeed.MonitorID
	thread  tracefeed.ThreadID
}

// Holds is the history of the holders of one monitor. Several threads can hold it
// at once: the readers of a lock, the holders of a semaphore.
type Holds struct {
	tl      *Timeline
	monitor tracefeed.MonitorID
}

// holders returns the holders at the start of page i, in a new list.
func (h Holds) holders(i int) []tracefeed.ThreadID {
	if i >= len(h.tl.pages) {
		return nil
	}
	all := h.tl.pages[i].all().Holds
	first := sort.Search(len(all), func(i int) bool { return all[i].Monitor >= h.monitor })
	var list []tracefeed.ThreadID
	for _, hold := range all[first:] {
		if hold.Monitor != h.monitor {
			break
		}
		list = append(list, hold.Thread)
	}
	return list
}

// At returns the threads that hold the monitor from time t on, sorted by id.
func (h Holds) At(t tracefeed.Time) []tracefeed.ThreadID {
	i := h.tl.pages.at(t)
	if i < 0 {
		return nil
	}
	changes := h.tl.pages[i].holds().of(h.monitor)
	n := sort.Search(len(changes), func(k int) bool { return changes[k].at > t })
	return applyChanges(h.holders(i), changes[:n])
}

// ReadersAt returns the subset of At that holds the monitor as readers.
func (h Holds) ReadersAt(t tracefeed.Time) []tracefeed.ThreadID {
	i := h.tl.pages.at(t)
	if i < 0 {
		return nil
	}
	readers := map[tracefeed.ThreadID]bool{}
	for _, hold := range h.tl.pages[i].all().Holds {
		if hold.Monitor == h.monitor && hold.Shared {
			readers[hold.Thread] = true
		}
	}
	for _, c := range h.tl.pages[i].holds().of(h.monitor) {
		switch {
		case c.at > t:
		case c.release:
			delete(readers, c.thread)
		case c.shared:
			readers[c.thread] = true
		}
	}
	return slices.Collect(sortedKeys(readers))
}

// applyChanges returns the holders after some changes. It modifies the list.
func applyChanges(holders []tracefeed.ThreadID, changes []holdChange) []tracefeed.ThreadID {
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
		if c.release {
			delete(set, c.thread)
		} else {
			set[c.thread] = true
		}
	}
	return slices.AppendSeq(holders[:0], sortedKeys(set))
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) iter.Seq[K] {
	return slices.Values(slices.Sorted(maps.Keys(m)))
}

// each is Holding.Each, given the holders at time from. It modifies that list.
func (h Holds) each(holders []tracefeed.ThreadID, from, to tracefeed.Time,
	f func(start, end tracefeed.Time, holders []tracefeed.ThreadID)) {
	start := from
	for i := max(0, h.tl.pages.at(from)); i < len(h.tl.pages) && h.tl.pages[i].start < to; i++ {
		if p := h.tl.pages[i]; p.restart && p.start > from {
			f(start, p.start, holders)
			start, holders = p.start, h.holders(i)
		}
		changes := h.tl.pages[i].holds().of(h.monitor)
		changes = changes[sort.Search(len(changes), func(k int) bool { return changes[k].at > from }):]
		for len(changes) > 0 && changes[0].at < to {
			n := 1
			for n < len(changes) && changes[n].at == changes[0].at {
				n++
			}
			if at := changes[0].at; !cancelOut(changes[:n]) {
				if start < at {
					f(start, at, holders)
					start = at
				}
				for _, c := range changes[:n] {
					holders = c.apply(holders)
				}
			}
			changes = changes[n:]
		}
	}
	f(start, to, holders)
}

// restartChanges returns the changes at the start of page i if that follows a gap:
// a release of everything held before and an acquisition of everything held then.
func (l pageList) restartChanges(i int) *holdIndex {
	p := l[i]
	if !p.restart || i == 0 {
		return &holdIndex{}
	}
	shared := map[holdKey]bool{}
	for _, hold := range l[i-1].all().Holds {
		shared[holdKey{hold.Monitor, hold.Thread}] = hold.Shared
	}
	l[i-1].holds().each(func(c HoldChange) {
		if k := (holdKey{c.Monitor, c.Thread}); c.Release {
			delete(shared, k)
		} else {
			shared[k] = c.Shared
		}
	})
	var changes []HoldChange
	for k := range shared {
		changes = append(changes, HoldChange{At: p.start, Monitor: k.monitor, Thread: k.thread, Release: true})
	}
	for _, h := range p.all().Holds {
		changes = append(changes, HoldChange{At: p.start, Monitor: h.Monitor, Thread: h.Thread, Shared: h.Shared})
	}
	slices.SortStableFunc(changes, compareRestart)
	x := newHoldIndex(changes)
	return &x
}

// cancelOut reports whether the changes of an instant leave the holders as they
// were: each thread released and acquired equally often.
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
	case c.release && found:
		return slices.Delete(holders, i, i+1)
	case !c.release && !found:
		return slices.Insert(holders, i, c.thread)
	}
	return holders
}
