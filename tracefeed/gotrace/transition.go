package gotrace

import "tiv/tracefeed"

// transition maps a change of a goroutine's state.
func (m *mapper) transition(ev *event) {
	t := m.thread(ev.g)
	switch from, to := ev.from, ev.to; {
	case t == tracefeed.NoThread:
	case from == stateUnknown && m.gs[t].doing == unheardOf:
		m.existed(t, ev)
	case from == to, from == stateUnknown:
		m.repeated(t, ev)
	case from == stateNone:
		m.created(t, ev)
	case to == stateRunning:
		m.run(t, ev.cpu)
	case to == stateRunnable:
		m.ready(t, ev)
	case to == stateWaiting:
		stack, at := m.site(t, ev.stack)
		m.startWait(t, waitFor(ev.reason, at), stack)
	case to == stateSyscall:
		stack, at := m.site(t, ev.stack)
		m.startWait(t, at.syscall, stack)
	case to == stateNone:
		m.leaveQueue(t)
		m.gs[t].doing = gone
		m.emit(tracefeed.ThreadEnd, t)
	}
}

// repeated takes a state that each generation says again. There is news in it
// only where we have not known what a goroutine waits for.
func (m *mapper) repeated(t tracefeed.ThreadID, ev *event) {
	if ev.to != stateWaiting || ev.stack == 0 || m.gs[t].doing != waitsSomehow {
		return
	}
	stack, at := m.site(t, ev.stack)
	if w := at.unknown; m.gs[t].guess > 0 && m.holding {
		m.guessed(t, w, stack)
	} else {
		m.startWait(t, w, stack)
	}
}

// existed takes a goroutine that was there before the trace began. Whatever
// happens to it, the trace first says what it did until then: so that is what
// it has done since the start.
func (m *mapper) existed(t tracefeed.ThreadID, ev *event) {
	stack, at := m.site(t, ev.stack)
	g := &m.gs[t]
	switch ev.to {
	case stateRunning:
		g.doing = running
		m.emitStart(tracefeed.Event{Kind: tracefeed.Run, Thread: t, CPU: ev.cpu})
	case stateRunnable:
		m.emitStart(tracefeed.Event{Kind: tracefeed.Ready, Thread: t})
		m.enqueue(t)
	case stateSyscall:
		g.doing = waitsSomehow
		if stack != tracefeed.NoStack {
			m.waitedAtStart(t, at.syscall, stack)
		}
	case stateWaiting:
		g.doing = waitsSomehow
		if stack != tracefeed.NoStack {
			m.waitedAtStart(t, at.unknown, stack)
		} else if m.holding {
			g.guess = m.emitStart(tracefeed.Event{})
		}
	}
}

func (m *mapper) waitedAtStart(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	if w.kind == tracefeed.NoKind {
		m.gs[t].doing = running
		m.emitStart(tracefeed.Event{Kind: tracefeed.Run, Thread: t})
		return
	}
	m.gs[t].doing, m.gs[t].wait = waiting, w
	var ev tracefeed.Event
	m.fillWait(&ev, t, w, stack)
	m.emitStart(ev)
}

// guessed fills in what a goroutine has waited for since the start.
func (m *mapper) guessed(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	g := &m.gs[t]
	g.doing, g.wait = waiting, w
	m.fillWait(&m.atStart[g.guess-1], t, w, stack)
	g.guess = 0
}

// created takes a new goroutine.
func (m *mapper) created(t tracefeed.ThreadID, ev *event) {
	m.site(t, ev.stack)
	by := m.thread(ev.by)
	m.emit(tracefeed.ThreadStart, t).Other = by
	switch ev.to {
	case stateRunnable:
		m.enqueue(t)
		m.stopIfPaused(t)
	case stateWaiting:
		// The body of a coroutine: sleeps until it is handed control.
		m.startWait(t, parked, tracefeed.NoStack)
	case stateSyscall:
		// A thread of C code that comes into Go for the first time.
		m.gs[t].doing = running
		m.emit(tracefeed.Run, t)
	}
}

// run puts the goroutine on a processor, which ends what it waited for. A
// system call that is no wait ends without a change.
func (m *mapper) run(t tracefeed.ThreadID, on tracefeed.CPU) {
	g := &m.gs[t]
	switch g.doing {
	case running:
		return
	case waiting:
		m.endWait(t)
	}
	m.leaveQueue(t)
	g.doing = running
	m.emit(tracefeed.Run, t).CPU = on
}

// ready makes the goroutine runnable, and says who did it if that is whom it
// waited for.
func (m *mapper) ready(t tracefeed.ThreadID, ev *event) {
	by := m.thread(ev.by)
	if ev.from == stateWaiting && by != tracefeed.NoThread && by != t {
		m.wake(t, by, ev)
	}
	if m.gs[t].doing != waiting || !m.endWait(t) {
		m.emit(tracefeed.Ready, t)
	}
	m.enqueue(t)
	m.stopIfPaused(t)
}

// wake says who let t go on.
func (m *mapper) wake(t, by tracefeed.ThreadID, ev *event) {
	g := &m.gs[t]
	if g.guess > 0 && m.holding {
		if w := m.stacks.sites[m.stacks.intern(ev.stack)].wakes; w.kind != tracefeed.NoKind {
			m.guessed(t, w, tracefeed.NoStack)
		}
	}
	if g.doing == waiting && g.wait.edge {
		m.emit(tracefeed.Wake, t).Other = by
	}
}

// startWait stops the goroutine.
func (m *mapper) startWait(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	g := &m.gs[t]
	if w.kind == tracefeed.NoKind {
		return
	}
	m.leaveQueue(t)
	g.doing, g.wait = waiting, w
	m.fillWait(m.emit(w.kind, t), t, w, stack)
}

// fillWait makes ev one that starts a wait.
func (m *mapper) fillWait(ev *tracefeed.Event, t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	ev.Kind, ev.Thread, ev.Cause, ev.Forever, ev.Shared, ev.Stack = w.kind, t, w.cause, w.forever, w.shared, stack
	if g := &m.gs[t]; w.kind == tracefeed.MonitorWait && g.wants != tracefeed.NoMonitor {
		ev.Monitor, ev.Shared = g.wants, g.shared
		m.locks.seenAt(ev.Monitor, m.caller(stack))
	}
}

// caller returns who called into package sync or the runtime.
func (m *mapper) caller(stack tracefeed.StackID) tracefeed.FrameID {
	frames := m.tables.Stacks[stack]
	if c := m.stacks.sites[stack].caller; c >= 0 && c < len(frames) {
		return frames[c]
	}
	return 0
}

// endWait makes the event that ends what the goroutine waits for. It reports
// false for a lock, which has none: going on ends that.
func (m *mapper) endWait(t tracefeed.ThreadID) bool {
	switch m.gs[t].wait.kind {
	case tracefeed.SuspendStart:
		m.emit(tracefeed.SuspendEnd, t)
	case tracefeed.IOStart:
		m.emit(tracefeed.IOEnd, t)
	default:
		return false
	}
	return true
}
