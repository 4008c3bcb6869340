package replay

import (
	"tiv/block"
	"tiv/tracefeed"
)

// Verdict says how an event was used.
type Verdict uint8

const (
	// Used: the event is consistent with those before it.
	Used Verdict = iota
	// Dropped: the event contradicts earlier ones and was ignored.
	Dropped
	// Invented: the event was used, but the end of the preceding wait is missing.
	Invented
)

// Machine is the state machine of one thread. The next state depends only on the
// current one and on the thread's own events. A Machine has no state of its own:
// one serves all threads.
type Machine struct {
	afterWait   tracefeed.State // the state of a thread after a wait
	transitions *transitionTable
}

// New returns the machine for the traces of a feed with header h.
func New(h tracefeed.Header) Machine {
	if h.Sched {
		return Machine{tracefeed.Runnable, &schedTransitions}
	}
	return Machine{tracefeed.Running, &plainTransitions}
}

// Apply applies an event to the current span of its thread. A new span has another
// start, except that it replaces a span of no length. An event that would begin an
// identical span prolongs the current one.
//
// The transition table has the effect of most events. Apply itself handles those whose
// effect depends on more than the state.
func (m Machine) Apply(open *block.Span, ev *tracefeed.Event) Verdict {
	if q := m.Transition(open.State, ev.Kind); q.Fixed() {
		q.Begin(open, ev)
		return Used
	}
	if open.State == tracefeed.NotAlive {
		return m.applyDead(open, ev)
	}
	switch ev.Kind {
	case tracefeed.Run, tracefeed.Ready, tracefeed.ThreadEnd, tracefeed.Lost, tracefeed.StateUnknown:
		SetState(open, stateAfter[ev.Kind], ev.Time)
	case tracefeed.MonitorWait:
		return monitorWait(open, ev)
	case tracefeed.MonitorEnter:
		return m.monitorEnter(open, ev)
	case tracefeed.MonitorExit:
		if open.State == tracefeed.Unknown && ev.Other == tracefeed.NoThread { // else another thread did it
			SetState(open, tracefeed.Running, ev.Time)
		}
	case tracefeed.SuspendStart:
		return waitAgain(open, tracefeed.Suspended, ev)
	case tracefeed.IOStart:
		return waitAgain(open, tracefeed.IO, ev)
	case tracefeed.SuspendEnd, tracefeed.IOEnd:
		return m.strayEnd(open)
	case tracefeed.Wake:
		if open.State == tracefeed.IO {
			return await(open, ev)
		}
		return Wake(open, ev)
	case tracefeed.ThreadStart:
		return Dropped
	}
	return Used
}

// applyDead is Apply for a thread that is not alive.
func (m Machine) applyDead(open *block.Span, ev *tracefeed.Event) Verdict {
	switch {
	case ev.Kind == tracefeed.ThreadStart:
		SetState(open, m.afterWait, ev.Time)
	case ev.Kind == tracefeed.Lost: // it may still hold a monitor
	case ev.Kind == tracefeed.MonitorExit && ev.Other != tracefeed.NoThread: // another thread releases the monitor for it
	default:
		return Dropped
	}
	return Used
}

// SetState begins a span without other fields at a time, unless the current span is
// such a one. For another state it copies no span: a copy would stall on the stores
// just before it.
func SetState(s *block.Span, state tracefeed.State, at tracefeed.Time) {
	if s.State == state {
		replace(s, block.Span{Start: at, State: state})
		return
	}
	*s = block.Span{Start: at, State: state}
}

// Same reports whether a and b differ only in their start.
func Same(a, b block.Span) bool {
	b.Start = a.Start
	return a == b
}

// replace replaces the span by next, unless they differ only in their start.
func replace(s *block.Span, next block.Span) {
	if next.Start == s.Start || !Same(*s, next) {
		*s = next
	}
}

// newWait returns the wait that an event begins.
func newWait(state tracefeed.State, ev *tracefeed.Event) (s block.Span) {
	waitTransitions[state].Begin(&s, ev)
	return s
}

// monitorWait begins a wait for a monitor after another wait. For a thread that
// waits for it already, the event changes something only if it names another thread
// waited for.
func monitorWait(open *block.Span, ev *tracefeed.Event) Verdict {
	if open.State != tracefeed.Blocking || open.Monitor != ev.Monitor {
		return waitAgain(open, tracefeed.Blocking, ev)
	}
	if ev.Other == tracefeed.NoThread {
		open.Forever = open.Forever || ev.Forever
		return Used
	}
	next := newWait(tracefeed.Blocking, ev)
	if ev.Stack == tracefeed.NoStack {
		next.Stack = open.Stack
	}
	replace(open, next)
	return Used
}

// waitAgain begins a wait after another one without an end between them. It may be
// the same wait, now known to never end.
func waitAgain(s *block.Span, state tracefeed.State, ev *tracefeed.Event) Verdict {
	next := newWait(state, ev)
	again := next
	again.Other = s.Other
	if state == tracefeed.IO {
		again.Shared = s.Shared
	}
	if ev.Forever {
		again.Forever = s.Forever
	}
	if Same(*s, again) {
		s.Forever = next.Forever
		return Used
	}
	replace(s, next)
	return Invented
}

// strayEnd handles the end of a wait that the thread is not in. Where scheduler
// events are complete, the thread may have been runnable or running before its wait
// is reported as ended.
func (m Machine) strayEnd(open *block.Span) Verdict {
	if m.afterWait == tracefeed.Runnable && (open.State == tracefeed.Running || open.State == tracefeed.Runnable) {
		return Used
	}
	return Dropped
}

// monitorEnter ends the wait of a thread that acquires a monitor, unless it only reports
// an earlier acquisition of another one: in a trace with stacks, that has none. A thread
// without a wait was running.
func (m Machine) monitorEnter(open *block.Span, ev *tracefeed.Event) Verdict {
	v := Used
	switch open.State {
	case tracefeed.Unknown:
		SetState(open, tracefeed.Running, ev.Time)
	case tracefeed.Blocking:
		if open.Monitor != ev.Monitor {
			if open.Stack != tracefeed.NoStack && ev.Stack == tracefeed.NoStack {
				break
			}
			v = Invented
		}
		SetState(open, m.afterWait, ev.Time)
	}
	return v
}

// await records the thread whose bytes end the current wait to read a stream. The last one
// counts: the others were expected to put them.
func await(s *block.Span, ev *tracefeed.Event) Verdict {
	if ev.Name == tracefeed.NoName || ev.Other == tracefeed.NoThread || ev.Other == ev.Thread {
		return Dropped
	}
	s.Other, s.Shared = ev.Other, ev.Value != 0
	return Used
}

// Wake records the thread that ended the current wait, other than one for a device.
func Wake(s *block.Span, ev *tracefeed.Event) Verdict {
	if ev.Other == tracefeed.NoThread || ev.Other == ev.Thread || s.Other != tracefeed.NoThread ||
		s.State != tracefeed.Blocking && s.State != tracefeed.Suspended {
		return Dropped
	}
	s.Other = ev.Other
	return Used
}
