package timeline

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// matcher finds the matches of pages, one after the other:
//
//  1. Go through the columns: who waits, and who holds what from when to when.
//  2. Sort when threads begin to hold monitors, and the moments of which somebody
//     wants to know the stretch, by monitor and time: where a wait begins, and the
//     last moment of one. Of most waits that is the last moment before the thread
//     begins to hold what it waited for; then nobody has to ask.
//  3. Go through those of each monitor, and make its list of stretches. What a
//     thread holds from one moment on it holds to another that is known, so most
//     monitors have to know only until when they are held by whom; see crowd for
//     the others.
//  4. Waits begin and end with the stretches that were found.
//
// A thread that leaves a monitor and enters it in the same instant has held it all
// the time, and one that enters and leaves it in an instant never has.
type matcher struct {
	Matches
	tl   *Timeline
	many bool // events are looked at, too many to keep
	// kept is the page whose matches these are, if nobody has changed them since;
	// keeps says that nobody will.
	kept  *page
	keeps bool
	reuse *binfeed.Block
	own   source

	columns columns
	// local is, by monitor, its number among those that are waited for, from 1;
	// all are zero between two pages.
	local   []int32
	points  points // of the deeds that matter
	at      monitorAt
	crowd   crowd
	sharing SharingBuffer
}

// monitorAt is the monitor at hand: its last stretch so far. That lasts until a time,
// and after that nobody holds the monitor.
type monitorAt struct {
	last  int32
	until tracefeed.Time
	// holder is who holds the monitor until then, alone. Where several do, crowded
	// is true, and neither this nor until is of interest.
	holder  tracefeed.ThreadID
	crowded bool
}

// page finds the matches of page i.
func (m *matcher) page(i int) *Matches {
	if m.keeps && m.kept == m.tl.pages[i] {
		return &m.Matches
	}
	m.scan(i)
	m.number()
	m.makePoints()
	m.sortPoints()
	m.sweep()
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
func (m *matcher) scan(i int) {
	p := m.tl.pages[i]
	m.kept = nil
	b := m.read(p)
	m.own = source{i, b}
	m.source, m.lost = &m.own, len(b.Codes) != int(p.count)
	m.Start, m.End, m.Restart = p.start, m.tl.told(i), p.restart || m.lost
	m.Cut = i+1 < len(m.tl.pages) && m.tl.pages[i+1].restart
	m.columns.waits = m.Waits
	m.columns.begin(b, p.floor, m.End)
	m.columns.run(m.tl, i)
	m.Waits = m.columns.waits
}

// read returns the events of a page. Where there are many, they are not kept in
// memory.
func (m *matcher) read(p *page) *binfeed.Block {
	if m.many {
		return p.pass(binfeed.Waits, &m.reuse).Block
	}
	return p.all()
}

// number numbers the monitors that are waited for.
func (m *matcher) number() {
	m.Contended = m.Contended[:0]
	for i := range m.Waits {
		if w := &m.Waits[i]; w.State == Blocking && m.local[w.Monitor] == 0 {
			m.Contended = append(m.Contended, Contended{Monitor: w.Monitor})
			m.local[w.Monitor] = int32(len(m.Contended))
		}
	}
}

// makePoints makes points of the deeds at monitors that are waited for, and room for
// the stretches there will be.
func (m *matcher) makePoints() {
	m.points.begin(len(m.columns.deeds), len(m.Contended), m.Start, m.End)
	most := 2*m.points.fill(m.columns.deeds, m.local) + 3*len(m.Contended)
	m.Stretches = slices.Grow(m.Stretches[:0], most)[:most]
}

// sortPoints sorts the points, those without an order by what their deeds say.
func (m *matcher) sortPoints() {
	if m.points.ordered {
		m.points.sort()
		return
	}
	deeds := m.columns.deeds
	slices.SortStableFunc(m.points.list, func(a, b uint64) int {
		x, y := &deeds[m.points.deed(a)], &deeds[m.points.deed(b)]
		return cmp.Or(cmp.Compare(m.local[x.monitor()], m.local[y.monitor()]), cmp.Compare(x.start, y.start),
			cmp.Compare(one(y.thread != tracefeed.NoThread), one(x.thread != tracefeed.NoThread)))
	})
}

// sweep does all deeds, those of one monitor after the other.
func (m *matcher) sweep() {
	m.sharings, m.sharers = m.sharings[:0], m.sharers[:0]
	points, next := m.points.list, int32(0)
	for i := range m.Contended {
		c, n := &m.Contended[i], int(m.points.counts[i+1])
		c.First = next
		if m.tl.HandedOver(c.Monitor) {
			m.unowned(c, points[:n])
			points, next = points[n:], c.Last+2
			continue
		}
		m.at = monitorAt{last: next - 1, until: m.points.since}
		for dues := points[:n]; len(dues) > 0; {
			if dues = dues[m.quickly(dues):]; len(dues) > 0 {
				m.slowly(&m.columns.deeds[m.points.deed(dues[0])])
				dues = dues[1:]
			}
		}
		m.end(c)
		points, next = points[n:], c.Last+2
	}
	m.Shared = len(m.sharings) + len(m.sharers)
}

// quickly does the first deeds at a monitor, up to one while several threads hold
// it. It returns how many.
func (m *matcher) quickly(dues []uint64) int {
	at, asks := &m.at, uint64(1)<<(m.points.low&63)
	if at.crowded {
		return 0
	}
	deeds, stretches, last, until, holder := m.columns.deeds, m.Stretches, at.last, at.until, at.holder
	for i, point := range dues {
		d := &deeds[point&(asks-1)]
		if point&asks != 0 { // the point says so before the deed is there
			d.found(last + one(d.start >= until))
			continue
		}
		switch {
		case d.start > until:
			last++
			stretches[last] = Stretch{Start: until}
			d.found(last)
		case d.start < until:
			at.last, at.until, at.holder = last, until, holder
			return i
		case d.thread == holder:
			d.found(last)
			until = d.end
			continue
		default:
			d.found(last)
		}
		last++
		stretches[last] = Stretch{d.start, d.thread, 1}
		until, holder = d.end, d.thread
	}
	at.last, at.until, at.holder = last, until, holder
	return len(dues)
}

// unowned makes the list of a monitor that is handed over: one stretch without a
// holder.
func (m *matcher) unowned(c *Contended, dues []uint64) {
	for _, point := range dues {
		m.columns.deeds[m.points.deed(point)].found(c.First)
	}
	c.Last = c.First
	m.Stretches[c.First] = Stretch{Start: m.Start}
	m.Stretches[c.Last+1] = Stretch{Start: m.End}
}

// end ends the list of a monitor. After it comes a stretch that begins when the page
// ends.
func (m *matcher) end(c *Contended) {
	m.advance(m.End, true)
	if at := &m.at; !at.crowded && at.until < forever {
		at.last++
		m.Stretches[at.last] = Stretch{Start: at.until}
	}
	c.Last = m.at.last
	m.Stretches[c.First].Start = m.Start
	m.Stretches[c.Last+1] = Stretch{Start: m.End}
}

// finish finds out where waits begin and end.
func (m *matcher) finish() {
	deeds := m.columns.deeds
	for i := range m.Waits {
		w := &m.Waits[i]
		if w.State != Blocking {
			continue
		}
		c := &m.Contended[m.local[w.Monitor]-1]
		switch {
		case w.Open:
			w.Last = c.Last
		case w.Last >= 0:
			w.Last = deeds[w.Last].stretch()
		default: // it ended when the page began
			w.Last = c.First
		}
		if w.First >= 0 {
			w.First = deeds[w.First].stretch()
		} else {
			w.First = c.First
		}
	}
	for _, c := range m.Contended {
		m.local[c.Monitor] = 0
	}
}
