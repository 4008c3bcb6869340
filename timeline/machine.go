package timeline

import "tiv/tracefeed"

// verdict is the result of applying an event.
type verdict uint8

const (
	used     verdict = iota
	dropped          // it contradicts earlier events and was ignored
	invented         // used, but the end of the preceding wait is missing
)

// machine is the state machine of one thread. The next state depends only on the
// current one and on the thread's own events.
type machine struct {
	afterWait   tracefeed.State // the state of a thread after a wait
	transitions *transitionTable
}

func newMachine(h tracefeed.Header) machine {
	if h.Sched {
		return machine{tracefeed.Runnable, &schedTransitions}
	}
	return machine{tracefeed.Running, &plainTransitions}
}

// apply applies an event to the current span of its thread. A new span has another
// start, except that it replaces a span of no length. An event that would begin an
// identical span prolongs the current one.
func (m machine) apply(open *Span, ev *tracefeed.Event) verdict {
	if open.State == tracefeed.NotAlive {
		switch ev.Kind {
		case tracefeed.ThreadStart:
		case tracefeed.Lost: // it may still hold a monitor
			return used
		case tracefeed.MonitorExit:
			if ev.Other != tracefeed.NoThread { // another thread releases the monitor for it
				return used
			}
			return dropped
		default:
			return dropped
		}
		setState(open, m.afterWait, ev.Time)
		return used
	}
	switch ev.Kind {
	case tracefeed.Run:
		setState(open, tracefeed.Running, ev.Time)
	case tracefeed.Ready:
		setState(open, tracefeed.Runnable, ev.Time)
	case tracefeed.MonitorWait:
		return m.monitorWait(open, ev)
	case tracefeed.MonitorEnter:
		return m.monitorEnter(open, ev)
	case tracefeed.MonitorExit:
		if open.State == tracefeed.Unknown {
			setState(open, tracefeed.Running, ev.Time)
		}
	case tracefeed.SuspendStart:
		return beginWait(open, tracefeed.Suspended, ev)
	case tracefeed.SuspendEnd:
		return m.endWait(open, ev, tracefeed.Suspended)
	case tracefeed.IOStart:
		return beginWait(open, tracefeed.IO, ev)
	case tracefeed.IOEnd:
		return m.endWait(open, ev, tracefeed.IO)
	case tracefeed.Wake:
		return wake(open, ev)
	case tracefeed.ThreadEnd:
		setState(open, tracefeed.NotAlive, ev.Time)
	case tracefeed.Lost:
		setState(open, tracefeed.Unknown, ev.Time)
	case tracefeed.ThreadStart:
		return dropped
	}
	return used
}

// change replaces the span by next, unless they differ only in their start.
func change(s *Span, next Span) {
	if next.Start == s.Start || !same(*s, next) {
		*s = next
	}
}

// setState is change to a state without other fields, the common case. It avoids a
// copy of the span, which would stall on the stores just before it.
func setState(s *Span, state tracefeed.State, at tracefeed.Time) {
	if s.State == state {
		change(s, Span{Start: at, State: state})
		return
	}
	*s = Span{Start: at, State: state}
}

// same reports whether a and b differ only in their start.
func same(a, b Span) bool {
	b.Start = a.Start
	return a == b
}

// beginSpan makes s the wait that an event begins.
func beginSpan(s *Span, state tracefeed.State, ev *tracefeed.Event) {
	*s = Span{Start: ev.Time, State: state, Stack: ev.Stack}
	switch state {
	case tracefeed.Blocking:
		s.Monitor, s.Other, s.Shared, s.Forever = ev.Monitor, ev.Other, ev.Shared, ev.Forever
	case tracefeed.Suspended:
		s.Cause, s.Forever = ev.Cause, ev.Forever
	case tracefeed.IO:
		s.Cause = ev.Cause
	}
}

// monitorWait begins a wait for a monitor. For a thread that waits for it already,
// the event changes something only if it names another thread waited for.
func (m machine) monitorWait(open *Span, ev *tracefeed.Event) verdict {
	if open.State != tracefeed.Blocking || open.Monitor != ev.Monitor {
		return beginWait(open, tracefeed.Blocking, ev)
	}
	if ev.Other == tracefeed.NoThread {
		open.Forever = open.Forever || ev.Forever
		return used
	}
	var next Span
	beginSpan(&next, tracefeed.Blocking, ev)
	if ev.Stack == tracefeed.NoStack {
		next.Stack = open.Stack
	}
	change(open, next)
	return used
}

// beginWait begins a wait. One that follows another without an end between them may be
// the same, now known to never end.
func beginWait(s *Span, state tracefeed.State, ev *tracefeed.Event) verdict {
	if !waits(s.State) {
		beginSpan(s, state, ev)
		return used
	}
	var next Span
	beginSpan(&next, state, ev)
	again := next
	again.Other = s.Other
	if ev.Forever {
		again.Forever = s.Forever
	}
	if same(*s, again) {
		s.Forever = next.Forever
		return used
	}
	change(s, next)
	return invented
}

func waits(s tracefeed.State) bool {
	return s == tracefeed.Suspended || s == tracefeed.Blocking || s == tracefeed.IO
}

// endWait ends a wait in state s. Where scheduler events are complete, the thread
// may have been runnable or running before its wait is reported as ended.
func (m machine) endWait(open *Span, ev *tracefeed.Event, s tracefeed.State) verdict {
	switch open.State {
	case s, tracefeed.Unknown:
		setState(open, m.afterWait, ev.Time)
		return used
	case tracefeed.Running, tracefeed.Runnable:
		if m.afterWait == tracefeed.Runnable {
			return used
		}
	}
	return dropped
}

// monitorEnter ends the wait of a thread that acquires a monitor. A thread without
// a wait was running.
func (m machine) monitorEnter(open *Span, ev *tracefeed.Event) verdict {
	v := used
	switch open.State {
	case tracefeed.Unknown:
		setState(open, tracefeed.Running, ev.Time)
	case tracefeed.Blocking:
		if open.Monitor != ev.Monitor {
			v = invented
		}
		setState(open, m.afterWait, ev.Time)
	}
	return v
}

// wake records the thread that ended the current wait.
func wake(s *Span, ev *tracefeed.Event) verdict {
	if ev.Other == tracefeed.NoThread || ev.Other == ev.Thread || s.Other != tracefeed.NoThread ||
		s.State != tracefeed.Blocking && s.State != tracefeed.Suspended {
		return dropped
	}
	s.Other = ev.Other
	return used
}
