package timeline

import "tiv/tracefeed"

// A transitionTable gives the transition for the common pairs of event kind and
// thread state, so that the hot loop needs no switch. It must agree with
// machine.apply. A transition to NotAlive marks the pairs that only machine.apply
// handles.
type transitionTable [tracefeed.NumKinds][tracefeed.NumStates + 2]transition

// transition begins a span in a state. stack, monitor, other and cause are masks
// for the event's fields.
type transition struct {
	state           tracefeed.State
	shared, forever bool
	cause           tracefeed.Cause
	stack           tracefeed.StackID
	monitor         tracefeed.MonitorID
	other           tracefeed.ThreadID
	weight          uint32 // of the event in its page
}

var schedTransitions, plainTransitions = newTransitions(tracefeed.Runnable), newTransitions(tracefeed.Running)

// newTransitions returns the table for a program in which a thread is in state
// afterWait when its wait ends.
func newTransitions(afterWait tracefeed.State) (x transitionTable) {
	for kind := range x {
		for state := range x[kind] {
			x[kind][state].state = tracefeed.NotAlive
		}
	}
	blocking := transition{state: tracefeed.Blocking, stack: -1, monitor: -1, other: -1, shared: true, forever: true, weight: 1}
	suspended := transition{state: tracefeed.Suspended, stack: -1, cause: ^tracefeed.Cause(0), forever: true}
	io := transition{state: tracefeed.IO, stack: -1, cause: ^tracefeed.Cause(0)}
	for state := tracefeed.Unknown; state < tracefeed.NotAlive; state++ {
		if state != tracefeed.Running {
			x[tracefeed.Run][state].state = tracefeed.Running
		}
		if state != tracefeed.Runnable {
			x[tracefeed.Ready][state].state = tracefeed.Runnable
		}
		if !waits(state) {
			x[tracefeed.MonitorWait][state] = blocking
			x[tracefeed.SuspendStart][state] = suspended
			x[tracefeed.IOStart][state] = io
		}
	}
	for _, state := range []tracefeed.State{tracefeed.Unknown, tracefeed.Suspended} {
		x[tracefeed.SuspendEnd][state].state = afterWait
	}
	for _, state := range []tracefeed.State{tracefeed.Unknown, tracefeed.IO} {
		x[tracefeed.IOEnd][state].state = afterWait
	}
	return x
}

// transition returns the transition of a thread in state s by an event of kind k.
func (m machine) transition(s tracefeed.State, k tracefeed.Kind) *transition {
	if k >= tracefeed.NumKinds {
		k = tracefeed.NoKind
	}
	return &m.transitions[k][s&7]
}

// applyTransition makes s the span that ev begins.
func applyTransition(s *Span, q *transition, ev *tracefeed.Event) {
	s.Start, s.State = ev.Time, q.state
	s.Stack = ev.Stack & q.stack
	s.Monitor = ev.Monitor & q.monitor
	s.Other = ev.Other & q.other
	s.Cause = ev.Cause & q.cause
	s.Shared = ev.Shared && q.shared
	s.Forever = ev.Forever && q.forever
}
