package timeline

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// holderList is the holders of a stretch that has several: a list of ids, or a
// difference from another holderList. A lock with thousands of readers has one
// holderList for each acquisition and release, so complete lists would take
// quadratic memory.
type holderList struct {
	// first and n locate the list in Matches.holderIDs; n is 0 for a difference.
	first, n int32
	// base is the index of the holderList that this one differs from by one thread,
	// which is added, or removed if leaves is set. depth is the number of
	// differences down to a complete list.
	base, depth int32
	thread      tracefeed.ThreadID
	leaves      bool
}

// maxListedHolders is the number of holders up to which lists are always complete.
// Tests set it.
var maxListedHolders int32 = 64

// SharingBuffer is scratch memory for Matches.Sharing. The zero value is ready to
// use.
type SharingBuffer struct {
	list   []tracefeed.ThreadID
	deltas []holderDelta
}

// holderDelta is one difference; number 0 is the latest.
type holderDelta struct {
	thread tracefeed.ThreadID
	number int32
	leaves bool
}

// Sharing returns the holders of a stretch that has several, sorted by id. The list
// is valid until the buffer is used again.
func (m *Matches) Sharing(s *Stretch, b *SharingBuffer) []tracefeed.ThreadID {
	h := &m.holderLists[s.Holder]
	b.deltas = b.deltas[:0]
	for h.n == 0 {
		b.deltas = append(b.deltas, holderDelta{h.thread, int32(len(b.deltas)), h.leaves})
		h = &m.holderLists[h.base]
	}
	list := m.holderIDs[h.first : h.first+h.n]
	if len(b.deltas) == 0 {
		return list
	}
	slices.SortFunc(b.deltas, func(x, y holderDelta) int {
		return cmp.Or(cmp.Compare(x.thread, y.thread), cmp.Compare(x.number, y.number))
	})
	b.list = b.list[:0]
	for i, delta := range b.deltas {
		if i > 0 && b.deltas[i-1].thread == delta.thread {
			continue // a later difference overrides this one
		}
		n, found := slices.BinarySearch(list, delta.thread)
		b.list = append(b.list, list[:n]...)
		if list = list[n:]; found {
			list = list[1:]
		}
		if !delta.leaves {
			b.list = append(b.list, delta.thread)
		}
	}
	b.list = append(b.list, list...)
	return b.list
}

// CountSharers returns, indexed by Stretch.Holder of stretches with several
// holders, the number of holders for which of is true. It reuses the memory of
// counts.
func (m *Matches) CountSharers(of []bool, counts []int32) []int32 {
	counts = counts[:0]
	for i := range m.holderLists {
		h, n := &m.holderLists[i], int32(0)
		switch {
		case h.n == 0:
			n = counts[h.base]
			if of[h.thread] && h.leaves {
				n--
			} else if of[h.thread] {
				n++
			}
		default:
			for _, t := range m.holderIDs[h.first : h.first+h.n] {
				if of[t] {
					n++
				}
			}
		}
		counts = append(counts, n)
	}
	return counts
}

// addHolder adds a holder to a stretch.
func (m *matcher) addHolder(s *Stretch, t tracefeed.ThreadID) {
	switch {
	case s.Holders == 0:
		s.Holder, s.Holders = t, 1
	case s.Holders == 1 && s.Holder == t:
	case s.Holders == 1:
		m.setHolders(s, []tracefeed.ThreadID{min(t, s.Holder)}, []tracefeed.ThreadID{max(t, s.Holder)})
	case s.Holders > maxListedHolders && m.addDelta(s, t, false):
	default:
		list := m.Sharing(s, &m.sharing)
		if i, found := slices.BinarySearch(list, t); !found {
			m.setHolders(s, list[:i], []tracefeed.ThreadID{t}, list[i:])
		}
	}
}

// removeHolder removes a holder from a stretch.
func (m *matcher) removeHolder(s *Stretch, t tracefeed.ThreadID) {
	switch {
	case s.Holders <= 1 && s.Holder != t:
	case s.Holders <= 1:
		s.Holder, s.Holders = tracefeed.NoThread, 0
	case s.Holders > maxListedHolders && m.addDelta(s, t, true):
	default:
		list := m.Sharing(s, &m.sharing)
		if i, found := slices.BinarySearch(list, t); found {
			m.setHolders(s, list[:i], list[i+1:])
		}
	}
}

// addDelta changes the holders of a stretch by one thread without a new list. It
// returns false if a complete list is too many differences away.
func (m *matcher) addDelta(s *Stretch, t tracefeed.ThreadID, leaves bool) bool {
	depth := m.holderLists[s.Holder].depth + 1
	if depth > s.Holders/4 {
		return false
	}
	m.holderLists = append(m.holderLists, holderList{base: int32(s.Holder), depth: depth, thread: t, leaves: leaves})
	s.Holder = tracefeed.ThreadID(len(m.holderLists) - 1)
	if leaves {
		s.Holders--
	} else {
		s.Holders++
	}
	return true
}

// setHolders makes the concatenation of lists the holders of a stretch.
func (m *matcher) setHolders(s *Stretch, lists ...[]tracefeed.ThreadID) {
	first := len(m.holderIDs)
	for _, list := range lists {
		m.holderIDs = append(m.holderIDs, list...)
	}
	s.Holders = int32(len(m.holderIDs) - first)
	if s.Holders == 1 {
		s.Holder = m.holderIDs[first]
		m.holderIDs = m.holderIDs[:first]
		return
	}
	m.holderLists = append(m.holderLists, holderList{first: int32(first), n: s.Holders})
	s.Holder = tracefeed.ThreadID(len(m.holderLists) - 1)
}
