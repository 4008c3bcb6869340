package totals

import (
	"cmp"
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Monitor is what happened at one monitor. A wait is a span of blocking: one
// during which the trace says that somebody else is waited for from now on is
// two.
type Monitor struct {
	// Changes is how often a thread began or ceased to hold it.
	Changes int
	// Tally is of all threads; it was held once for each thread that held it at
	// a time.
	Tally
	// Busy is the time in which anybody held it.
	Busy tracefeed.Time
	// Holder is who held it longest in all, and for how long.
	Holder     tracefeed.ThreadID
	HolderTime tracefeed.Time
	// Waiter is who waited for it longest in all, and for how long.
	Waiter     tracefeed.ThreadID
	WaiterTime tracefeed.Time
	// Queue is the most threads that waited for it at once, QueueAt when they
	// first did.
	Queue   int
	QueueAt tracefeed.Time
}

// Use is what one thread had to do with one monitor.
type Use struct {
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
	Tally
}

// Tally is how often and how long something was held and waited for, all holds
// and all waits together, and the longest of each.
type Tally struct {
	Holds, Waits             int
	Held, Waited             tracefeed.Time
	LongestHold, LongestWait Moment
}

func (t *Tally) addHold(m Moment) {
	t.Holds++
	t.Held += m.Length
	t.LongestHold.take(m)
}

func (t *Tally) addWait(m Moment) {
	t.Waits++
	t.Waited += m.Length
	t.LongestWait.take(m)
}

// Monitors returns what happened at all monitors of a timeline, by id; the
// first are waits for what the trace does not name. Holds count whoever holds,
// waits only those of the threads that are asked for. uses are who held and
// waited for what, by monitor and thread. ok is false if ctx was done before all
// was told.
func Monitors(ctx context.Context, tl *timeline.Timeline, q Query) (all []Monitor, uses []Use, ok bool) {
	m := &monitors{pass: newPass(tl, q), all: make([]Monitor, len(tl.Monitors)), at: map[useKey]int32{},
		busy: make([]busy, len(tl.Monitors)), queued: make([]bool, len(tl.Threads))}
	m.queues.all, m.queues.now = m.all, make([]int32, len(tl.Monitors))
	m.pass.begin, m.pass.wait, m.pass.hold, m.pass.page = m.begin, m.wait, m.hold, m.page
	ok = m.pass.run(ctx)
	m.finish()
	return m.all, m.used(), ok
}

// monitors is the sums in the making.
type monitors struct {
	*pass
	all    []Monitor
	busy   []busy
	uses   []use
	at     map[useKey]int32 // in uses
	queues queues
	fresh  []tracefeed.ThreadID // whose waits may not be in a queue yet
	queued []bool               // by thread: its wait is
}

// busy is how many hold a monitor, and since when anybody does.
type busy struct {
	holders int
	since   tracefeed.Time
}

type useKey struct {
	monitor tracefeed.MonitorID
	thread  tracefeed.ThreadID
}

// use is a Use in the making.
type use struct {
	Use
	holds bool // it does now, since a time
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

func (m *monitors) hold(at tracefeed.Time, id tracefeed.MonitorID, t tracefeed.ThreadID, leaves bool) {
	u, b := m.use(useKey{id, t}), &m.busy[id]
	if u.holds != leaves { // what is between cannot be read
		return
	}
	if at >= m.From {
		m.all[id].Changes++
	}
	if !leaves {
		u.holds, u.since = true, at
		if b.holders++; b.holders == 1 {
			b.since = at
		}
		return
	}
	m.letGo(u, at)
	if b.holders--; b.holders == 0 {
		m.all[id].Busy += max(0, at-max(b.since, m.From))
	}
}

// letGo ends a hold. One without length counts if it lies in the time.
func (m *monitors) letGo(u *use, at tracefeed.Time) {
	u.holds = false
	if at <= m.From && u.since < m.From {
		return
	}
	hold := Moment{u.Thread, max(u.since, m.From), at - max(u.since, m.From)}
	m.all[u.Monitor].addHold(hold)
	u.addHold(hold)
}

func (m *monitors) begin(t tracefeed.ThreadID, s *timeline.Span) {
	if s.State == timeline.Blocking {
		m.fresh = append(m.fresh, t)
	}
}

func (m *monitors) wait(t tracefeed.ThreadID, s *timeline.Span, start, end tracefeed.Time) {
	if s.State != timeline.Blocking {
		return
	}
	wait := Moment{t, start, end - start}
	m.all[s.Monitor].addWait(wait)
	m.use(useKey{s.Monitor, t}).addWait(wait)
	if !m.queued[t] {
		m.queues.add(s.Monitor, start, true)
	}
	m.queued[t] = false
	m.queues.add(s.Monitor, end, false)
}

// page puts those who still wait into their queues, which are then known up to
// the end of the page. Of that very instant there may be more to come, and in
// an instant, those who leave do so before others join.
func (m *monitors) page(end tracefeed.Time) {
	later, end := m.fresh[:0], min(end, m.To)
	for _, t := range m.fresh {
		switch w := &m.open[t]; {
		case !w.open || w.State != timeline.Blocking || m.queued[t]:
		case max(w.Start, m.From) < end:
			m.queues.add(w.Monitor, max(w.Start, m.From), true)
			m.queued[t] = true
		default:
			later = append(later, t)
		}
	}
	m.fresh = later
	m.queues.flush()
}

// finish ends what lasts to the end, and looks for who comes first.
func (m *monitors) finish() {
	for i := range m.uses {
		if u := &m.uses[i]; u.holds {
			m.letGo(u, m.To)
		}
	}
	for id := range m.busy {
		if b := &m.busy[id]; b.holders > 0 {
			m.all[id].Busy += m.To - max(b.since, m.From)
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

// used returns the uses, sorted.
func (m *monitors) used() (list []Use) {
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
