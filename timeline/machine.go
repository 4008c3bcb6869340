package timeline

import "tiv/tracefeed"

// verdict says what became of an event.
type verdict uint8

const (
	used     verdict = iota
	dropped          // it contradicts what is known, and was ignored
	invented         // used, but the end of the wait before it is missing
)

// machine is the state machine of one thread: what it does follows from what
// it did and from its own events alone.
type machine struct {
	afterWait   State // what a thread is that can go on
	transitions *transitionTable
}

func newMachine(h tracefeed.Header) machine {
	if h.Sched {
		return machine{Runnable, &schedTransitions}
	}
	return machine{Running, &plainTransitions}
}

// apply changes what a thread does by one of its events. A new span has
// another start, unless the old one had no length: that one is forgotten. A
// span that says the same as the one before prolongs it.
func (m machine) apply(open *Span, ev *tracefeed.Event) verdict {
	if open.State == NotAlive {
		switch ev.Kind {
		case tracefeed.ThreadStart:
		case tracefeed.Lost: // it may still hold something
			return used
		case tracefeed.MonitorExit:
			if ev.Other != tracefeed.NoThread { // another thread releases what it left behind
				return used
			}
			return dropped
		default:
			return dropped
		}
		open.setState(m.afterWait, ev.Time)
		return used
	}
	switch ev.Kind {
	case tracefeed.Run:
		open.setState(Running, ev.Time)
	case tracefeed.Ready:
		open.setState(Runnable, ev.Time)
	case tracefeed.MonitorWait:
		return m.monitorWait(open, ev)
	case tracefeed.MonitorEnter:
		return m.monitorEnter(open, ev)
	case tracefeed.MonitorExit:
		if open.State == Unknown {
			open.setState(Running, ev.Time)
		}
	case tracefeed.SuspendStart:
		return open.wait(Suspended, ev)
	case tracefeed.SuspendEnd:
		return m.endWait(open, ev, Suspended)
	case tracefeed.IOStart:
		return open.wait(IO, ev)
	case tracefeed.IOEnd:
		return m.endWait(open, ev, IO)
	case tracefeed.Wake:
		return open.wake(ev)
	case tracefeed.ThreadEnd:
		open.setState(NotAlive, ev.Time)
	case tracefeed.Lost:
		open.setState(Unknown, ev.Time)
	case tracefeed.ThreadStart:
		return dropped
	}
	return used
}

// change makes next what the thread does.
func (s *Span) change(next Span) {
	if next.Start == s.Start || !same(*s, next) {
		*s = next
	}
}

// turn is change to a state that is no wait, as most are: without a copy, which
// takes long right after its parts were written.
func (s *Span) setState(state State, at tracefeed.Time) {
	if s.State == state {
		s.change(Span{Start: at, State: state})
		return
	}
	*s = Span{Start: at, State: state}
}

// same reports whether b only says again what a says.
func same(a, b Span) bool {
	b.Start = a.Start
	return a == b
}

// begin makes s the wait in some state that an event begins.
func (s *Span) begin(state State, ev *tracefeed.Event) {
	*s = Span{Start: ev.Time, State: state, Stack: ev.Stack}
	switch state {
	case Blocking:
		s.Monitor, s.Other, s.Shared, s.Forever = ev.Monitor, ev.Other, ev.Shared, ev.Forever
	case Suspended:
		s.Cause, s.Forever = ev.Cause, ev.Forever
	case IO:
		s.Cause = ev.Cause
	}
}

// monitorWait starts a wait for a monitor. A thread that waits for it already
// has nothing new to say, unless it now waits for somebody else.
func (m machine) monitorWait(open *Span, ev *tracefeed.Event) verdict {
	if open.State != Blocking || open.Monitor != ev.Monitor {
		return open.wait(Blocking, ev)
	}
	if ev.Other == tracefeed.NoThread {
		open.Forever = open.Forever || ev.Forever
		return used
	}
	var next Span
	next.begin(Blocking, ev)
	if ev.Stack == tracefeed.NoStack {
		next.Stack = open.Stack
	}
	open.change(next)
	return used
}

// wait starts a wait. One that follows another without an end between them is
// perhaps the same, of which the trace may now say that it never ends.
func (s *Span) wait(state State, ev *tracefeed.Event) verdict {
	if !waits(s.State) {
		s.begin(state, ev)
		return used
	}
	var next Span
	next.begin(state, ev)
	again := next
	again.Other = s.Other
	if ev.Forever {
		again.Forever = s.Forever
	}
	if same(*s, again) {
		s.Forever = next.Forever
		return used
	}
	s.change(next)
	return invented
}

func waits(s State) bool { return s == Suspended || s == Blocking || s == IO }

// endWait ends a wait in state s. Where scheduler events are complete, the
// thread may have been made ready, or run, before its wait is reported over.
func (m machine) endWait(open *Span, ev *tracefeed.Event, s State) verdict {
	switch open.State {
	case s, Unknown:
		open.setState(m.afterWait, ev.Time)
		return used
	case Running, Runnable:
		if m.afterWait == Runnable {
			return used
		}
	}
	return dropped
}

// monitorEnter ends the thread's wait if it has one. A thread that enters
// without a wait was running.
func (m machine) monitorEnter(open *Span, ev *tracefeed.Event) verdict {
	v := used
	switch open.State {
	case Unknown:
		open.setState(Running, ev.Time)
	case Blocking:
		if open.Monitor != ev.Monitor {
			v = invented
		}
		open.setState(m.afterWait, ev.Time)
	}
	return v
}

// wake remembers who let the thread go on, in the wait that is about to end.
func (s *Span) wake(ev *tracefeed.Event) verdict {
	if ev.Other == tracefeed.NoThread || ev.Other == ev.Thread || s.Other != tracefeed.NoThread ||
		s.State != Blocking && s.State != Suspended {
		return dropped
	}
	s.Other = ev.Other
	return used
}
