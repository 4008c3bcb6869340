package sched

import "tiv/tracefeed"

// Mapper turns events of the kernel into events of threads. It is a state machine for
// each thread. The idle tasks of processors are no threads.
type Mapper struct {
	names  names
	marks  marks
	output output
	only   Filter
	// base is the time of the first event, now that of the last one.
	base, now uint64
	begun     bool
	has       contents
	// running are the tasks that have the processors.
	running processors
}

// contents says which kinds of events a recording has.
type contents struct {
	// births: it has the creation of threads; switches: it has switches; ins: it has events of
	// the kind SwitchIn.
	births, switches, ins bool
	// wide: it has the events of all threads of the machine. Otherwise it lacks the switches
	// to threads, and those from foreign ones.
	wide bool
	// idleSamples is the number of samples of idle tasks, which have no event.
	idleSamples int64
}

// Filter selects threads. Others have no events, and end no waits. The zero value selects
// all.
type Filter struct {
	// Named selects a thread once an event of kind Fork, Known or Rename names it.
	Named bool
	// Process is the process of the selected threads, 0 for any. It needs Named.
	Process int32
}

// NewMapper returns a mapper of the threads that a filter selects.
func NewMapper(only Filter) *Mapper {
	n := newNames()
	return &Mapper{names: n, marks: newMarks(n.tables), only: only}
}

// SetWide says that the recording has the events of all threads of the machine. Without it
// the first event of an idle processor shows so.
func (m *Mapper) SetWide() { m.has.wide = true }

// Tables returns the names of threads and locks. The caller adds stacks.
func (m *Mapper) Tables() *tracefeed.Tables { return m.names.tables }

// Base returns the recording's time at the start of the trace.
func (m *Mapper) Base() uint64 { return m.base }

// Numbers returns the numbers in the operating system of a thread in the tables, and of its
// process; that is 0 if it is unknown.
func (m *Mapper) Numbers(id tracefeed.ThreadID) (thread, process int64) {
	x := m.names.shown[id-1]
	return int64(x.tid), int64(x.pid)
}

// Now returns the time of the last event in the trace.
func (m *Mapper) Now() tracefeed.Time { return tracefeed.Time(m.now - m.base) }

// Take returns the next events, and uses the memory of used for later ones. The tables have
// all their names.
func (m *Mapper) Take(used []tracefeed.Event) []tracefeed.Event {
	m.names.nameAll()
	return m.output.take(used)
}

// End ends the trace at the time of the last event.
func (m *Mapper) End() {
	m.output.complete = true
	if m.begun && !m.only.Named { // else that can be of other threads
		m.output.add(tracefeed.Event{Time: m.Now()})
	}
}

// Len returns the number of events that Take would return.
func (m *Mapper) Len() int { return m.output.takable() }

// Add adds the next event. One that is earlier than its predecessor gets the time of that.
func (m *Mapper) Add(ev *Event) {
	if ev.Kind == Known {
		if x := m.names.task(ev.Target); x.ended {
			m.names.task(Task{TID: m.names.reuse(x).tid, PID: ev.Target.PID, Comm: ev.Target.Comm})
		}
		return
	}
	if ev.Kind == Rename {
		m.names.task(ev.Target)
		ev.Current.Comm = nil // perhaps the old name of the same thread
	}
	if !m.begun {
		if ev.Time == 0 || !m.counts(ev.Current) {
			return // of the time before the recording, or the program
		}
		m.begun, m.base, m.now = true, ev.Time, ev.Time
	}
	m.now = max(m.now, min(ev.Time, m.base+longest)) // also for a loss without a time
	if ev.Kind == Lost {
		m.lose(ev)
		return
	}
	m.has.note(ev)
	m.apply(m.current(ev), ev)
}

// note notes which kinds of events the recording has.
func (c *contents) note(ev *Event) {
	if ev.Kind == Sample && ev.Current.TID == 0 {
		c.idleSamples++
	}
	c.switches = c.switches || ev.Kind == Switch || ev.Kind == SwitchIn || ev.Kind == SwitchOut
	c.ins = c.ins || ev.Kind == SwitchIn
	c.wide = c.wide || ev.Current.TID == 0
}

// apply applies an event of a processor to its current thread, nil if that is unknown.
func (m *Mapper) apply(x *task, ev *Event) {
	switch ev.Kind {
	case Switch:
		m.change(x, ev)
	case SwitchOut:
		if x != nil && x.state == tracefeed.Running {
			m.leave(x, ev)
		}
	case Wakeup:
		m.wake(x, ev)
	case Fork:
		m.fork(x, ev)
	case Blocked:
		m.explain(ev)
	default:
		if x != nil {
			m.act(x, ev)
		}
	}
}

// change gives the processor to the next thread.
func (m *Mapper) change(x *task, ev *Event) {
	if x != nil {
		m.took(x, ev.CPU) // if the switch to it is missing
		m.leave(x, ev)
	}
	if next := m.target(ev); next != nil {
		m.run(next, ev.CPU)
	} else if ev.Target.TID == 0 {
		m.took(idle, ev.CPU)
	}
}

// longest is the greatest length of a trace: 146 years.
const longest = 1 << 62

// counts reports whether a task belongs to the trace.
func (m *Mapper) counts(t Task) bool {
	if !m.only.Named {
		return true
	}
	x := m.names.tasks[t.TID]
	return x != nil && (m.only.Process == 0 || x.pid == m.only.Process)
}

// unsettled is the time after a switch in which the thread that has left the processor can
// still be seen on it, in nanoseconds.
const unsettled = 10_000

// current returns the thread that runs, nil if it is none or of no interest. It must be
// running, or have got the processor without an event.
func (m *Mapper) current(ev *Event) *task {
	if ev.Current.TID == 0 && ev.Kind != Switch && m.strict() {
		m.meet(idle, ev.CPU)
	}
	if ev.Current.TID <= 0 || !m.counts(ev.Current) {
		return nil
	}
	x := m.names.task(ev.Current)
	x.own = true
	if x.ended {
		if ev.Kind == Switch && dead(ev.State) {
			x.gone = true
		}
		return x
	}
	waits := x.state == tracefeed.Suspended || x.state == tracefeed.IO
	switch {
	case x.state == tracefeed.Running, !m.has.switches, ev.Kind == SwitchOut:
	case m.strict() && ev.Kind != Switch:
		m.meet(x, ev.CPU)
	case ev.Kind == Sample && (!waits || x.cpu == ev.CPU && m.now-x.out < unsettled):
	case ev.Kind != Switch || waits:
		m.run(x, ev.CPU)
	}
	return x
}

// target returns the thread that runs or becomes runnable by an event, nil if it is none or
// of no interest. It is a new one if its number was used before.
func (m *Mapper) target(ev *Event) *task {
	if ev.Target.TID <= 0 || !m.counts(ev.Target) {
		return nil
	}
	x := m.names.task(ev.Target)
	if x.gone && !m.has.births {
		x = m.names.reuse(x)
	}
	if !m.has.wide && !x.own && !m.only.Named {
		return nil
	}
	return x
}

// dead reports whether a state is that of a thread that never runs again.
func dead(state byte) bool { return state == 'X' || state == 'Z' || state == 'x' }

func (m *Mapper) emit(x *task, ev tracefeed.Event) {
	ev.Time, ev.Thread = m.Now(), m.names.show(x)
	m.output.add(ev)
}

// run gives a thread a processor.
func (m *Mapper) run(x *task, cpu int32) {
	if m.took(x, cpu); !x.ended && (x.state != tracefeed.Running || x.cpu != cpu) {
		x.release()
		x.deep = false
		m.emit(x, tracefeed.Event{Kind: tracefeed.Run, CPU: tracefeed.CPU(cpu + 1)})
		x.state, x.cpu = tracefeed.Running, cpu
	}
}

// ready makes a thread runnable. In a recording without the switches to threads, it is
// runnable or runs, until its next event.
func (m *Mapper) ready(x *task) {
	if m.has.wide || m.has.ins || m.only.Named {
		m.emit(x, tracefeed.Event{Kind: tracefeed.Ready})
		x.state = tracefeed.Runnable
	} else if x.state != tracefeed.Unknown || x.id == tracefeed.NoThread {
		m.emit(x, tracefeed.Event{Kind: tracefeed.StateUnknown})
		x.state = tracefeed.Unknown
	}
}

// leave takes the processor from a thread.
func (m *Mapper) leave(x *task, ev *Event) {
	if x.ended {
		return
	}
	x.out, x.cpu = m.now, ev.CPU
	switch {
	case ev.State == 'R':
		m.ready(x)
		return
	case dead(ev.State):
		m.end(x)
		x.gone = true
		return
	}
	x.release()
	w := waitOf(ev.State, ev.Why, &x.call)
	begin := tracefeed.Event{Kind: w.kind, Cause: w.cause, Stack: ev.Stack}
	if w.kind == tracefeed.MonitorWait {
		begin.Monitor = m.names.monitor(x, w.address)
	}
	m.emit(x, begin)
	if x.state, x.deep = w.state(), ev.State == 'D'; x.deep {
		m.output.hold(x)
	}
}

// wake makes a thread runnable. The thread that does so counts as the cause, if it has the
// processor.
func (m *Mapper) wake(by *task, ev *Event) {
	x := m.target(ev)
	if x == nil || x.ended || x.state == tracefeed.Running || x.state == tracefeed.Runnable {
		return
	}
	if has := m.running.at(ev.CPU); has != nil && has != by {
		by = nil // a moment late
	}
	if by != nil && by != x && !ev.Interrupt {
		m.woke(x, by)
	}
	m.ready(x)
}

// fork begins a thread.
func (m *Mapper) fork(by *task, ev *Event) {
	if ev.Target.TID <= 0 {
		return
	}
	m.has.births = true
	x := m.names.task(ev.Target)
	x.own = true
	if m.only.Named && !m.counts(ev.Target) {
		return
	}
	switch {
	case x.ended:
		x = m.names.reuse(x)
	case x.id != tracefeed.NoThread:
		return // two events tell it
	}
	begin := tracefeed.Event{Kind: tracefeed.ThreadStart}
	if by != nil {
		begin.Other = m.names.show(by)
		if x.comm == "" {
			x.comm = by.comm
		}
	}
	m.emit(x, begin)
	x.state = tracefeed.Runnable
}

// end ends a thread.
func (m *Mapper) end(x *task) {
	m.emit(x, tracefeed.Event{Kind: tracefeed.ThreadEnd})
	x.state, x.ended = tracefeed.NotAlive, true
}

// act adds an event of the current thread alone.
func (m *Mapper) act(x *task, ev *Event) {
	if x.ended {
		return
	}
	switch ev.Kind {
	case Exit:
		if !m.has.wide || m.only.Named { // else its last switch follows
			m.end(x)
		}
	case Enter:
		x.call = ev.Call
	case Leave:
		x.call.Number = NoCall
	case Marked:
		m.mark(x, &ev.mark)
	case Sample:
		m.emit(x, tracefeed.Event{Kind: tracefeed.Sample, Stack: ev.Stack, Value: ev.Value, CPU: tracefeed.CPU(ev.CPU + 1)})
	}
}

// lose makes the state of every thread unknown: any of them could have had the missing
// events.
func (m *Mapper) lose(ev *Event) {
	m.output.add(tracefeed.Event{Kind: tracefeed.Lost, Time: m.Now(), Value: ev.Value})
	m.names.losses++
	clear(m.running)
}
