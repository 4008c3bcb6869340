package timeline

import (
	"cmp"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// matcher joins the waits of a page with the holders of the monitors that they are
// for, one page after the other:
//
//  1. Scan the columns: collect waits and lock records, which are holds and
//     queries (see columns).
//  2. Sort the records at contended monitors by monitor and time. A wait needs
//     the stretch that covers its start and the one that covers its last
//     nanosecond. Most waits end when the thread acquires the monitor; then the
//     record of that hold serves as the second query.
//  3. Sweep the records of each monitor and build its stretches. Each hold has a
//     known end, so a monitor with one holder at a time needs only (holder,
//     until); releaseQueue handles several holders.
//  4. Replace the queries of each wait by the stretches found.
//
// A thread that releases a monitor and acquires it again in the same instant has
// held it throughout. One that acquires and releases it in one instant has not held
// it.
type matcher struct {
	Matches
	tl       *Timeline
	uncached bool // too many events are visited to keep their pages in memory
	// cachedPage is the page that Matches is the result of, nil if none. It is used
	// only while caching is set: callers then do not modify the result.
	cachedPage *page
	caching    bool
	buffer     binfeed.BlockBuffer

	columns columns
	// stackCodes holds, by code, the number of stacks of an event: 0 or 1.
	stackCodes [256]int32
	// numbers holds, by monitor, its number among the contended ones, from 1. All
	// are 0 between pages.
	numbers  []int32
	keys     sortKeys // of the records at contended monitors
	cur      monitorState
	releases releaseQueue
	sharing  SharingBuffer
}

// monitorState is the state of the sweep at the current monitor. last is the index
// of its latest stretch, which ends at until; from then on the monitor is free.
type monitorState struct {
	last  int32
	until tracefeed.Time
	// holder is the only holder up to until. While several threads hold the
	// monitor, shared is set, and holder and until are not valid.
	holder tracefeed.ThreadID
	shared bool
}

// page returns the matches of page i.
func (m *matcher) page(i int) *Matches {
	if m.caching && m.cachedPage == m.tl.pages[i] {
		return &m.Matches
	}
	m.scan(i, block.Waits)
	m.numberContended()
	m.makeKeys()
	m.sortKeys()
	m.sweep()
	m.finish()
	if m.caching && !m.unreadable {
		m.cachedPage = m.tl.pages[i]
	}
	return &m.Matches
}

// waitsOnly returns the waits of page i, without stretches.
func (m *matcher) waitsOnly(i int) *Matches {
	m.scan(i, block.Waits)
	return &m.Matches
}

// scan collects the waits and lock records of page i. It reads at least a part of
// the page.
func (m *matcher) scan(i int, part block.Part) {
	p := m.tl.pages[i]
	m.cachedPage = nil
	b := m.read(p, part)
	m.unreadable = len(b.Codes) != int(p.count)
	m.Start, m.End, m.Restart = p.start, m.tl.pageEnd(i), p.restart || m.unreadable
	m.Cut = i+1 < len(m.tl.pages) && m.tl.pages[i+1].restart
	m.columns.waits = m.Waits
	m.columns.begin(b, p.knownSince, m.End)
	m.columns.run(m.tl, i)
	m.Waits = m.columns.waits
}

// read returns the events of a page. It does not cache them if m.uncached.
func (m *matcher) read(p *page, part block.Part) *block.Block {
	if m.uncached {
		return p.readOnce(part, &m.buffer).Block
	}
	return p.all()
}

// numberContended numbers the monitors that the waits are for.
func (m *matcher) numberContended() {
	m.Contended = m.Contended[:0]
	for i := range m.Waits {
		if w := &m.Waits[i]; w.State == tracefeed.Blocking && m.numbers[w.Monitor] == 0 {
			m.Contended = append(m.Contended, Contended{Monitor: w.Monitor})
			m.numbers[w.Monitor] = int32(len(m.Contended))
		}
	}
}

// makeKeys makes sort keys of the records at contended monitors, and room for the
// stretches.
func (m *matcher) makeKeys() {
	m.keys.begin(len(m.columns.records), len(m.Contended), m.Start, m.End)
	maxStretches := 2*m.keys.fill(m.columns.records, m.numbers) + 3*len(m.Contended)
	m.Stretches = slices.Grow(m.Stretches[:0], maxStretches)[:maxStretches]
}

// sortKeys sorts the keys, or the records themselves where those do not fit into a
// key.
func (m *matcher) sortKeys() {
	if m.keys.ordered {
		m.keys.sort()
		return
	}
	records := m.columns.records
	slices.SortStableFunc(m.keys.list, func(a, b uint64) int {
		x, y := &records[m.keys.index(a)], &records[m.keys.index(b)]
		return cmp.Or(cmp.Compare(m.numbers[x.monitor()], m.numbers[y.monitor()]), cmp.Compare(x.start, y.start),
			cmp.Compare(b2i(y.thread != tracefeed.NoThread), b2i(x.thread != tracefeed.NoThread)))
	})
}

// sweep applies all records, monitor by monitor.
func (m *matcher) sweep() {
	m.holderLists, m.holderIDs = m.holderLists[:0], m.holderIDs[:0]
	keys, next := m.keys.list, int32(0)
	for i := range m.Contended {
		c, n := &m.Contended[i], int(m.keys.counts[i+1])
		c.First = next
		if m.tl.HandedOver(c.Monitor) {
			m.sweepUnowned(c, keys[:n])
			keys, next = keys[n:], c.Last+2
			continue
		}
		m.cur = monitorState{last: next - 1, until: m.keys.base}
		for monitorKeys := keys[:n]; len(monitorKeys) > 0; {
			if monitorKeys = monitorKeys[m.sweepExclusive(monitorKeys):]; len(monitorKeys) > 0 {
				m.sweepShared(&m.columns.records[m.keys.index(monitorKeys[0])])
				monitorKeys = monitorKeys[1:]
			}
		}
		m.endMonitor(c)
		keys, next = keys[n:], c.Last+2
	}
	m.Shared = len(m.holderLists) + len(m.holderIDs)
}

// sweepExclusive applies the first records of a monitor, up to one that begins
// while another thread holds it. It returns their number.
func (m *matcher) sweepExclusive(keys []uint64) int {
	cur, queryBit := &m.cur, uint64(1)<<(m.keys.queryShift&63)
	if cur.shared {
		return 0
	}
	records, stretches, last, until, holder := m.columns.records, m.Stretches, cur.last, cur.until, cur.holder
	for i, key := range keys {
		r := &records[key&(queryBit-1)]
		if key&queryBit != 0 { // known from the key, before the record is loaded
			r.resolve(last + b2i(r.start >= until))
			continue
		}
		switch {
		case r.start > until:
			last++
			stretches[last] = Stretch{Start: until}
			r.resolve(last)
		case r.start < until:
			cur.last, cur.until, cur.holder = last, until, holder
			return i
		case r.thread == holder:
			r.resolve(last)
			until = r.end
			continue
		default:
			r.resolve(last)
		}
		last++
		stretches[last] = Stretch{r.start, r.thread, 1}
		until, holder = r.end, r.thread
	}
	cur.last, cur.until, cur.holder = last, until, holder
	return len(keys)
}

// sweepUnowned builds the stretches of a monitor that is handed over: one stretch
// without a holder.
func (m *matcher) sweepUnowned(c *Contended, keys []uint64) {
	for _, key := range keys {
		m.columns.records[m.keys.index(key)].resolve(c.First)
	}
	c.Last = c.First
	m.Stretches[c.First] = Stretch{Start: m.Start}
	m.Stretches[c.Last+1] = Stretch{Start: m.End}
}

// endMonitor ends the stretches of a monitor and appends the one that begins at the
// end of the page.
func (m *matcher) endMonitor(c *Contended) {
	m.advance(m.End, true)
	if cur := &m.cur; !cur.shared && cur.until < forever {
		cur.last++
		m.Stretches[cur.last] = Stretch{Start: cur.until}
	}
	c.Last = m.cur.last
	m.Stretches[c.First].Start = m.Start
	m.Stretches[c.Last+1] = Stretch{Start: m.End}
}

// finish replaces the queries of waits by stretches.
func (m *matcher) finish() {
	records := m.columns.records
	for i := range m.Waits {
		w := &m.Waits[i]
		if w.State != tracefeed.Blocking {
			continue
		}
		c := &m.Contended[m.numbers[w.Monitor]-1]
		switch {
		case w.Open:
			w.Last = c.Last
		case w.Last >= 0:
			w.Last = records[w.Last].stretch()
		default: // it ended when the page began
			w.Last = c.First
		}
		if w.First >= 0 {
			w.First = records[w.First].stretch()
		} else {
			w.First = c.First
		}
	}
	for _, c := range m.Contended {
		m.numbers[c.Monitor] = 0
	}
}
