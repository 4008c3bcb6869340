package timeline

import (
	"cmp"
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// matcher finds the matches of pages, one after the other:
//
//  1. Go through the columns: who waits, and who begins or stops to hold what.
//  2. Sort the changes of holders, and where waits begin and end, by time. Within
//     an instant, waits end, holders change, and waits begin.
//  3. Go through these, and append to each monitor's list of stretches. A wait
//     begins and ends at the one that its monitor has come to.
type matcher struct {
	Matches
	tl    *Timeline
	many  bool // events are looked at, too many to keep
	reuse *binfeed.Block

	columns columns
	// monitors are by id; all are zero between two pages.
	monitors []monitorAt
	// points are the times in the page, with what happens then.
	points, scratch []uint64
	// list is holders in the making; now and before are those that are compared.
	list        []tracefeed.ThreadID
	now, before SharingBuffer
}

// monitorAt is a monitor that is waited for: where its list of stretches begins,
// how far it has come, and for how many changes there is room.
type monitorAt struct {
	first, last, changes int32
	waited               bool
}

// page finds the matches of page i.
func (m *matcher) page(i int) *Matches {
	p := m.tl.pages[i]
	b := m.read(p)
	m.lost = len(b.Codes) != int(p.count)
	m.Start, m.End, m.Restart = p.start, m.tl.told(i), p.restart || m.lost
	m.Cut = i+1 < len(m.tl.pages) && m.tl.pages[i+1].restart
	m.columns.waits = m.Waits
	m.columns.begin(b, p.floor, m.End)
	m.columns.run(m.tl, i)
	m.Waits = m.columns.waits
	m.makeLists()
	m.hold(b.Holds)
	m.sweep(m.sortPoints())
	m.finish()
	return &m.Matches
}

// read returns the events of a page. Where there are many, they are not kept in
// memory.
func (m *matcher) read(p *page) *binfeed.Block {
	if m.many {
		return p.pass(&m.reuse).Block
	}
	return p.all()
}

// makeLists makes room for the stretches of the monitors that are waited for.
func (m *matcher) makeLists() {
	m.Contended, m.sharings, m.sharers = m.Contended[:0], m.sharings[:0], m.sharers[:0]
	if m.monitors == nil {
		m.monitors = make([]monitorAt, len(m.tl.Monitors))
	}
	for i := range m.Waits {
		if w := &m.Waits[i]; w.State == Blocking && !m.monitors[w.Monitor].waited {
			m.monitors[w.Monitor].waited = true
			m.Contended = append(m.Contended, Contended{Monitor: w.Monitor})
		}
	}
	for i := range m.columns.changes {
		if at := &m.monitors[m.columns.changes[i].monitor]; at.waited {
			at.changes++
		}
	}
	n := int32(0)
	for i := range m.Contended {
		at := &m.monitors[m.Contended[i].Monitor]
		at.first, at.last = n, n
		n += at.changes + 2
	}
	m.Stretches = slices.Grow(m.Stretches[:0], int(n))[:n]
}

// hold begins the lists with who holds the monitors when the page begins.
func (m *matcher) hold(holds []binfeed.Hold) {
	for i := range m.Contended {
		m.Stretches[m.monitors[m.Contended[i].Monitor].first] = Stretch{Start: m.Start}
	}
	for i := range holds {
		if at := &m.monitors[holds[i].Monitor]; at.waited {
			m.enter(&m.Stretches[at.first], holds[i].Thread)
		}
	}
}

// The index of a point is twice that of a wait, and one more where the wait
// ends, or that of a change after all those.

// sortPoints returns the points in order of time, as their time since the page
// began, and in the lowest bits their index.
func (m *matcher) sortPoints() (points []uint64, low int) {
	all, waits := m.points[:0], m.Waits
	low = bits.Len(uint(2*len(waits) + len(m.columns.changes)))
	for i := range waits {
		if w := &waits[i]; w.State == Blocking && !w.Open {
			all = append(all, uint64(w.End-m.Start)<<low|uint64(2*i+1))
		}
	}
	for i := range m.columns.changes {
		if c := &m.columns.changes[i]; m.monitors[c.monitor].waited {
			all = append(all, uint64(c.at-m.Start)<<low|uint64(2*len(waits)+i))
		}
	}
	for i := range waits {
		if w := &waits[i]; w.State == Blocking && w.Start >= m.Start {
			all = append(all, uint64(w.Start-m.Start)<<low|uint64(2*i))
		}
	}
	m.points = all
	m.scratch = slices.Grow(m.scratch[:0], len(all))[:len(all)]
	high := bits.Len64(uint64(m.End-m.Start)) + low
	if high > 64 {
		slices.SortStableFunc(all, func(a, b uint64) int { return cmp.Compare(m.time(a, low), m.time(b, low)) })
		return all, low
	}
	return radix.Keys(all, m.scratch, low, high), low
}

// time returns the time of a point, which may have lost its highest bits.
func (m *matcher) time(point uint64, low int) tracefeed.Time {
	i := int(point & (1<<low - 1))
	switch n := 2 * len(m.Waits); {
	case i >= n:
		return m.columns.changes[i-n].at
	case i%2 == 1:
		return m.Waits[i/2].End
	default:
		return m.Waits[i/2].Start
	}
}

// sweep makes the stretches, and lets waits begin and end at them.
func (m *matcher) sweep(points []uint64, low int) {
	waits, changes, n := m.Waits, m.columns.changes, 2*len(m.Waits)
	for _, p := range points {
		i := int(p & (1<<low - 1))
		if i >= n {
			m.change(&changes[i-n])
			continue
		}
		w := &waits[i/2]
		if at := m.monitors[w.Monitor].last; i%2 == 0 {
			w.First = at
		} else {
			w.Last = at
		}
	}
}

// change begins a stretch, or changes the one that begins in the same instant.
// That is forgotten if nothing has changed in the end.
func (m *matcher) change(c *holdChange) {
	at := &m.monitors[c.monitor]
	s := &m.Stretches[at.last]
	if at.last == at.first || s.Start < c.at {
		at.last++
		next := &m.Stretches[at.last]
		*next = Stretch{c.at, s.Holder, s.Holders}
		s = next
	}
	if c.leaves {
		m.leave(s, c.thread)
	} else {
		m.enter(s, c.thread)
	}
	if m.same(s, &m.Stretches[at.last-1]) {
		at.last--
	}
}

// finish ends the lists, and what goes on after the page or began before it.
func (m *matcher) finish() {
	m.Shared = len(m.sharings) + len(m.sharers)
	for i := range m.Contended {
		c := &m.Contended[i]
		at := &m.monitors[c.Monitor]
		c.First, c.Last = at.first, at.last
		m.Stretches[at.last+1] = Stretch{Start: m.End}
	}
	for i := range m.Waits {
		w := &m.Waits[i]
		if w.State != Blocking {
			continue
		}
		at := &m.monitors[w.Monitor]
		if w.Start < m.Start {
			w.First = at.first
		}
		if w.Open {
			w.Last = at.last
		}
	}
	for _, c := range m.Contended {
		m.monitors[c.Monitor] = monitorAt{}
	}
}
