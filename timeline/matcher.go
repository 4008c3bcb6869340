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
//  1. Go through the columns: who waits, and who holds what from when to when.
//  2. Sort when threads begin to hold monitors, and the moments of which somebody
//     wants to know the stretch, by time: where a wait begins, and the last moment
//     of one. Of most waits that is the last moment before the thread begins to
//     hold what it waited for; then nobody has to ask.
//  3. Take them apart by monitor, in that order.
//  4. Go through those of each monitor, and make its list of stretches. What a
//     thread holds from one moment on it holds to another that is known, so most
//     monitors have to know only until when they are held by whom; see crowd for
//     the others.
//  5. Waits begin and end with the stretches that were found.
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
	// all are zero between two pages. at are these.
	local []int32
	at    []monitorAt
	crowd crowd
	// dues are the deeds that matter, by monitor and time; found are the stretches
	// that deeds come to.
	dues  []due
	found []int32
	// stood are the numbers of the deeds that the page begins with.
	stood []int32
	// points are the times in the page, with the number of the deed then.
	points, scratch []uint64
	sharing         SharingBuffer
}

// monitorAt is a monitor that is waited for: where its list of stretches begins,
// and the last one that is there. That lasts until a time, and after that nobody
// holds the monitor.
type monitorAt struct {
	first, last int32
	until       tracefeed.Time
	// holder is who holds the monitor until then, alone. Where several do, crowded
	// is true, and neither this nor until is of interest.
	holder  tracefeed.ThreadID
	crowded bool
	// dues are how many there are, held those that hold it, end is where they end.
	dues, held, end int32
}

// due is a deed that is due. What it finds is a stretch: that of the moment,
// or the one before the thread began to hold the monitor.
type due struct {
	time, end tracefeed.Time
	who       tracefeed.ThreadID
	deed      int32
}

// page finds the matches of page i.
func (m *matcher) page(i int) *Matches {
	if m.keeps && m.kept == m.tl.pages[i] {
		return &m.Matches
	}
	m.scan(i)
	m.number()
	m.makePoints()
	m.makeLists()
	m.makeDues(m.sortPoints())
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

// number numbers the monitors that are waited for. Where a wait ends because the
// thread enters what it leaves in the same instant, the moment before is asked for.
func (m *matcher) number() {
	m.Contended, m.at = m.Contended[:0], append(m.at[:0], monitorAt{}) // which stands for all others
	for i := range m.Waits {
		w := &m.Waits[i]
		if w.State != Blocking {
			continue
		}
		if m.local[w.Monitor] == 0 {
			m.local[w.Monitor] = int32(len(m.at))
			m.at = append(m.at, monitorAt{})
			m.Contended = append(m.Contended, Contended{Monitor: w.Monitor})
		}
		if w.Last >= 0 {
			if d := m.columns.deeds[w.Last]; d.start == d.end {
				w.Last = m.columns.askLast(d.start, w.Monitor)
			}
		}
	}
}

// makePoints makes points of the deeds that matter, first of those that hold
// something: a stretch that begins in an instant is that of the moment.
func (m *matcher) makePoints() {
	deeds, ats, local := m.columns.deeds, m.at, m.local
	m.points, m.scratch = slices.Grow(m.points[:0], len(deeds)), slices.Grow(m.scratch[:0], len(deeds))
	held, asked := m.points[:len(deeds)], m.scratch[:len(deeds)]
	m.stood = m.stood[:0]
	low, h, a := m.low()&63, 0, 0
	for i := range deeds {
		d := &deeds[i]
		number := local[d.monitor()]
		if d.start == longAgo {
			m.stood = append(m.stood, int32(i))
		}
		at, holds, matters := &ats[number], one(d.thread != tracefeed.NoThread), one(d.start != d.end)
		at.dues += matters
		at.held += matters & holds
		held[h] = uint64(d.start-m.Start)<<low | uint64(i)
		asked[a] = held[h]
		waited := one(number != 0)
		a += int(waited &^ holds)
		h += int(waited & holds & matters & one(d.start != longAgo))
	}
	m.points = append(held[:h], asked[:a]...)
}

// low is how many of the lowest bits of a point are the number of its deed; the
// others are the time since the page began.
func (m *matcher) low() int { return bits.Len(uint(len(m.columns.deeds))) }

// makeLists makes room for stretches and dues.
func (m *matcher) makeLists() {
	n, dues := int32(0), int32(0)
	for i := range m.at[1:] {
		at := &m.at[i+1]
		at.first, at.last, at.until, at.end = n, n-1, longAgo, dues
		n += 2*at.held + 3
		dues += at.dues
	}
	m.Stretches = slices.Grow(m.Stretches[:0], int(n))[:n]
	m.dues = slices.Grow(m.dues[:0], int(dues))[:dues]
}

// sortPoints sorts the points by time; in an instant, they stay in order.
func (m *matcher) sortPoints() []uint64 {
	low := m.low()
	high := bits.Len64(uint64(m.End-m.Start)) + low
	if high > 64 {
		slices.SortStableFunc(m.points, func(a, b uint64) int { return cmp.Compare(m.deedAt(a).start, m.deedAt(b).start) })
		return m.points
	}
	m.scratch = slices.Grow(m.scratch[:0], len(m.points))[:len(m.points)]
	return radix.Keys(m.points, m.scratch, low, high)
}

// deedAt returns the deed of a point.
func (m *matcher) deedAt(point uint64) *deed { return &m.columns.deeds[point&(1<<m.low()-1)] }

// makeDues makes the dues: of deeds that the page begins with, and of points that
// are sorted.
func (m *matcher) makeDues(points []uint64) {
	deeds, mask := m.columns.deeds, uint64(1)<<m.low()-1
	ats, dues, local := m.at, m.dues, m.local
	for _, i := range m.stood {
		if at := &ats[local[deeds[i].monitor()]]; at != &ats[0] {
			dues[at.end] = due{longAgo, deeds[i].end, deeds[i].thread, i}
			at.end++
		}
	}
	for _, p := range points {
		d := &deeds[p&mask]
		at := &ats[local[d.monitor()]]
		t := &dues[at.end]
		at.end++
		t.time, t.end, t.who, t.deed = d.start, d.end, d.thread, int32(p&mask)
	}
}

// sweep does all deeds, those of one monitor after the other.
func (m *matcher) sweep() {
	n := len(m.columns.deeds)
	m.found = slices.Grow(m.found[:0], n)[:n]
	m.sharings, m.sharers = m.sharings[:0], m.sharers[:0]
	for i := range m.at[1:] {
		at := &m.at[i+1]
		for dues := m.dues[at.end-at.dues : at.end]; len(dues) > 0; {
			if dues = dues[m.quickly(at, dues):]; len(dues) > 0 {
				m.slowly(at, &dues[0])
				dues = dues[1:]
			}
		}
		m.end(at, &m.Contended[i])
	}
	m.Shared = len(m.sharings) + len(m.sharers)
}

// quickly does the first dues at a monitor, up to one while several threads hold
// it. It returns how many. There is no branch for what a due is, because nobody
// could guess it: what is written behind the last stretch nobody looks at.
func (m *matcher) quickly(at *monitorAt, dues []due) int {
	if at.crowded {
		return 0
	}
	stretches, found, last, until, holder := m.Stretches, m.found, at.last, at.until, at.holder
	for i := range dues {
		t := &dues[i]
		time, holds := t.time, one(t.who != tracefeed.NoThread)
		if one(time < until)&holds != 0 {
			at.last, at.until, at.holder = last, until, holder
			return i
		}
		same := one(time == until)
		free := &stretches[last+1]
		free.Start, free.Holder, free.Holders = until, tracefeed.NoThread, 0
		fresh := holds &^ (same & one(t.who == holder))
		past := one(time > until) | same&^holds
		held := &stretches[last+past+1]
		held.Start, held.Holder, held.Holders = time, t.who, 1
		found[t.deed] = last + past
		all := -holds // all bits
		last += (past + fresh) & all
		until ^= (until ^ t.end) & tracefeed.Time(all)
		holder ^= (holder ^ t.who) & tracefeed.ThreadID(all)
	}
	at.last, at.until, at.holder = last, until, holder
	return len(dues)
}

// end ends the list of a monitor.
func (m *matcher) end(at *monitorAt, c *Contended) {
	m.advance(at, m.End, true)
	if !at.crowded && at.until < forever {
		at.last++
		m.Stretches[at.last] = Stretch{Start: at.until}
	}
	c.First, c.Last = at.first, at.last
	m.Stretches[at.first].Start = m.Start
	m.Stretches[at.last+1] = Stretch{Start: m.End}
}

// finish finds out where waits begin and end.
func (m *matcher) finish() {
	for i := range m.Waits {
		w := &m.Waits[i]
		if w.State != Blocking {
			continue
		}
		at := &m.at[m.local[w.Monitor]]
		switch {
		case w.Open:
			w.Last = at.last
		case w.Last >= 0:
			w.Last = m.found[w.Last]
		default: // it ended when the page began
			w.Last = at.first
		}
		if w.First >= 0 {
			w.First = m.found[w.First]
		} else {
			w.First = at.first
		}
	}
	for _, c := range m.Contended {
		m.local[c.Monitor] = 0
	}
}
