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
//     an instant, waits end, then threads leave monitors, then they enter them,
//     and waits begin. Most waits end because the thread begins to hold what it
//     waited for; then one deed is both.
//  3. Go through these, and append to each monitor's list of stretches. Each
//     deed notes how far its monitor has come.
//  4. Waits begin and end at what their deeds have noted.
type matcher struct {
	Matches
	tl   *Timeline
	many bool // events are looked at, too many to keep
	// kept is the page whose matches these are, if nobody has changed them since;
	// keeps says that nobody will.
	kept  *page
	keeps bool
	reuse *binfeed.Block

	columns columns
	// local is, by monitor, its number among those that are waited for, from 1;
	// all are zero between two pages. at are these.
	local []int32
	at    []monitorAt
	// deeds are the ends of waits, the changes of holders, and the begins of
	// waits. They are looked up in order of time, so they are small.
	deeds []deed
	// points are the times in the page, with the number of the deed then.
	points, scratch []uint64
	sharing         SharingBuffer
}

// monitorAt is a monitor that is waited for: where its list of stretches begins,
// and which stretch it has come to. alone is who holds it in that, NoThread if
// nobody does, and several if more than one.
type monitorAt struct {
	first, last int32
	alone       int32
	start       tracefeed.Time
}

// deed is what happens at some time to a monitor, by its local number: who
// begins to hold it; ^who stops to; 0 for a wait that begins or ends. Once it
// has happened, who is the stretch that the monitor had come to, at a change
// that before the instant.
type deed struct{ monitor, who int32 }

// page finds the matches of page i.
func (m *matcher) page(i int) *Matches {
	if m.keeps && m.kept == m.tl.pages[i] {
		return &m.Matches
	}
	holds := m.scan(i).Holds
	m.number()
	m.makeDeeds()
	m.makeLists(holds)
	m.sweep(m.sortPoints())
	m.finish()
	if m.keeps && !m.lost {
		m.kept = m.tl.pages[i]
	}
	return &m.Matches
}

// bare finds the waits of page i, and no more.
func (m *matcher) bare(i int) *Matches {
	m.scan(i)
	return &m.Matches
}

// scan goes through the columns of page i.
func (m *matcher) scan(i int) *binfeed.Block {
	p := m.tl.pages[i]
	m.kept = nil
	b := m.read(p)
	m.lost = len(b.Codes) != int(p.count)
	m.Start, m.End, m.Restart = p.start, m.tl.told(i), p.restart || m.lost
	m.Cut = i+1 < len(m.tl.pages) && m.tl.pages[i+1].restart
	m.columns.waits = m.Waits
	m.columns.begin(b, p.floor, m.End)
	m.columns.run(m.tl, i)
	m.Waits = m.columns.waits
	return b
}

// read returns the events of a page. Where there are many, they are not kept in
// memory.
func (m *matcher) read(p *page) *binfeed.Block {
	if m.many {
		return p.pass(&m.reuse).Block
	}
	return p.all()
}

// number numbers the monitors that are waited for.
func (m *matcher) number() {
	m.Contended, m.at = m.Contended[:0], append(m.at[:0], monitorAt{}) // which stands for all others
	for i := range m.Waits {
		if w := &m.Waits[i]; w.State == Blocking && m.local[w.Monitor] == 0 {
			m.local[w.Monitor] = int32(len(m.at))
			m.at = append(m.at, monitorAt{})
			m.Contended = append(m.Contended, Contended{Monitor: w.Monitor})
		}
	}
}

// makeDeeds makes the deeds, and points of those that matter.
func (m *matcher) makeDeeds() {
	waits, changes := m.Waits, m.columns.changes
	n := 2*len(waits) + len(changes)
	m.deeds, m.points = slices.Grow(m.deeds[:0], n)[:n], slices.Grow(m.points[:0], n)
	low := m.low()
	ends, middle, begins := m.deeds[:len(waits)], m.deeds[len(waits):n-len(waits)], m.deeds[n-len(waits):]
	points := m.points[:0]
	for i := range waits {
		if w := &waits[i]; w.State == Blocking && !w.Open && w.Last < 0 {
			ends[i] = deed{m.local[w.Monitor], 0}
			points = append(points, uint64(w.End-m.Start)<<low|uint64(i))
		}
	}
	m.scratch = slices.Grow(m.scratch[:0], n)
	n -= len(waits)
	points, enters := points[:len(points)+len(changes)], m.scratch[:len(changes)]
	left, entered := len(points)-len(changes), 0
	unnamed := m.local[tracefeed.NoMonitor]
	m.local[tracefeed.NoMonitor] = 0 // that is what changes have that are taken back
	for i := range changes {
		c := &changes[i]
		local, leaves := m.local[c.monitor()], one(c.leaves())
		m.at[local].last++ // as there is room for that many
		middle[i] = deed{local, int32(c.who)}
		point := uint64(c.at-m.Start)<<low | uint64(len(waits)+i)
		points[left], enters[entered] = point, point
		counts := one(local != 0)
		left, entered = left+int(counts&leaves), entered+int(counts&^leaves)
	}
	m.local[tracefeed.NoMonitor] = unnamed
	points = append(points[:left], enters[:entered]...)
	for i := range waits {
		if w := &waits[i]; w.State == Blocking && w.Start >= m.Start {
			begins[i] = deed{m.local[w.Monitor], 0}
			points = append(points, uint64(w.Start-m.Start)<<low|uint64(n+i))
		}
	}
	m.points = points
}

// low is how many of the lowest bits of a point are the number of its deed; the
// others are the time since the page began.
func (m *matcher) low() int { return bits.Len(uint(len(m.deeds))) }

// makeLists makes room for the stretches, and begins the lists with who holds
// the monitors when the page begins. The first of each begins before all.
func (m *matcher) makeLists(holds []binfeed.Hold) {
	m.sharings, m.sharers = m.sharings[:0], m.sharers[:0]
	n := int32(1) // the first one is for what nobody looks at
	for i := range m.at[1:] {
		at := &m.at[i+1]
		changes := at.last
		at.first, at.last, at.start = n, n, -1
		n += changes + 2
	}
	m.Stretches = slices.Grow(m.Stretches[:0], int(n))[:n]
	for _, at := range m.at[1:] {
		m.Stretches[at.first] = Stretch{}
	}
	for i := range holds {
		if local := m.local[holds[i].Monitor]; local != 0 {
			at := &m.at[local]
			m.enter(&m.Stretches[at.first], holds[i].Thread)
			at.alone = alone(&m.Stretches[at.first])
		}
	}
}

// alone returns who holds a monitor in a stretch, or several.
func alone(s *Stretch) int32 {
	if s.Holders > 1 {
		return int32(several)
	}
	return int32(s.Holder)
}

// sortPoints sorts the points by time; in an instant, they stay in order. It
// returns whether times lack their highest bits.
func (m *matcher) sortPoints() (points []uint64, short bool) {
	low := m.low()
	high := bits.Len64(uint64(m.End-m.Start)) + low
	if high > 64 {
		slices.SortStableFunc(m.points, func(a, b uint64) int { return cmp.Compare(m.time(a), m.time(b)) })
		return m.points, true
	}
	m.scratch = slices.Grow(m.scratch[:0], len(m.points))[:len(m.points)]
	return radix.Keys(m.points, m.scratch, low, high), false
}

// time returns the time of a point by its deed.
func (m *matcher) time(point uint64) tracefeed.Time {
	i, waits, changes := int(point&(1<<m.low()-1)), m.Waits, m.columns.changes
	switch {
	case i < len(waits):
		return waits[i].End
	case i < len(waits)+len(changes):
		return changes[i-len(waits)].at
	default:
		return waits[i-len(waits)-len(changes)].Start
	}
}

// sweep does all deeds.
func (m *matcher) sweep(points []uint64, short bool) {
	low := m.low() & 63
	for len(points) > 0 {
		if !short {
			points = points[m.quickly(points, low):]
		}
		if len(points) > 0 {
			p := points[0]
			points = points[1:]
			time := m.Start + tracefeed.Time(p>>low)
			if short {
				time = m.time(p)
			}
			m.slowly(&m.deeds[p&(1<<low-1)], time)
		}
	}
}

// quickly does the first deeds, up to one that is not a wait, nor a change of who
// alone holds a monitor. It returns how many. There is no branch for what a deed
// is, because nobody could guess it; what a wait writes nobody looks at.
func (m *matcher) quickly(points []uint64, low int) int {
	deeds, ats, stretches, start, mask := m.deeds, m.at, m.Stretches, m.Start, uint64(1)<<low-1
	for i, p := range points {
		d := &deeds[p&mask]
		time := start + tracefeed.Time(p>>(low&63))
		at := &ats[d.monitor]
		change := -one(d.who != 0) // all bits
		leaves := d.who >> 31      // all bits
		if (at.alone^^d.who&leaves)&change != 0 {
			return i
		}
		holder := d.who &^ leaves
		again := one(at.start == time) & change
		d.who = at.last - again
		last := d.who - change
		at.last = last
		at.alone = holder | at.alone&^change
		at.start += (time - at.start) & tracefeed.Time(change)
		s := &stretches[last&change] // field by field: what was just written is slow to read as a whole
		s.Start, s.Holder, s.Holders = time, tracefeed.ThreadID(holder), 1+leaves
	}
	return len(points)
}

// one is 1 for true.
func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// slowly does any deed. A change begins a stretch, or changes the one that
// begins in the same instant. No thread changes twice in an instant, so that is
// never the same as the one before.
func (m *matcher) slowly(d *deed, time tracefeed.Time) {
	at, who := &m.at[d.monitor], tracefeed.ThreadID(d.who)
	d.who = at.last
	if who == tracefeed.NoThread {
		return
	}
	if at.start == time {
		d.who--
	} else {
		m.Stretches[at.last+1] = m.Stretches[at.last]
		at.last++
		at.start = time
	}
	s := &m.Stretches[at.last]
	s.Start = time
	if who < 0 {
		m.leave(s, ^who)
	} else {
		m.enter(s, who)
	}
	at.alone = alone(s)
}

// finish ends the lists, and finds out where waits begin and end.
func (m *matcher) finish() {
	m.Shared, m.Stretches[0] = len(m.sharings)+len(m.sharers), Stretch{}
	for i := range m.Contended {
		c, at := &m.Contended[i], &m.at[i+1]
		c.First, c.Last = at.first, at.last
		m.Stretches[at.first].Start = m.Start
		m.Stretches[at.last+1] = Stretch{Start: m.End}
	}
	ends, begins := m.deeds, m.deeds[len(m.deeds)-len(m.Waits):]
	for i := range m.Waits {
		w := &m.Waits[i]
		if w.State != Blocking {
			continue
		}
		w.First = begins[i].who
		if w.Start < m.Start {
			w.First = m.at[m.local[w.Monitor]].first
		}
		switch {
		case w.Open:
			w.Last = m.at[m.local[w.Monitor]].last
		case w.Last >= 0: // the change that ends it
			w.Last = ends[len(m.Waits)+int(w.Last)].who
		default:
			w.Last = ends[i].who
		}
	}
	for _, c := range m.Contended {
		m.local[c.Monitor] = 0
	}
}
