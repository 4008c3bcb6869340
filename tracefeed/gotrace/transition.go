package gotrace

import (
	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// transition maps a change of a goroutine's state.
func (m *mapper) transition(ev *trace.Event) {
	tr := ev.StateTransition()
	if tr.Resource.Kind != trace.ResourceGoroutine {
		return
	}
	t := m.thread(tr.Resource.Goroutine())
	switch from, to := tr.Goroutine(); {
	case t == tracefeed.NoThread:
	case from == trace.GoUndetermined && m.gs[t].doing == unheardOf:
		m.existed(t, to, &tr, ev)
	case from == to, from == trace.GoUndetermined:
		m.repeated(t, to, &tr)
	case from == trace.GoNotExist:
		m.created(t, to, &tr, ev)
	case to == trace.GoRunning:
		m.run(t, cpu(ev))
	case to == trace.GoRunnable:
		m.ready(t, from, ev)
	case to == trace.GoWaiting:
		stack, at := m.site(t, tr.Stack)
		m.startWait(t, waitFor(tr.Reason, at), stack)
	case to == trace.GoSyscall:
		stack, at := m.site(t, tr.Stack)
		m.startWait(t, at.syscall, stack)
	case to == trace.GoNotExist:
		m.leaveQueue(t)
		m.gs[t].doing = gone
		m.emit(tracefeed.Event{Kind: tracefeed.ThreadEnd, Thread: t})
	}
}

// cpu returns the processor that an event happened on.
func cpu(ev *trace.Event) tracefeed.CPU {
	return tracefeed.CPU(ev.Proc() + 1) // NoProc is -1
}

// repeated takes a state that each generation says again. There is news in it
// only where we have not known what a goroutine waits for.
func (m *mapper) repeated(t tracefeed.ThreadID, s trace.GoState, tr *trace.StateTransition) {
	if s != trace.GoWaiting || tr.Stack == trace.NoStack || m.gs[t].doing != waitsSomehow {
		return
	}
	stack, at := m.site(t, tr.Stack)
	if w := at.unknown; m.gs[t].guess > 0 && m.holding {
		m.guessed(t, w, stack)
	} else {
		m.startWait(t, w, stack)
	}
}

// existed takes a goroutine that was there before the trace began. Whatever
// happens to it, the trace first says what it did until then: so that is what
// it has done since the start.
func (m *mapper) existed(t tracefeed.ThreadID, s trace.GoState, tr *trace.StateTransition, ev *trace.Event) {
	stack, at := m.site(t, tr.Stack)
	g := &m.gs[t]
	switch s {
	case trace.GoRunning:
		g.doing = running
		m.emitStart(tracefeed.Event{Kind: tracefeed.Run, Thread: t, CPU: cpu(ev)})
	case trace.GoRunnable:
		m.emitStart(tracefeed.Event{Kind: tracefeed.Ready, Thread: t})
		m.enqueue(t)
	case trace.GoSyscall:
		g.doing = waitsSomehow
		if stack != tracefeed.NoStack {
			m.waitedAtStart(t, at.syscall, stack)
		}
	case trace.GoWaiting:
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
	m.emitStart(m.waitEvent(t, w, stack))
}

// guessed fills in what a goroutine has waited for since the start.
func (m *mapper) guessed(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	g := &m.gs[t]
	g.doing, g.wait = waiting, w
	m.atStart[g.guess-1] = m.waitEvent(t, w, stack)
	g.guess = 0
}

// created takes a new goroutine. The stack of the transition is the function
// that it starts with, the event's goroutine the one that made it.
func (m *mapper) created(t tracefeed.ThreadID, s trace.GoState, tr *trace.StateTransition, ev *trace.Event) {
	m.site(t, tr.Stack)
	m.emit(tracefeed.Event{Kind: tracefeed.ThreadStart, Thread: t, Other: m.thread(ev.Goroutine())})
	switch s {
	case trace.GoRunnable:
		m.enqueue(t)
		m.stopIfPaused(t)
	case trace.GoWaiting:
		// The body of a coroutine: sleeps until it is handed control.
		m.startWait(t, parked, tracefeed.NoStack)
	case trace.GoSyscall:
		// A thread of C code that comes into Go for the first time.
		m.gs[t].doing = running
		m.emit(tracefeed.Event{Kind: tracefeed.Run, Thread: t})
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
	m.emit(tracefeed.Event{Kind: tracefeed.Run, Thread: t, CPU: on})
}

// ready makes the goroutine runnable, and says who did it if that is whom it
// waited for.
func (m *mapper) ready(t tracefeed.ThreadID, from trace.GoState, ev *trace.Event) {
	by := m.thread(ev.Goroutine())
	if from == trace.GoWaiting && by != tracefeed.NoThread && by != t {
		m.wake(t, by, ev)
	}
	if m.gs[t].doing != waiting || !m.endWait(t) {
		m.emit(tracefeed.Event{Kind: tracefeed.Ready, Thread: t})
	}
	m.enqueue(t)
	m.stopIfPaused(t)
}

// wake says who let t go on.
func (m *mapper) wake(t, by tracefeed.ThreadID, ev *trace.Event) {
	g := &m.gs[t]
	if g.guess > 0 && m.holding {
		if w := m.stacks.sites[m.stacks.intern(ev.Stack())].wakes; w.kind != tracefeed.NoKind {
			m.guessed(t, w, tracefeed.NoStack)
		}
	}
	if g.doing == waiting && g.wait.edge {
		m.emit(tracefeed.Event{Kind: tracefeed.Wake, Thread: t, Other: by})
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
	m.emit(m.waitEvent(t, w, stack))
}

func (m *mapper) waitEvent(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) tracefeed.Event {
	ev := tracefeed.Event{Kind: w.kind, Thread: t, Cause: w.cause, Forever: w.forever, Shared: w.shared, Stack: stack}
	if g := &m.gs[t]; w.kind == tracefeed.MonitorWait && g.wants != tracefeed.NoMonitor {
		ev.Monitor, ev.Shared = g.wants, g.shared
		m.locks.seenAt(ev.Monitor, m.caller(stack))
	}
	return ev
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
	end := tracefeed.Event{Thread: t}
	switch m.gs[t].wait.kind {
	case tracefeed.SuspendStart:
		end.Kind = tracefeed.SuspendEnd
	case tracefeed.IOStart:
		end.Kind = tracefeed.IOEnd
	default:
		return false
	}
	m.emit(end)
	return true
}
