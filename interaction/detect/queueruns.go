package detect

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// chainHold is a hold of a monitor while threads wait behind it.
type chainHold struct {
	thread     tracefeed.ThreadID
	monitor    tracefeed.MonitorID
	start, end tracefeed.Time
	// charged is the time of all waits with chains that end at it.
	charged tracefeed.Time
	// behind is the largest number of threads that waited behind it at once, most
	// when it was first reached.
	behind int32
	most   tracefeed.Time
	// idle is true if the thread slept or waited for another event for at least half
	// of it.
	idle bool
}

// queueRun is a time in which threads waited for a monitor without a break.
type queueRun struct {
	start, end tracefeed.Time
	handovers  int32
	longest    int32          // the largest number of waiting threads
	waited     tracefeed.Time // added up over threads
	before     int32          // acquisitions of the monitor before start
	since      tracefeed.Time // of waited
}

// resume prepares a monitor for its first change of a page. It reports whether the
// hold at the end of the page before goes on: the monitor was contended there, and
// has the same owner.
func (c *chains) resume(m *chainMonitor, x *chainTurn) bool {
	if m.page != c.page-1 {
		c.endHold(m, m.hold.end)
		m.hold = chainHold{}
	}
	m.page, m.since = c.page, x.at
	return m.hold.thread == x.thread && x.thread != tracefeed.NoThread
}

// endHold records a hold behind which threads waited.
func (c *chains) endHold(m *chainMonitor, at tracefeed.Time) {
	if m.hold.charged > 0 && m.hold.thread != tracefeed.NoThread {
		m.hold.end = at
		c.worst.add(m.hold)
	}
}

// joinQueue adds a thread to the queue of a monitor.
func (c *chains) joinQueue(m *chainMonitor, x *chainTurn) {
	r := &m.run
	if m.waiting == 0 && (r.end < x.at || r.end == 0) {
		c.endRun(m)
		*r = queueRun{start: x.at, since: x.at, before: c.acquired[m.id] + m.acquired}
	}
	r.add(m.waiting, x.at)
	m.waiting++
	r.longest = max(r.longest, m.waiting)
}

// leaveQueue takes a thread from the queue of a monitor.
func (c *chains) leaveQueue(m *chainMonitor, at tracefeed.Time) {
	m.run.add(m.waiting, at)
	m.waiting--
	m.run.end = at
}

func (r *queueRun) add(waiting int32, at tracefeed.Time) {
	r.waited += (at - r.since) * tracefeed.Time(waiting)
	r.since = at
}

// endRun keeps the run of a monitor's queue if it is its longest.
func (c *chains) endRun(m *chainMonitor) {
	if m.run.waited > m.longest.waited {
		m.longest = m.run
	}
	m.run = queueRun{}
}

// worstHolds are the holds with the most time charged to them.
type worstHolds struct {
	list  []chainHold
	least tracefeed.Time // of those kept for good
}

// manyHolds is the number of holds that worstHolds keeps; it buffers twice as many.
const manyHolds = 2048

// add adds a hold, in constant time on average.
func (w *worstHolds) add(h chainHold) {
	if h.charged <= w.least {
		return
	}
	if w.list = append(w.list, h); len(w.list) == 2*manyHolds {
		w.sorted()
	}
}

// sorted returns the holds, the one with the most time first.
func (w *worstHolds) sorted() []chainHold {
	slices.SortFunc(w.list, func(a, b chainHold) int {
		return cmp.Or(-cmp.Compare(a.charged, b.charged), cmp.Compare(a.start, b.start), cmp.Compare(a.monitor, b.monitor))
	})
	if len(w.list) > manyHolds {
		w.list = w.list[:manyHolds]
		w.least = w.list[manyHolds-1].charged
	}
	return w.list
}
