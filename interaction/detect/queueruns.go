package detect

import "tiv/tracefeed"

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

// beginHold gives a monitor to another owner, perhaps none, unless the hold at the end
// of the page before goes on. behind and waiting are the threads that wait behind it,
// and for it, at that time.
func (c *chains) beginHold(m *chainMonitor, owner tracefeed.ThreadID, at tracefeed.Time, behind, waiting int32) {
	if m.page != c.page && c.resume(m, owner) {
		return
	}
	c.endHold(m, at)
	m.hold = chainHold{thread: owner, monitor: m.id, start: at, behind: behind, most: at}
	if owner != tracefeed.NoThread && waiting > 0 {
		m.run.handovers++
	}
}

// resume prepares a monitor for its first change of a page. It reports whether the
// hold at the end of the page before goes on: the monitor was contended there, and
// has the same owner.
func (c *chains) resume(m *chainMonitor, owner tracefeed.ThreadID) bool {
	if m.page != c.page-1 {
		c.endHold(m, m.hold.end)
		m.hold = chainHold{}
	}
	m.page = c.page
	return m.hold.thread == owner && owner != tracefeed.NoThread
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
	if m.waiting == 0 {
		c.beginRun(m, x.at, m.acquired)
	}
	r.add(m.waiting, x.at)
	m.waiting++
	r.longest = max(r.longest, m.waiting)
}

// beginRun begins a run of a monitor's queue, which was empty before, unless that was
// only for an instant. acquired is the number of acquisitions in the page so far.
func (c *chains) beginRun(m *chainMonitor, at tracefeed.Time, acquired int32) {
	if m.run.end < at || m.run.end == 0 {
		m.endRun()
		m.run = queueRun{start: at, since: at, before: c.acquired[m.id] + acquired}
	}
}

// leaveQueue takes a thread from the queue of a monitor.
func (m *chainMonitor) leaveQueue(at tracefeed.Time) {
	m.run.add(m.waiting, at)
	m.waiting--
	m.run.end = at
}

func (r *queueRun) add(waiting int32, at tracefeed.Time) {
	r.waited += (at - r.since) * tracefeed.Time(waiting)
	r.since = at
}

// endRun keeps the run of a monitor's queue if it is its longest.
func (m *chainMonitor) endRun() {
	if m.run.waited > m.longest.waited {
		m.longest = m.run
	}
	m.run = queueRun{}
}
