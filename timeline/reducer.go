package timeline

import (
	"fmt"
	"slices"

	"tiv/tracefeed"
)

// Reducer turns the events of one feed into a Timeline: a state machine for
// each thread and each monitor.
//
// It belongs to one goroutine. Snapshot may be called at any time between
// events; the Timelines it returns are independent of what comes later.
type Reducer struct {
	feed  tracefeed.Feed
	goOn  State // what a thread is that can go on
	now   tracefeed.Time
	lanes []Lane
	seen  []bool // by thread: it had an event of its own
	locks []lock
	holds []Holds
	gc    []Interval
	gcOn  int // collections under way
	count Counts
}

// lock is who holds a monitor now, and how often each entered.
type lock map[tracefeed.ThreadID]int32

// NewReducer returns a reducer for the events of feed.
func NewReducer(feed tracefeed.Feed) *Reducer {
	return &Reducer{feed: feed}
}

// step is what one kind of event does; it reports false for an event that
// contradicts what is known and was ignored.
type step func(*Reducer, *tracefeed.Event) bool

var steps = [tracefeed.NumKinds]step{
	tracefeed.ThreadStart:  (*Reducer).threadStart,
	tracefeed.ThreadEnd:    (*Reducer).threadEnd,
	tracefeed.IOStart:      (*Reducer).ioStart,
	tracefeed.IOEnd:        (*Reducer).ioEnd,
	tracefeed.MonitorWait:  (*Reducer).monitorWait,
	tracefeed.MonitorEnter: (*Reducer).monitorEnter,
	tracefeed.MonitorExit:  (*Reducer).monitorExit,
	tracefeed.SuspendStart: (*Reducer).suspendStart,
	tracefeed.SuspendEnd:   (*Reducer).suspendEnd,
	tracefeed.GCStart:      (*Reducer).gcStart,
	tracefeed.GCEnd:        (*Reducer).gcEnd,
	tracefeed.Ready:        (*Reducer).ready,
	tracefeed.Run:          (*Reducer).run,
	tracefeed.Wake:         (*Reducer).wake,
	tracefeed.Lost:         (*Reducer).lost,
	tracefeed.CallEnter:    (*Reducer).mention,
	tracefeed.CallExit:     (*Reducer).mention,
	tracefeed.Alloc:        (*Reducer).mention,
	tracefeed.Free:         (*Reducer).mention,
	tracefeed.Sample:       (*Reducer).mention,
	tracefeed.TaskStart:    (*Reducer).mention,
	tracefeed.TaskEnd:      (*Reducer).mention,
	tracefeed.RegionStart:  (*Reducer).mention,
	tracefeed.RegionEnd:    (*Reducer).mention,
	tracefeed.Counter:      (*Reducer).mention,
}

// Add takes the next event. An event before its predecessor is an error, and
// changes nothing. Kinds that the reducer does not know are ignored.
func (r *Reducer) Add(ev *tracefeed.Event) error {
	if ev.Time < r.now {
		return fmt.Errorf("time goes back from %v to %v", r.now.Exact(), ev.Time.Exact())
	}
	if r.count.Events == 0 {
		r.goOn = Running
		if r.feed.Header().Sched {
			r.goOn = Runnable
		}
	}
	r.now = ev.Time
	r.count.Events++
	r.grow(max(ev.Thread, ev.Other), ev.Monitor)
	if ev.Kind >= tracefeed.NumKinds || steps[ev.Kind] == nil {
		return nil
	}
	if !steps[ev.Kind](r, ev) {
		r.count.Dropped++
	}
	return nil
}

// grow makes room for the threads and monitors that an event mentions.
func (r *Reducer) grow(t tracefeed.ThreadID, m tracefeed.MonitorID) {
	if n := int(t) + 1 - len(r.lanes); n > 0 {
		r.lanes = append(r.lanes, make([]Lane, n)...)
		r.seen = append(r.seen, make([]bool, n)...)
	}
	if n := int(m) + 1 - len(r.locks); n > 0 {
		r.locks = append(r.locks, make([]lock, n)...)
		r.holds = append(r.holds, make([]Holds, n)...)
	}
}

// lane returns the lane that an event happens to, nil where there is none: the
// event names no thread, or one that is gone. A thread that appears without a
// start was there, in a state unknown, since the trace began.
func (r *Reducer) lane(ev *tracefeed.Event) *Lane {
	if ev.Thread == tracefeed.NoThread {
		return nil
	}
	r.seen[ev.Thread] = true
	if l := &r.lanes[ev.Thread]; l.open.State != NotAlive {
		return l
	}
	return nil
}

func (r *Reducer) threadStart(ev *tracefeed.Event) bool {
	l := &r.lanes[ev.Thread]
	if ev.Thread == tracefeed.NoThread || r.seen[ev.Thread] && l.open.State != NotAlive {
		return false
	}
	if !r.seen[ev.Thread] {
		l.open.State = NotAlive
	}
	r.seen[ev.Thread] = true
	l.change(Span{Start: ev.Time, State: r.goOn})
	return true
}

func (r *Reducer) threadEnd(ev *tracefeed.Event) bool {
	return r.enter(ev, Span{State: NotAlive})
}

func (r *Reducer) ready(ev *tracefeed.Event) bool {
	return r.enter(ev, Span{State: Runnable})
}

func (r *Reducer) run(ev *tracefeed.Event) bool {
	return r.enter(ev, Span{State: Running})
}

// enter puts the event's thread into the state of s, whatever it did before.
func (r *Reducer) enter(ev *tracefeed.Event, s Span) bool {
	l := r.lane(ev)
	if l == nil {
		return false
	}
	s.Start = ev.Time
	l.change(s)
	return true
}

func (r *Reducer) ioStart(ev *tracefeed.Event) bool {
	return r.wait(ev, Span{State: IO, Cause: ev.Cause, Stack: ev.Stack})
}

func (r *Reducer) suspendStart(ev *tracefeed.Event) bool {
	return r.wait(ev, Span{State: Suspended, Cause: ev.Cause, Stack: ev.Stack, Forever: ev.Forever})
}

// monitorWait starts a wait for a monitor. A thread that waits for it already
// has nothing new to say, unless it now waits for somebody else.
func (r *Reducer) monitorWait(ev *tracefeed.Event) bool {
	s := Span{State: Blocking, Monitor: ev.Monitor, Other: ev.Other, Stack: ev.Stack, Shared: ev.Shared}
	if l := r.lane(ev); l != nil && l.open.State == Blocking && l.open.Monitor == ev.Monitor {
		if ev.Other == tracefeed.NoThread {
			return true
		}
		if ev.Stack == tracefeed.NoStack {
			s.Stack = l.open.Stack
		}
		s.Start = ev.Time
		l.change(s)
		return true
	}
	return r.wait(ev, s)
}

// wait starts a wait of the event's thread.
func (r *Reducer) wait(ev *tracefeed.Event, s Span) bool {
	l := r.lane(ev)
	if l == nil {
		return false
	}
	s.Start = ev.Time
	if waits(l.open.State) {
		again := s
		again.Other = l.open.Other
		if same(l.open, again) {
			return true
		}
		r.count.Invented++
	}
	l.change(s)
	return true
}

func waits(s State) bool { return s == Suspended || s == Blocking || s == IO }

func (r *Reducer) ioEnd(ev *tracefeed.Event) bool      { return r.endWait(ev, IO) }
func (r *Reducer) suspendEnd(ev *tracefeed.Event) bool { return r.endWait(ev, Suspended) }

// endWait ends a wait in state s. Where scheduler events are complete, the
// thread may have been made ready, or run, before its wait is reported over.
func (r *Reducer) endWait(ev *tracefeed.Event, s State) bool {
	l := r.lane(ev)
	if l == nil {
		return false
	}
	switch l.open.State {
	case s, Unknown:
		l.change(Span{Start: ev.Time, State: r.goOn})
		return true
	case Running, Runnable:
		return r.goOn == Runnable
	}
	return false
}

// monitorEnter makes the thread hold the monitor, and ends its wait if it has
// one. A thread that enters without a wait was running.
func (r *Reducer) monitorEnter(ev *tracefeed.Event) bool {
	l := r.lane(ev)
	if l == nil {
		return false
	}
	switch l.open.State {
	case Unknown:
		l.change(Span{Start: ev.Time, State: Running})
	case Blocking:
		if l.open.Monitor != ev.Monitor {
			r.count.Invented++
		}
		l.change(Span{Start: ev.Time, State: r.goOn})
	}
	if ev.Monitor == tracefeed.NoMonitor {
		return true
	}
	k := r.locks[ev.Monitor]
	if k == nil {
		k = lock{}
		r.locks[ev.Monitor] = k
	}
	if k[ev.Thread] == 0 {
		r.holds[ev.Monitor].add(holdChange{at: ev.Time, thread: ev.Thread, shared: ev.Shared}, k)
	}
	k[ev.Thread]++
	return true
}

func (r *Reducer) monitorExit(ev *tracefeed.Event) bool {
	l := r.lane(ev)
	if l == nil {
		return false
	}
	if l.open.State == Unknown {
		l.change(Span{Start: ev.Time, State: Running})
	}
	k := r.locks[ev.Monitor]
	switch k[ev.Thread] {
	case 0:
		return false
	case 1:
		r.holds[ev.Monitor].add(holdChange{at: ev.Time, thread: ev.Thread, leaves: true}, k)
		delete(k, ev.Thread)
	default:
		k[ev.Thread]--
	}
	return true
}

// wake remembers who let the thread go on, in the wait that is about to end.
func (r *Reducer) wake(ev *tracefeed.Event) bool {
	if ev.Thread == tracefeed.NoThread || ev.Other == tracefeed.NoThread || ev.Other == ev.Thread {
		return false
	}
	open := &r.lanes[ev.Thread].open
	if open.Other != tracefeed.NoThread || open.State != Blocking && open.State != Suspended {
		return false
	}
	open.Other = ev.Other
	return true
}

// mention takes an event that changes no state: it shows only that the thread
// is there.
func (r *Reducer) mention(ev *tracefeed.Event) bool {
	return ev.Thread == tracefeed.NoThread || r.lane(ev) != nil
}

// lost forgets what is known of a thread, or of all.
func (r *Reducer) lost(ev *tracefeed.Event) bool {
	if ev.Thread != tracefeed.NoThread {
		r.seen[ev.Thread] = true
		r.forget(ev.Thread, ev.Time)
		return true
	}
	for t := range r.lanes {
		r.forget(tracefeed.ThreadID(t), ev.Time)
	}
	return true
}

func (r *Reducer) forget(t tracefeed.ThreadID, at tracefeed.Time) {
	for m, k := range r.locks {
		if k[t] > 0 {
			r.holds[m].add(holdChange{at: at, thread: t, leaves: true}, k)
			delete(k, t)
		}
	}
	if l := &r.lanes[t]; t != tracefeed.NoThread && l.open.State != NotAlive {
		l.change(Span{Start: at})
	}
}

func (r *Reducer) gcStart(ev *tracefeed.Event) bool {
	if r.gcOn++; r.gcOn == 1 {
		r.gc = append(r.gc, Interval{ev.Time, -1})
	}
	return true
}

func (r *Reducer) gcEnd(ev *tracefeed.Event) bool {
	if r.gcOn == 0 {
		return false
	}
	if r.gcOn--; r.gcOn == 0 {
		r.gc[len(r.gc)-1].End = ev.Time
	}
	return true
}

// Snapshot publishes what is known so far. complete says that the feed has
// ended, damage why if it ended early.
func (r *Reducer) Snapshot(complete bool, damage error) *Timeline {
	tables := r.feed.Tables()
	r.grow(tracefeed.ThreadID(len(tables.Threads)-1), tracefeed.MonitorID(len(tables.Monitors)-1))
	tl := &Timeline{
		Header:   r.feed.Header(),
		Threads:  slices.Clone(tables.Threads),
		Monitors: slices.Clone(tables.Monitors),
		Frames:   slices.Clip(tables.Frames),
		Stacks:   slices.Clip(tables.Stacks),
		End:      r.now,
		GC:       slices.Clone(r.gc),
		Counts:   r.count,
		Complete: complete,
		Damage:   damage,
		lanes:    slices.Clone(r.lanes),
		holds:    slices.Clone(r.holds),
	}
	for i := range tl.lanes {
		tl.lanes[i].end = r.now
	}
	if n := len(tl.GC); n > 0 && r.gcOn > 0 {
		tl.GC[n-1].End = r.now
	}
	return tl
}
