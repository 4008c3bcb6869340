package timeline

import "tiv/tracefeed"

// A transitionTable gives the transition for the common pairs of event kind and
// thread state, so that the hot loop needs no switch. It must agree with
// machine.apply. A transition to NotAlive marks the pairs that only machine.apply
// handles.
type transitionTable [tracefeed.NumKinds][NumStates + 2]transition

// transition begins a span in a state. stack, monitor, other and cause are masks
// for the event's fields.
type transition struct {
	state           State
	shared, forever bool
	cause           tracefeed.Cause
	stack           tracefeed.StackID
	monitor         tracefeed.MonitorID
	other           tracefeed.ThreadID
	weight          uint32 // of the event in its page
}

var schedTransitions, plainTransitions = newTransitions(Runnable), newTransitions(Running)

// newTransitions returns the table for a program in which a thread is in state
// afterWait when its wait ends.
func newTransitions(afterWait State) (x transitionTable) {
	for kind := range x {
		for state := range x[kind] {
			x[kind][state].state = NotAlive
		}
	}
	blocking := transition{state: Blocking, stack: -1, monitor: -1, other: -1, shared: true, forever: true, weight: 1}
	suspended := transition{state: Suspended, stack: -1, cause: ^tracefeed.Cause(0), forever: true}
	io := transition{state: IO, stack: -1, cause: ^tracefeed.Cause(0)}
	for state := Unknown; state < NotAlive; state++ {
		if state != Running {
			x[tracefeed.Run][state].state = Running
		}
		if state != Runnable {
			x[tracefeed.Ready][state].state = Runnable
		}
		if !waits(state) {
			x[tracefeed.MonitorWait][state] = blocking
			x[tracefeed.SuspendStart][state] = suspended
			x[tracefeed.IOStart][state] = io
		}
	}
	for _, state := range []State{Unknown, Suspended} {
		x[tracefeed.SuspendEnd][state].state = afterWait
	}
	for _, state := range []State{Unknown, IO} {
		x[tracefeed.IOEnd][state].state = afterWait
	}
	return x
}

// transition returns the transition of a thread in state s by an event of kind k.
func (m machine) transition(s State, k tracefeed.Kind) *transition {
	if k >= tracefeed.NumKinds {
		k = tracefeed.NoKind
	}
	return &m.transitions[k][s&7]
}

// applyTransition makes s the span that ev begins.
func (s *Span) applyTransition(q *transition, ev *tracefeed.Event) {
	s.Start, s.State = ev.Time, q.state
	s.Stack = ev.Stack & q.stack
	s.Monitor = ev.Monitor & q.monitor
	s.Other = ev.Other & q.other
	s.Cause = ev.Cause & q.cause
	s.Shared = ev.Shared && q.shared
	s.Forever = ev.Forever && q.forever
}
