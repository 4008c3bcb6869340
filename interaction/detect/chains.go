package detect

import (
	"slices"

	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// chains charges all waits for monitors to the roots of their chains. A thread waits
// for a monitor, its owner perhaps for another one, and so on, up to an owner that
// does not wait for a monitor: the root. At each moment the whole chain is charged to
// the monitor that the root holds. This is blame shifting, as in Tallent,
// Mellor-Crummey and Porterfield, Analyzing lock contention in multithreaded
// applications (PPoPP 2010), carried through nested locks.
//
// At any moment the waits form a forest: of waiting threads, under monitors, under
// their owners. Each node knows the number of waiting threads behind it, so that a
// wait that begins or ends, and a monitor that changes its owner, costs the depth of
// its chain, however many threads wait.
//
// Most monitors are in no longer chain during a page: they are charged alone, without
// the forest, at a third of its cost (alone.go).
//
// A monitor with several owners, or with none, is a root itself. Rings are left out,
// because they have no root, and so are the waits of the runtime's own threads.
type chains struct {
	*snapshot
	// numbers is, by monitor, its index in monitors; 0 if it was never contended.
	numbers  []int32
	monitors []chainMonitor
	threads  []chainThread
	// acquired counts, by monitor, its acquisitions before the current page.
	acquired []int32
	turns    []chainTurn
	begins   []chainTurn   // of waits, before they join turns
	queues   []queueChange // by ownership interval of the page
	// nested are the threads that wait in the page while they hold monitors. nests has
	// them by thread.
	nested   []tracefeed.ThreadID
	nests    []bool
	sorter   radix.Sorter[chainTurn]
	distinct distinct
	page     int32 // the number of the current page
	// rings are the links left out because they would close a ring.
	rings []chainTurn
	worst worstHolds
}

// chainThread is a thread of the forest.
type chainThread struct {
	wait   int32 // the monitor that it is under; 0 is none
	owned  int32 // the first contended monitor that it owns; 0 is none
	behind int32 // waiting threads behind those
	ring   bool  // it waits in a ring, and is under no monitor
}

// chainMonitor is a monitor of the forest, with the time charged to it.
type chainMonitor struct {
	id         tracefeed.MonitorID
	page       int32 // the last one in which it was contended
	owner      tracefeed.ThreadID
	next, prev int32 // monitors of the same owner
	waiting    int32 // threads that wait for it, in rings or not
	direct     int32 // threads under it
	behind     int32 // threads behind it: those, and waiting ones behind what they own
	ring       bool  // its owner waits behind it, and it is under none
	linked     bool  // it is in the forest in the current page, and not charged alone
	since      tracefeed.Time
	shared     bool // it has several owners
	hold       chainHold
	run        queueRun
	acquired   int32 // acquisitions in the current page so far

	// charged is the time of all waits with chains that end at it: indirect the part of
	// waits for other monitors, free the part without an owner, readers the part with
	// several owners.
	charged, indirect, free, readers tracefeed.Time
	waits                            int // for it, whatever their roots
	// first and last bound those waits.
	first, last tracefeed.Time
	longest     queueRun
	// waiters are the threads that waited for it, in no order, perhaps several times.
	waiters []tracefeed.ThreadID
	// samples are some of the waits.
	samples []waitSample
}

// chainTurn is a change of the forest.
type chainTurn struct {
	at      tracefeed.Time
	kind    turnKind
	monitor int32
	thread  tracefeed.ThreadID
	shared  bool // several new owners
	// acquired is the number of acquisitions in the page up to a change of owner.
	acquired int32
}

// turnKind orders the changes of one instant: a monitor is handed to a thread that
// has stopped to wait for it.
type turnKind uint8

const (
	waitEnds turnKind = iota
	ownerChanges
	waitBegins
)

func newChains(t *snapshot) *chains {
	c := &chains{snapshot: t, monitors: make([]chainMonitor, 1)}
	c.grow()
	return c
}

// grow makes room for the threads and monitors of the trace.
func (c *chains) grow() {
	c.numbers, c.acquired = grown(c.numbers, len(c.tl.Monitors)), grown(c.acquired, len(c.tl.Monitors))
	c.threads, c.nests = grown(c.threads, len(c.tl.Threads)), grown(c.nests, len(c.tl.Threads))
	c.distinct.seen = grown(c.distinct.seen, len(c.tl.Threads))
}

// clone returns a copy between two pages.
func (c *chains) clone() *chains {
	out := &chains{snapshot: c.snapshot, numbers: slices.Clone(c.numbers), monitors: slices.Clone(c.monitors), acquired: slices.Clone(c.acquired),
		page: c.page, worst: worstHolds{slices.Clone(c.worst.list)}}
	for i := range out.monitors {
		m := &out.monitors[i]
		m.waiters, m.samples = slices.Clip(m.waiters), slices.Clip(m.samples)
	}
	out.grow()
	return out
}

// add processes the next page. Its cost is linear in the waits, the ownership
// intervals and the holds of the page, times the depth of chains.
func (c *chains) add(p *timeline.LockPage) {
	c.page++
	if p.Restart {
		c.page++ // nothing continues
	}
	c.collect(p)
	base := p.Start
	c.turns = c.sorter.Sort(c.turns, func(t *chainTurn) uint64 { return uint64(t.at - base) })
	for i := range c.turns {
		switch t := &c.turns[i]; t.kind {
		case waitEnds:
			c.endWait(t)
			c.retry(t.at)
		case ownerChanges:
			c.changeOwner(t)
			c.retry(t.at)
		case waitBegins:
			c.beginWait(t)
		}
	}
	c.endPage(p)
}

// collect charges the monitors that are alone, and makes the list of changes of the
// others. Those of one instant are in the order of their kinds if a stable sort sorts
// it by time.
func (c *chains) collect(p *timeline.LockPage) {
	c.turns, c.begins = c.turns[:0], c.begins[:0]
	c.addQueues(p)
	if c.findLinked(p) {
		for i := range p.Waits {
			if w := &p.Waits[i]; c.counts(p, w) && c.monitors[c.numbers[w.Monitor]].linked {
				c.addWait(p, w)
			}
		}
	}
	for _, x := range p.Contended {
		switch m := c.numbers[x.Monitor]; {
		case m == 0:
		case c.monitors[m].linked:
			c.addOwners(p, x, m)
		default:
			c.chargeAlone(p, x, &c.monitors[m])
		}
	}
	c.turns = append(c.turns, c.begins...)
}

// counts reports whether a wait is one to charge.
func (t *snapshot) counts(p *timeline.LockPage, w *ownerjoin.Wait) bool {
	return w.State == tracefeed.Blocking && w.Monitor != tracefeed.NoMonitor && max(w.Start, p.Start) < w.End &&
		!t.tl.HandedOver(w.Monitor) && !t.tl.Threads[w.Thread].System
}

// addOwners adds the ownership intervals of a monitor that waits overlap, and the end
// of the last of each row of them.
func (c *chains) addOwners(p *timeline.LockPage, x ownerjoin.Contended, m int32) {
	waits, acquired := int32(0), int32(0)
	for i := x.First; i <= x.Last; i++ {
		v, before := &p.Intervals[i], waits
		if i < x.Last && p.Intervals[i+1].Start == v.Start {
			continue
		}
		if v.Owner != tracefeed.NoThread && i > x.First { // the first one continues
			acquired++
		}
		waits += c.queues[i].begins - c.queues[i].ends
		if waits > 0 || before > 0 {
			c.turns = append(c.turns, chainTurn{at: v.Start, kind: ownerChanges, monitor: m, thread: v.Owner,
				shared: v.Owners != ownerjoin.NoSet, acquired: acquired})
		}
	}
}

// addWait adds the begin and the end of a wait.
func (c *chains) addWait(p *timeline.LockPage, w *ownerjoin.Wait) {
	t := chainTurn{at: max(w.Start, p.Start), kind: waitBegins, monitor: c.numbers[w.Monitor], thread: w.Thread}
	c.begins = append(c.begins, t)
	if !w.Open {
		t.at, t.kind = w.End, waitEnds
		c.turns = append(c.turns, t)
	}
}

// finish ends the holds and queues that last to the end of the trace.
func (c *chains) finish() {
	for i := range c.monitors {
		m := &c.monitors[i]
		c.endHold(m, m.hold.end)
		m.endRun()
	}
}

// monitor returns the data of a monitor, until the next call.
func (c *chains) monitor(id tracefeed.MonitorID) *chainMonitor {
	n := &c.numbers[id]
	if *n == 0 {
		*n = int32(len(c.monitors))
		c.monitors = append(c.monitors, chainMonitor{id: id})
	}
	return &c.monitors[*n]
}

// beginWait puts a thread, and all behind it, under a monitor.
func (c *chains) beginWait(x *chainTurn) {
	c.joinQueue(&c.monitors[x.monitor], x)
	c.linkWait(x)
}

// endWait takes a thread, and all behind it, from its monitor.
func (c *chains) endWait(x *chainTurn) {
	m, t := &c.monitors[x.monitor], &c.threads[x.thread]
	m.leaveQueue(x.at)
	if t.wait != 0 {
		c.climb(t.wait, -t.behind-1, x.at)
		c.monitors[t.wait].direct--
	}
	t.wait, t.ring = 0, false
	for i := t.owned; i != 0; i = c.monitors[i].next {
		c.monitors[i].since = x.at
	}
}

// changeOwner gives a monitor to another owner, perhaps none.
func (c *chains) changeOwner(x *chainTurn) {
	m := &c.monitors[x.monitor]
	c.charge(x.monitor, x.at)
	if m.owner != tracefeed.NoThread {
		c.unlink(x.monitor, x.at)
	}
	m.owner, m.ring, m.shared, m.since, m.acquired = tracefeed.NoThread, false, x.shared, x.at, x.acquired
	c.beginHold(m, x.thread, x.at, m.behind, m.waiting)
	if x.thread != tracefeed.NoThread {
		c.link(x.monitor, x.thread, x.at)
	}
}

// endPage charges everything up to the end of the page and takes the forest apart:
// the next page says what continues.
func (c *chains) endPage(p *timeline.LockPage) {
	for _, x := range p.Contended {
		if i := c.numbers[x.Monitor]; i != 0 {
			c.charge(i, p.End)
		}
	}
	for _, x := range p.Contended {
		i := c.numbers[x.Monitor]
		if i == 0 {
			continue
		}
		m := &c.monitors[i]
		if m.owner != tracefeed.NoThread {
			o := &c.threads[m.owner]
			o.owned, o.behind = 0, 0
		}
		m.hold.end = p.End
		if m.run.add(m.waiting, p.End); m.waiting > 0 {
			m.run.end = p.End
		}
		m.owner, m.next, m.prev, m.behind, m.waiting, m.direct, m.ring, m.acquired = tracefeed.NoThread, 0, 0, 0, 0, 0, false, 0
		m.linked = false
	}
	c.rings = nil
	for i := range c.begins {
		t := &c.threads[c.begins[i].thread]
		t.wait, t.ring = 0, false
	}
	for _, t := range c.nested {
		c.nests[t] = false
	}
	c.nested = c.nested[:0]
	for i := range p.Holds {
		if h := &p.Holds[i]; h.Start >= p.Start {
			c.acquired[h.Monitor]++
		}
	}
}
