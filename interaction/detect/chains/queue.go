package chains

import "tiv/tracefeed"

// Hold is a hold of a monitor while threads wait behind it.
type Hold struct {
	// Thread holds Monitor from Start to End.
	Thread     tracefeed.ThreadID
	Monitor    tracefeed.MonitorID
	Start, End tracefeed.Time
	// Charged is the time of all waits with chains that end at it.
	Charged tracefeed.Time
	// Behind is the largest number of threads that waited behind it at once, Most
	// when it was first reached.
	Behind int32
	Most   tracefeed.Time
}

// Queue is a time in which threads waited for a monitor without a break.
type Queue struct {
	Start, End tracefeed.Time
	// Handovers is the number of acquisitions in it, Before that of the monitor before Start.
	Handovers, Before int32
	// Longest is the largest number of waiting threads.
	Longest int32
	// Waited is the time of the waits, added up over threads.
	Waited tracefeed.Time
	since  tracefeed.Time // of Waited
}

// beginHold gives a monitor to another owner, perhaps none, unless the hold at the end
// of the page before goes on. behind and waiting are the threads that wait behind it,
// and for it, at that time.
func (c *Charges) beginHold(m *Monitor, owner tracefeed.ThreadID, at tracefeed.Time, behind, waiting int32) {
	if m.page != c.number && c.resume(m, owner) {
		return
	}
	c.worst.end(&m.hold, at)
	m.hold = Hold{Thread: owner, Monitor: m.ID, Start: at, Behind: behind, Most: at}
	if owner != tracefeed.NoThread && waiting > 0 {
		m.run.Handovers++
	}
}

// resume prepares a monitor for its first change of a page. It reports whether the
// hold at the end of the page before goes on: the monitor was contended there, and
// has the same owner.
func (c *Charges) resume(m *Monitor, owner tracefeed.ThreadID) bool {
	if m.page != c.number-1 {
		c.worst.end(&m.hold, m.hold.End)
		m.hold = Hold{}
	}
	m.page = c.number
	return m.hold.Thread == owner && owner != tracefeed.NoThread
}

// joinQueue adds a thread to the queue of a monitor.
func (c *Charges) joinQueue(m *Monitor, x *turn) {
	r := &m.run
	if m.waiting == 0 {
		m.beginRun(x.at, c.acquired[m.ID]+m.acquired)
	}
	r.add(m.waiting, x.at)
	m.waiting++
	r.Longest = max(r.Longest, m.waiting)
}

// beginRun begins a run of a monitor's queue, which was empty before, unless that was
// only for an instant. acquired is the number of acquisitions so far.
func (m *Monitor) beginRun(at tracefeed.Time, acquired int32) {
	if m.run.End < at || m.run.End == 0 {
		m.endRun()
		m.run = Queue{Start: at, since: at, Before: acquired}
	}
}

// leaveQueue takes a thread from the queue of a monitor.
func (m *Monitor) leaveQueue(at tracefeed.Time) {
	m.run.add(m.waiting, at)
	m.waiting--
	m.run.End = at
}

func (r *Queue) add(waiting int32, at tracefeed.Time) {
	r.Waited += (at - r.since) * tracefeed.Time(waiting)
	r.since = at
}

// endRun keeps the run of a monitor's queue if it is its longest.
func (m *Monitor) endRun() {
	if m.run.Waited > m.Longest.Waited {
		m.Longest = m.run
	}
	m.run = Queue{}
}
