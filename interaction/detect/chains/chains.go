// Package chains charges waits for monitors to the monitors at the ends of their chains, page by
// page. Pages of a timeline go in; the time lost to each monitor, its costliest holds and its
// queues come out. Whether that is a finding is not its concern.
package chains

import (
	"slices"

	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Charges is the time of all waits for monitors, at the roots of their chains. A thread waits
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
// the forest, at a third of its cost (alone.go): sorting all changes was most of it.
//
// A monitor with several owners, or with none, is a root itself. Rings are left out,
// because they have no root, and so are the waits of the runtime's own threads.
type Charges struct {
	tl *timeline.Timeline
	// numbers is, by monitor, its index in monitors; 0 if it was never contended.
	numbers  []int32
	monitors []Monitor
	threads  []thread
	// acquired counts, by monitor, its acquisitions before the current page.
	acquired []int32
	turns    []turn
	begins   []turn        // of waits, before they join turns
	queues   []queueChange // by ownership interval of the page
	// nested are the threads that wait in the page while they hold monitors. nests has
	// them by thread.
	nested   []tracefeed.ThreadID
	nests    []bool
	sorter   radix.Sorter[turn]
	distinct distinct
	number   int32 // that of the current page
	// rings are the links left out because they would close a ring.
	rings []turn
	worst worstHolds
}

// thread is a thread of the forest.
type thread struct {
	wait   int32 // the monitor that it is under; 0 is none
	owned  int32 // the first contended monitor that it owns; 0 is none
	behind int32 // waiting threads behind those
	ring   bool  // it waits in a ring, and is under no monitor
}

// Monitor is a monitor of the forest, with the time charged to it.
type Monitor struct {
	// ID is its number in the timeline.
	ID         tracefeed.MonitorID
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
	hold       Hold
	run        Queue
	acquired   int32 // acquisitions in the current page so far

	// Charged is the time of all waits with chains that end at it: Indirect the part of
	// waits for other monitors, Free the part without an owner, Readers the part with
	// several owners.
	Charged, Indirect, Free, Readers tracefeed.Time
	// Waits is the number of waits for it, whatever their roots. First and Last bound them.
	Waits       int
	First, Last tracefeed.Time
	// Longest is the queue with the most time of its threads.
	Longest Queue
	// Waiters are the threads that waited for it, in no order, perhaps several times.
	Waiters []tracefeed.ThreadID
	// Samples are some of the waits.
	Samples []Sample
}

// turn is a change of the forest.
type turn struct {
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

// New begins to charge the waits of a timeline.
func New(tl *timeline.Timeline) *Charges {
	c := &Charges{monitors: make([]Monitor, 1)}
	c.Extend(tl)
	return c
}

// Extend continues in a later snapshot of the trace.
func (c *Charges) Extend(tl *timeline.Timeline) {
	c.tl = tl
	monitors, threads := len(tl.Monitors), len(tl.Threads)
	c.numbers = append(c.numbers, make([]int32, monitors-len(c.numbers))...)
	c.acquired = append(c.acquired, make([]int32, monitors-len(c.acquired))...)
	c.threads = append(c.threads, make([]thread, threads-len(c.threads))...)
	c.nests = append(c.nests, make([]bool, threads-len(c.nests))...)
	c.distinct.seen = append(c.distinct.seen, make([]int32, threads-len(c.distinct.seen))...)
}

// Clone returns a copy between two pages.
func (c *Charges) Clone() *Charges {
	out := &Charges{numbers: slices.Clone(c.numbers), monitors: slices.Clone(c.monitors), acquired: slices.Clone(c.acquired),
		number: c.number, worst: worstHolds{slices.Clone(c.worst.list)}}
	for i := range out.monitors {
		m := &out.monitors[i]
		m.Waiters, m.Samples = slices.Clip(m.Waiters), slices.Clip(m.Samples)
	}
	out.Extend(c.tl)
	return out
}

// Page processes the next page. Its cost is linear in the waits, the ownership
// intervals and the holds of the page, times the depth of chains.
func (c *Charges) Page(p *timeline.LockPage) {
	c.number++
	if p.Restart {
		c.number++ // nothing continues
	}
	c.collect(p)
	base := p.Start
	c.turns = c.sorter.Sort(c.turns, func(t *turn) uint64 { return uint64(t.at - base) })
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
func (c *Charges) collect(p *timeline.LockPage) {
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
func (c *Charges) counts(p *timeline.LockPage, w *ownerjoin.Wait) bool {
	return w.State == tracefeed.Blocking && w.Monitor != tracefeed.NoMonitor && max(w.Start, p.Start) < w.End &&
		!c.tl.HandedOver(w.Monitor) && !c.tl.Threads[w.Thread].System
}

// addOwners adds the ownership intervals of a monitor that waits overlap, and the end
// of the last of each row of them.
func (c *Charges) addOwners(p *timeline.LockPage, x ownerjoin.Contended, m int32) {
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
			c.turns = append(c.turns, turn{at: v.Start, kind: ownerChanges, monitor: m, thread: v.Owner,
				shared: v.Owners != ownerjoin.NoSet, acquired: acquired})
		}
	}
}

// addWait adds the begin and the end of a wait.
func (c *Charges) addWait(p *timeline.LockPage, w *ownerjoin.Wait) {
	t := turn{at: max(w.Start, p.Start), kind: waitBegins, monitor: c.numbers[w.Monitor], thread: w.Thread}
	c.begins = append(c.begins, t)
	if !w.Open {
		t.at, t.kind = w.End, waitEnds
		c.turns = append(c.turns, t)
	}
}

// Finish ends the holds and queues that last to the end of the trace. It returns the costliest
// holds, the one with the most time first.
func (c *Charges) Finish() []Hold {
	for i := range c.monitors {
		m := &c.monitors[i]
		c.worst.end(&m.hold, m.hold.End)
		m.endRun()
	}
	return c.worst.sorted()
}

// Monitors returns the monitors that were ever contended. They belong to c.
func (c *Charges) Monitors() []Monitor { return c.monitors[1:] }

// Of returns a monitor that was contended.
func (c *Charges) Of(m tracefeed.MonitorID) *Monitor { return &c.monitors[c.numbers[m]] }

// monitor returns the data of a monitor, until the next call.
func (c *Charges) monitor(id tracefeed.MonitorID) *Monitor {
	n := &c.numbers[id]
	if *n == 0 {
		*n = int32(len(c.monitors))
		c.monitors = append(c.monitors, Monitor{ID: id})
	}
	return &c.monitors[*n]
}

// beginWait puts a thread, and all behind it, under a monitor.
func (c *Charges) beginWait(x *turn) {
	c.joinQueue(&c.monitors[x.monitor], x)
	c.linkWait(x)
}

// endWait takes a thread, and all behind it, from its monitor.
func (c *Charges) endWait(x *turn) {
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
func (c *Charges) changeOwner(x *turn) {
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
func (c *Charges) endPage(p *timeline.LockPage) {
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
		m.hold.End = p.End
		if m.run.add(m.waiting, p.End); m.waiting > 0 {
			m.run.End = p.End
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
