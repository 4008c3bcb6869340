package timeline

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// sharing is the holders of a stretch that has several: a list, or how they
// differ from others. A lock that thousands read has as many lists as they come
// and go, and all of them would be too much.
type sharing struct {
	// first and n are the list in Matches.sharers; n is 0 if there is none.
	first, n int32
	// from is the sharing that this one differs from, by one thread that comes or
	// leaves; far is how many such steps a list is away.
	from, far int32
	thread    tracefeed.ThreadID
	leaves    bool
}

// fewSharers is how many are always listed. Tests set it.
var fewSharers int32 = 64

// SharingBuffer is memory for Matches.Sharing.
type SharingBuffer struct {
	list  []tracefeed.ThreadID
	steps []sharingStep
}

// sharingStep is a thread that comes or leaves, the last one first.
type sharingStep struct {
	thread tracefeed.ThreadID
	number int32
	leaves bool
}

// Sharing returns who holds the monitor in a stretch with several holders, by
// id. The list is valid until the buffer is used again.
func (m *Matches) Sharing(s *Stretch, b *SharingBuffer) []tracefeed.ThreadID {
	h := &m.sharings[s.Holder]
	b.steps = b.steps[:0]
	for h.n == 0 {
		b.steps = append(b.steps, sharingStep{h.thread, int32(len(b.steps)), h.leaves})
		h = &m.sharings[h.from]
	}
	list := m.sharers[h.first : h.first+h.n]
	if len(b.steps) == 0 {
		return list
	}
	slices.SortFunc(b.steps, func(x, y sharingStep) int {
		return cmp.Or(cmp.Compare(x.thread, y.thread), cmp.Compare(x.number, y.number))
	})
	b.list = b.list[:0]
	for i, step := range b.steps {
		if i > 0 && b.steps[i-1].thread == step.thread {
			continue // it came or left again later
		}
		n, found := slices.BinarySearch(list, step.thread)
		b.list = append(b.list, list[:n]...)
		if list = list[n:]; found {
			list = list[1:]
		}
		if !step.leaves {
			b.list = append(b.list, step.thread)
		}
	}
	b.list = append(b.list, list...)
	return b.list
}

// CountSharers returns, by Stretch.Holder of stretches with several holders, how
// many of these are among some threads. It uses the memory of counts.
func (m *Matches) CountSharers(of []bool, counts []int32) []int32 {
	counts = counts[:0]
	for i := range m.sharings {
		h, n := &m.sharings[i], int32(0)
		switch {
		case h.n == 0:
			n = counts[h.from]
			if of[h.thread] && h.leaves {
				n--
			} else if of[h.thread] {
				n++
			}
		default:
			for _, t := range m.sharers[h.first : h.first+h.n] {
				if of[t] {
					n++
				}
			}
		}
		counts = append(counts, n)
	}
	return counts
}

// enter adds a holder to a stretch.
func (m *matcher) enter(s *Stretch, t tracefeed.ThreadID) {
	switch {
	case s.Holders == 0:
		s.Holder, s.Holders = t, 1
	case s.Holders == 1 && s.Holder == t:
	case s.Holders == 1:
		m.setHolders(s, []tracefeed.ThreadID{min(t, s.Holder)}, []tracefeed.ThreadID{max(t, s.Holder)})
	case s.Holders > fewSharers && m.step(s, t, false):
	default:
		list := m.Sharing(s, &m.sharing)
		if i, found := slices.BinarySearch(list, t); !found {
			m.setHolders(s, list[:i], []tracefeed.ThreadID{t}, list[i:])
		}
	}
}

// leave removes a holder from a stretch.
func (m *matcher) leave(s *Stretch, t tracefeed.ThreadID) {
	switch {
	case s.Holders <= 1 && s.Holder != t:
	case s.Holders <= 1:
		s.Holder, s.Holders = tracefeed.NoThread, 0
	case s.Holders > fewSharers && m.step(s, t, true):
	default:
		list := m.Sharing(s, &m.sharing)
		if i, found := slices.BinarySearch(list, t); found {
			m.setHolders(s, list[:i], list[i+1:])
		}
	}
}

// step notes one that comes or leaves without a new list, if one is not far.
func (m *matcher) step(s *Stretch, t tracefeed.ThreadID, leaves bool) bool {
	far := m.sharings[s.Holder].far + 1
	if far > s.Holders/4 {
		return false
	}
	m.sharings = append(m.sharings, sharing{from: int32(s.Holder), far: far, thread: t, leaves: leaves})
	s.Holder = tracefeed.ThreadID(len(m.sharings) - 1)
	if leaves {
		s.Holders--
	} else {
		s.Holders++
	}
	return true
}

// setHolders makes some lists, one after the other, the holders of a stretch.
func (m *matcher) setHolders(s *Stretch, lists ...[]tracefeed.ThreadID) {
	first := len(m.sharers)
	for _, list := range lists {
		m.sharers = append(m.sharers, list...)
	}
	s.Holders = int32(len(m.sharers) - first)
	if s.Holders == 1 {
		s.Holder = m.sharers[first]
		m.sharers = m.sharers[:first]
		return
	}
	m.sharings = append(m.sharings, sharing{first: int32(first), n: s.Holders})
	s.Holder = tracefeed.ThreadID(len(m.sharings) - 1)
}
