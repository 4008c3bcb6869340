package totals

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Monitor is the totals of one monitor. Its waits are spans: a wait with a change
// of blocker counts as two, if the trace reports that change.
type Monitor struct {
	// Changes is the number of acquisitions and releases.
	Changes int
	// Tally is over all threads; a hold by several threads counts for each.
	Tally
	// Busy is the time during which at least one thread held it.
	Busy tracefeed.Time
	// Holder is the thread with the longest total of holds, HolderTime that total.
	Holder     tracefeed.ThreadID
	HolderTime tracefeed.Time
	// Waiter is the thread with the longest total of waits, WaiterTime that total.
	Waiter     tracefeed.ThreadID
	WaiterTime tracefeed.Time
	// Queue is the largest number of threads waiting at once, QueueAt when it was
	// first reached.
	Queue   int
	QueueAt tracefeed.Time
}

// Use is the totals of one thread at one monitor.
type Use struct {
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
	Tally
}

// Tally is the number, the total time and the longest of holds and of waits.
type Tally struct {
	Holds, Waits             int
	Held, Waited             tracefeed.Time
	LongestHold, LongestWait Episode
	// In is the time in the sets of the query; nil if there are none, or no time is.
	In *InSets
}

func (t *Tally) addHold(m Episode) {
	t.Holds++
	t.Held += m.Length
	t.LongestHold.keepLonger(m)
}

func (t *Tally) addWait(m Episode) {
	t.Waits++
	t.Waited += m.Length
	t.LongestWait.keepLonger(m)
}

// Monitors returns the totals of all monitors of a timeline, by id; the first entry
// is for waits without a known monitor. All holds count, but only the waits of the
// threads that q selects. uses are the totals by monitor and thread, in this order.
// ok is false if ctx was done before the end.
func Monitors(ctx context.Context, tl *timeline.Timeline, q Query) (all []Monitor, uses []Use, ok bool) {
	m := &monitors{pass: newPass(tl, q), all: make([]Monitor, len(tl.Monitors)), at: map[useKey]int32{},
		busy: make([]busy, len(tl.Monitors)), queued: make([]bool, len(tl.Threads))}
	m.queues.all, m.queues.now = m.all, make([]int32, len(tl.Monitors))
	if q.Base != nil {
		m.queuedTo = make([]tracefeed.Time, len(tl.Threads))
	}
	m.pass.begin, m.pass.wait, m.pass.hold, m.pass.page = m.begin, m.wait, m.hold, m.page
	ok = m.pass.run(ctx)
	m.finish()
	return m.all, m.sortedUses(), ok
}

// monitors is the state of the computation.
type monitors struct {
	*pass
	all      []Monitor
	busy     []busy
	uses     []use
	at       map[useKey]int32 // index in uses
	queues   queues
	unqueued []tracefeed.ThreadID // threads with waits that may not be in a queue yet
	queued   []bool               // by thread: its wait is in a queue; with a base, it is in unqueued
	// queuedTo is, by thread, the end of its waits in the base that are in queues; nil
	// without a base.
	queuedTo []tracefeed.Time
}

// busy is the number of holders of a monitor, and the time since when there is one.
type busy struct {
	holders int
	since   tracefeed.Time
	// parts are those in the base, of holds that have ended since.
	parts []timeline.Interval
}

type useKey struct {
	monitor tracefeed.MonitorID
	thread  tracefeed.ThreadID
}

// use is a Use in progress.
type use struct {
	Use
	holds bool // it holds the monitor, since a time
	since tracefeed.Time
}

func (m *monitors) use(k useKey) *use {
	i, known := m.at[k]
	if !known {
		i = int32(len(m.uses))
		m.at[k] = i
		m.uses = append(m.uses, use{Use: Use{Monitor: k.monitor, Thread: k.thread}})
	}
	return &m.uses[i]
}

func (m *monitors) hold(c timeline.HoldChange) {
	u, b := m.use(useKey{c.Monitor, c.Thread}), &m.busy[c.Monitor]
	if u.holds != c.Release { // some events between cannot be read
		return
	}
	if c.At >= m.From && m.counts(c.Thread, c.At) {
		m.all[c.Monitor].Changes++
	}
	if !c.Release {
		u.holds, u.since = true, c.At
		if b.holders++; b.holders == 1 {
			b.since = c.At
		}
		return
	}
	m.endHold(u, c.At)
	if b.holders--; b.holders == 0 {
		m.all[c.Monitor].Busy += m.busyTime(b, c.At)
	}
}

// endHold ends a hold. One of no length counts if it lies in the window.
func (m *monitors) endHold(u *use, at tracefeed.Time) {
	u.holds = false
	if at <= m.From && u.since < m.From {
		return
	}
	start := max(u.since, m.From)
	hold := m.episode(u.Thread, start, at)
	if hold.Length == 0 && !(start == at && m.counts(u.Thread, at)) {
		return
	}
	m.all[u.Monitor].addHold(hold)
	u.addHold(hold)
	m.addHoldIn(u, start, at)
}

func (m *monitors) begin(t tracefeed.ThreadID, s *timeline.Span) {
	if s.State != tracefeed.Blocking || m.queuedTo != nil && m.queued[t] {
		return
	}
	m.unqueued = append(m.unqueued, t)
	m.queued[t] = m.queuedTo != nil
}

func (m *monitors) wait(t tracefeed.ThreadID, s *timeline.Span, start, end tracefeed.Time) {
	if s.State != tracefeed.Blocking {
		return
	}
	wait, u := m.episode(t, start, end), m.use(useKey{s.Monitor, t})
	m.all[s.Monitor].addWait(wait)
	u.addWait(wait)
	m.addWaitIn(u, start, end)
	if m.queuedTo != nil {
		m.queueParts(t, s, end)
		return
	}
	if !m.queued[t] {
		m.queues.add(s.Monitor, start, true)
	}
	m.queued[t] = false
	m.queues.add(s.Monitor, end, false)
}

// page adds the open waits to their queues. These are then complete up to the end
// of the page, exclusive: later changes at that very time are possible, and within
// an instant threads leave before others join.
func (m *monitors) page(end tracefeed.Time) {
	later, end := m.unqueued[:0], min(end, m.To)
	if m.queuedTo != nil {
		m.pageInBase(end)
		return
	}
	for _, t := range m.unqueued {
		switch w := &m.open[t]; {
		case !w.open || w.State != tracefeed.Blocking || m.queued[t]:
		case max(w.Start, m.From) < end:
			m.queues.add(w.Monitor, max(w.Start, m.From), true)
			m.queued[t] = true
		default:
			later = append(later, t)
		}
	}
	m.unqueued = later
	m.queues.flush()
}

// finish ends the open holds and finds the largest totals.
func (m *monitors) finish() {
	for i := range m.uses {
		if u := &m.uses[i]; u.holds {
			m.endHold(u, m.To)
		}
	}
	for id := range m.busy {
		if b := &m.busy[id]; b.holders > 0 {
			m.all[id].Busy += m.busyTime(b, m.To)
		}
	}
	for i := range m.uses {
		u := &m.uses[i]
		sum := &m.all[u.Monitor]
		if u.Held > sum.HolderTime || u.Held > 0 && u.Held == sum.HolderTime && u.Thread < sum.Holder {
			sum.Holder, sum.HolderTime = u.Thread, u.Held
		}
		if u.Waited > sum.WaiterTime || u.Waited > 0 && u.Waited == sum.WaiterTime && u.Thread < sum.Waiter {
			sum.Waiter, sum.WaiterTime = u.Thread, u.Waited
		}
	}
	m.queues.flush()
}

// sortedUses returns the uses with holds or waits, sorted by monitor and thread.
func (m *monitors) sortedUses() (list []Use) {
	for i := range m.uses {
		if u := &m.uses[i].Use; u.Holds > 0 || u.Waits > 0 {
			list = append(list, *u)
		}
	}
	slices.SortFunc(list, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Monitor, b.Monitor), cmp.Compare(a.Thread, b.Thread))
	})
	return list
}
