package merge

import (
	"container/heap"

	"tiv/tracefeed"
)

// Arriving says how far a part has come that is sent while it is read.
type Arriving interface {
	// Passed returns a time of the part: its feed will return no event before it. It is 0 if that is
	// known by the events alone. It is called before the feed is asked for more.
	Passed() tracefeed.Time
	// Silent reports whether the part is not waited for any longer.
	Silent() bool
}

// Add adds a part that arrives, with a clock, and opens it. Its events that are earlier than the last one of
// the merge get the time of that.
func (m *Merge) Add(p Part) {
	c := &cursor{Part: p, index: m.parts, last: p.Begin}
	m.parts++
	var err error
	if c.feed, err = c.Open(); err != nil {
		m.to.End(c.index, End{Err: err, Unopened: true})
		return
	}
	if m.fill(c, now) {
		heap.Push(&m.open, c)
	}
}

// Poll looks for more of the parts that arrive, without waiting, and reports whether Step has an
// event. Step will pass on none after the given time.
func (m *Merge) Poll(until tracefeed.Time) bool {
	m.until = until
	m.wake()
	for len(m.open) > 0 {
		c := m.open[0]
		if c.next < len(c.batch) {
			return c.at() <= until
		}
		before, passed := c.last, tracefeed.Time(0)
		if c.Arriving != nil {
			passed = c.Arriving.Passed()
		}
		switch {
		case !m.fill(c, now):
			heap.Pop(&m.open)
			continue
		case c.next == len(c.batch) && passed > 0:
			c.last = max(c.last, c.Clock.At(passed))
		}
		if c.next == len(c.batch) && c.last == before {
			if c.Arriving == nil || !c.Arriving.Silent() {
				return false
			}
			heap.Pop(&m.open)
			m.silent = append(m.silent, c)
			c.Silenced()
			continue
		}
		m.open.sink()
	}
	return false
}

// wake takes back the silent parts that are silent no longer.
func (m *Merge) wake() {
	still := m.silent[:0]
	for _, c := range m.silent {
		switch {
		case !m.fill(c, now):
		case c.next < len(c.batch) || !c.Arriving.Silent():
			c.last = max(c.last, m.now)
			heap.Push(&m.open, c)
		default:
			still = append(still, c)
		}
	}
	m.silent = still
}

// Watermark returns the time that all parts have passed, without the silent ones; false if there
// are no others.
func (m *Merge) Watermark() (at tracefeed.Time, ok bool) {
	if len(m.open) == 0 {
		return 0, false
	}
	return min(m.open[0].at(), m.until), true
}

// Open returns the number of parts that have not ended.
func (m *Merge) Open() int { return len(m.open) + len(m.silent) + len(m.waiting) }
