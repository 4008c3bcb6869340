package gotrace

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// transition maps a change of a goroutine's state.
func (m *mapper) transition(ev *wire.Event) {
	t := m.gs.thread(ev.G)
	from, to := ev.From, ev.To
	if t == tracefeed.NoThread || from < wire.GoRunnable || from == to {
		m.unusual(t, ev)
		return
	}
	switch to {
	case wire.GoRunning:
		m.run(t, ev.CPU)
	case wire.GoRunnable:
		if from == wire.GoWaiting {
			m.unblock(ev.G, ev.By, ev.Stack)
		} else {
			m.ready(t)
		}
	case wire.GoWaiting:
		m.stop(t, ev.Reason, ev.Stack)
	case wire.GoSyscall:
		stack, at := m.gs.site(t, ev.Stack)
		if ev := m.startWait(t, at.syscall, stack); ev != nil {
			ev.Object = m.carried.on(m.names)
		}
	case wire.GoNotExist:
		m.gs.list[t].doing = ended
		m.out.emit(tracefeed.ThreadEnd, t)
	}
}

// unusual maps a change that is not from one known state to another.
func (m *mapper) unusual(t tracefeed.ThreadID, ev *wire.Event) {
	switch {
	case t == tracefeed.NoThread:
	case ev.From == wire.GoUndetermined && m.gs.list[t].doing == unseen:
		m.existed(t, ev)
	case ev.From == ev.To, ev.From == wire.GoUndetermined:
		m.repeated(t, ev)
	default:
		m.created(t, ev)
	}
}

// repeated maps a state that each generation repeats. It matters only if the
// reason for the goroutine's wait is not known yet.
func (m *mapper) repeated(t tracefeed.ThreadID, ev *wire.Event) {
	if ev.To != wire.GoWaiting || ev.Stack == 0 || m.gs.list[t].doing != waitingUnknown {
		return
	}
	stack, at := m.gs.site(t, ev.Stack)
	if w := at.unknown; m.gs.list[t].openStart > 0 && m.out.holding {
		m.resolveStart(t, w, stack)
	} else {
		m.startWait(t, w, stack)
	}
}

// existed maps the first event of a goroutine that existed before the trace
// began. That event reports the goroutine's state so far, which is thus its
// state since the start.
func (m *mapper) existed(t tracefeed.ThreadID, ev *wire.Event) {
	stack, at := m.gs.site(t, ev.Stack)
	g := &m.gs.list[t]
	switch ev.To {
	case wire.GoRunning:
		g.doing = running
		m.out.emitStart(tracefeed.Event{Kind: tracefeed.Run, Thread: t, CPU: ev.CPU, Object: m.carried.on(m.names)})
	case wire.GoRunnable:
		m.out.emitStart(tracefeed.Event{Kind: tracefeed.Ready, Thread: t})
		m.pause.enqueue(m.gs.list, t)
	case wire.GoSyscall:
		g.doing = waitingUnknown
		if stack != tracefeed.NoStack {
			m.waitedAtStart(t, at.syscall, stack, m.carried.on(m.names))
		}
	case wire.GoWaiting:
		g.doing = waitingUnknown
		if stack != tracefeed.NoStack {
			m.waitedAtStart(t, at.unknown, stack, 0)
		} else if m.out.holding {
			g.openStart = m.out.emitStart(tracefeed.Event{})
		}
	}
}

// waitedAtStart maps a wait at the start of the trace; the goroutine is on a carrier, or on
// none, 0.
func (m *mapper) waitedAtStart(t tracefeed.ThreadID, w wait, stack tracefeed.StackID, on int64) {
	if w == noWait {
		m.gs.list[t].doing = running
		m.out.emitStart(tracefeed.Event{Kind: tracefeed.Run, Thread: t, Object: on})
		return
	}
	m.gs.list[t].block(w, stack)
	var ev tracefeed.Event
	m.fillWait(&ev, t, w, stack)
	dumpJoiner{m}.identify(t, &ev)
	ev.Object = on
	m.out.emitStart(ev)
}

// resolveStart sets the kind of a goroutine's wait at the start.
func (m *mapper) resolveStart(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	g := &m.gs.list[t]
	g.block(w, stack)
	m.fillWait(&m.out.starts[g.openStart-1], t, w, stack)
	g.openStart = 0
}

// created maps the creation of a goroutine.
func (m *mapper) created(t tracefeed.ThreadID, ev *wire.Event) {
	m.gs.site(t, ev.Stack)
	by := m.gs.thread(ev.By)
	origin := m.stacks.intern(ev.Origin)
	start := m.out.emit(tracefeed.ThreadStart, t)
	start.Other, start.Stack = by, origin
	m.gs.list[t].began = true
	switch ev.To {
	case wire.GoRunnable:
		m.pause.enqueue(m.gs.list, t)
		m.pause.stopIfPaused(&m.out, m.gs.list, t)
	case wire.GoWaiting:
		// The body of a coroutine: sleeps until it is handed control.
		m.startWait(t, parked, tracefeed.NoStack)
	case wire.GoSyscall:
		// A thread of C code that enters Go for the first time.
		m.gs.list[t].doing = running
		m.out.emit(tracefeed.Run, t).Object = m.carried.on(m.names)
	}
}

// run puts the goroutine on a processor, which ends its wait. A system call
// that is no wait ends without a change.
func (m *mapper) run(t tracefeed.ThreadID, on tracefeed.CPU) {
	g := &m.gs.list[t]
	switch g.doing {
	case running:
		return
	case waiting:
		if end := waits[g.wait].end; end != tracefeed.Ready {
			m.out.emit(end, t).Object = m.carried.on(m.names)
		}
	}
	g.doing = running
	ev := m.out.emit(tracefeed.Run, t)
	ev.CPU, ev.Object = on, m.carried.on(m.names)
}

// unblock makes a waiting goroutine runnable, with a Wake by the goroutine that
// unblocked it if the kind of wait has an edge.
func (m *mapper) unblock(g, by wire.G, at wire.Stack) {
	t, who := m.gs.thread(g), m.gs.thread(by)
	if who != tracefeed.NoThread && who != t {
		m.wake(t, who, at)
	}
	m.ready(t)
}

// wake emits a Wake of t by another goroutine.
func (m *mapper) wake(t, by tracefeed.ThreadID, at wire.Stack) {
	g := &m.gs.list[t]
	if g.openStart > 0 && m.out.holding {
		if w := m.stacks.sites[m.stacks.intern(at)].wakes; w != noWait {
			m.resolveStart(t, w, tracefeed.NoStack)
		}
	}
	if g.doing == waiting && g.wait == onSemaphore && !m.stacks.sites[m.stacks.intern(at)].semaphore {
		return // a context has ended the wait, not an owner
	}
	if g.doing == waiting && waits[g.wait].edge {
		ev := m.out.emit(tracefeed.Wake, t)
		ev.Other = by
		switch g.wait {
		case onChannel:
			ev.Shared = m.stacks.waker(at) == closer
		case onCond:
			ev.Shared = m.stacks.waker(at) == broadcaster
		}
	}
}

// ready makes the goroutine runnable.
func (m *mapper) ready(t tracefeed.ThreadID) {
	end := tracefeed.Ready
	if g := &m.gs.list[t]; g.doing == waiting {
		end = waits[g.wait].end
	}
	m.out.emit(end, t)
	m.pause.enqueue(m.gs.list, t)
	if m.pause.stopped {
		m.pause.stopIfPaused(&m.out, m.gs.list, t)
	}
}

// stop stops the goroutine for a reason.
func (m *mapper) stop(t tracefeed.ThreadID, r wire.Reason, n wire.Stack) {
	stack, at := m.gs.site(t, n)
	m.startWait(t, at.stop[r], stack)
}

// startWait stops the goroutine. It returns the event, nil for no wait.
func (m *mapper) startWait(t tracefeed.ThreadID, w wait, stack tracefeed.StackID) *tracefeed.Event {
	if w == noWait {
		return nil
	}
	m.gs.list[t].block(w, stack)
	m.out.lastEmitted = m.out.now
	ev := m.out.push()
	m.fillWait(ev, t, w, stack)
	ev.Time = m.out.now
	return ev
}

// fillWait sets ev to the start of a wait, at time 0.
func (m *mapper) fillWait(ev *tracefeed.Event, t tracefeed.ThreadID, w wait, stack tracefeed.StackID) {
	*ev = waits[w].start
	ev.Thread, ev.Stack = t, stack
	switch g := &m.gs.list[t]; {
	case ev.Kind == tracefeed.MonitorWait && g.wants != tracefeed.NoMonitor:
		ev.Monitor, ev.Shared = g.wants, g.shared
	case (w == onCond || w == onWaitGroup) && g.awaits != tracefeed.NoMonitor:
		ev.Monitor = g.awaits
	case w == onChannel && g.channel != tracefeed.NoMonitor:
		ev.Monitor = g.channel
	default:
		return
	}
	m.locks.seenAt(ev.Monitor, m.stacks.caller(stack))
}
