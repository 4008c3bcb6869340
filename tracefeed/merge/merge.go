package merge

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"time"

	"tiv/tracefeed"
)

// Part is a feed of a merge.
type Part struct {
	// Clock relates the times of the part to the merge; nil: they are the same.
	Clock Clock
	// Begin is the time in the merge when the part is opened. No event of it is earlier.
	Begin tracefeed.Time
	// Open opens the feed. The merge closes it. A feed with the method BatchUntil of
	// tracefeed.Prefetcher may grow.
	Open func() (tracefeed.Feed, error)
	// Arriving is nil for a part that is waited for until it ends.
	Arriving Arriving
	// Silenced is called when a part that arrives is not waited for until it has more events.
	Silenced func()
}

// Clock relates the times of a part to the merge. It is monotonic.
type Clock interface {
	// At returns the time in the merge.
	At(tracefeed.Time) tracefeed.Time
}

// Constant is the clock of a part whose times differ from the merge by a constant.
type Constant tracefeed.Time

// At returns the time in the merge.
func (c Constant) At(t tracefeed.Time) tracefeed.Time { return t + tracefeed.Time(c) }

// Sink receives the events of a merge, by the indexes of parts.
type Sink interface {
	// Read: a batch of the part was read, and its tables may have more names.
	Read(part int)
	// Add adds an event: with the time in the merge, and the ids of the part.
	Add(part int, ev *tracefeed.Event)
	// End: the part has no more events, and will be closed.
	End(part int, why End)
}

// End is the end of a part.
type End struct {
	// Err is io.EOF, or why the rest of the part is missing.
	Err error
	// Unopened: the part could not be opened.
	Unopened bool
	// Late is the number of events that were earlier than their predecessors in the merge,
	// and LateAt the time that the first of them got.
	Late   int
	LateAt tracefeed.Time
}

// Merge is the events of several parts in order of time. Events of the same time have the
// order of their parts.
type Merge struct {
	to Sink
	// waiting are the parts that are not open yet, in the order of their begins.
	waiting []*cursor
	open    cursors
	silent  []*cursor // those that are not waited for
	parts   int       // their number
	now     tracefeed.Time
	until   tracefeed.Time // no later event is passed on
}

// New returns a merge of parts.
func New(parts []Part, to Sink) *Merge {
	m := &Merge{to: to, now: math.MinInt64, until: math.MaxInt64, parts: len(parts)}
	for i := range parts {
		m.waiting = append(m.waiting, &cursor{Part: parts[i], index: i})
	}
	slices.SortStableFunc(m.waiting, func(a, b *cursor) int { return cmp.Compare(a.Begin, b.Begin) })
	return m
}

// Step passes the next event on. It returns false if there is none: at the end of all parts
// or, unless wait is set, where the watermark is at a part that grows.
func (m *Merge) Step(wait bool) bool {
	for {
		m.openDue()
		if len(m.open) == 0 {
			return false
		}
		c := m.open[0]
		if c.next < len(c.batch) && c.at() <= m.until {
			m.pass(c)
			return true
		}
		if !wait || c.next < len(c.batch) {
			return false
		}
		m.advance(c, nil)
	}
}

// pass passes the next event of the first part on, and reads the next batch if it was the
// last one.
func (m *Merge) pass(c *cursor) {
	ev := &c.batch[c.next]
	c.next++
	c.last = ev.Time
	if ev.Time < m.now {
		if c.late == 0 {
			c.lateAt = m.now
		}
		c.late++
		ev.Time = m.now
	}
	m.now = ev.Time
	m.to.Add(c.index, ev)
	if c.next == len(c.batch) {
		m.advance(c, now)
		return
	}
	m.open.sink()
}

// now is a timeout that is over.
var now = func() <-chan time.Time {
	over := make(chan time.Time)
	close(over)
	return over
}()

// advance reads the next batch of the first part, until a timeout if it grows.
func (m *Merge) advance(c *cursor, timeout <-chan time.Time) {
	if m.fill(c, timeout) {
		m.open.sink()
	} else {
		heap.Pop(&m.open)
	}
}

// fill reads the next batch of a part, until a timeout if it grows. It returns false at the
// end of the part.
func (m *Merge) fill(c *cursor, timeout <-chan time.Time) bool {
	var err error
	if g, ok := c.feed.(growing); ok {
		c.batch, err = g.BatchUntil(c.batch, timeout)
	} else {
		c.batch, err = c.feed.Batch(c.batch)
	}
	if c.next = 0; err != nil {
		m.to.End(c.index, End{Err: err, Late: c.late, LateAt: c.lateAt})
		c.feed.Close() // all was read
		return false
	}
	for i := 0; i < len(c.batch) && c.Clock != nil; i++ {
		c.batch[i].Time = c.Clock.At(c.batch[i].Time)
	}
	if len(c.batch) > 0 {
		m.to.Read(c.index)
	}
	return true
}

// openDue opens the parts that begin before the next event.
func (m *Merge) openDue() {
	for len(m.waiting) > 0 && (len(m.open) == 0 || m.waiting[0].Begin <= m.open[0].at()) {
		c := m.waiting[0]
		m.waiting = m.waiting[1:]
		var err error
		if c.feed, err = c.Open(); err != nil {
			m.to.End(c.index, End{Err: err, Unopened: true})
			continue
		}
		c.last = c.Begin
		if m.fill(c, now) {
			heap.Push(&m.open, c)
		}
	}
}

// Close closes the parts that are open.
func (m *Merge) Close() (err error) {
	for _, c := range slices.Concat(m.open, m.silent) {
		err = cmp.Or(err, c.feed.Close())
	}
	m.open, m.silent, m.waiting = nil, nil, nil
	return err
}

// growing is a feed that may grow: a tracefeed.Prefetcher.
type growing interface {
	BatchUntil(used []tracefeed.Event, timeout <-chan time.Time) ([]tracefeed.Event, error)
}

// cursor reads a part.
type cursor struct {
	Part
	index int
	feed  tracefeed.Feed
	batch []tracefeed.Event // with times in the merge
	next  int               // in batch
	last  tracefeed.Time    // of the last event
	// late and lateAt are described at End.
	late   int
	lateAt tracefeed.Time
}

// at returns the time of the next event. Without one it is the time of the last event: no later
// event can be earlier.
func (c *cursor) at() tracefeed.Time {
	if c.next < len(c.batch) {
		return c.batch[c.next].Time
	}
	return c.last
}

// cursors are open parts, a heap by the time of their next event. The time of the first
// one is the watermark.
type cursors []*cursor

func (l cursors) Len() int { return len(l) }
func (l cursors) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(l[i].at(), l[j].at()), cmp.Compare(l[i].index, l[j].index)) < 0
}

// sink moves the first part to its place. heap.Fix would compare by calls of interfaces for each event.
func (l cursors) sink() {
	c, at, to := l[0], l[0].at(), 0
	for {
		child := 2*to + 1
		if child >= len(l) {
			break
		}
		first := l[child].at()
		if child+1 < len(l) {
			if t := l[child+1].at(); t < first || t == first && l[child+1].index < l[child].index {
				child, first = child+1, t
			}
		}
		if at < first || at == first && c.index < l[child].index {
			break
		}
		l[to], to = l[child], child
	}
	l[to] = c
}

func (l cursors) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *cursors) Push(c any)   { *l = append(*l, c.(*cursor)) }
func (l *cursors) Pop() any {
	last := len(*l) - 1
	c := (*l)[last]
	*l = (*l)[:last]
	return c
}
