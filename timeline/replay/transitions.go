package replay

import (
	"tiv/block"
	"tiv/tracefeed"
)

// A transitionTable holds the transitions of events that change nothing but the span
// of their thread, in a way that depends only on their kind and its state. It is the
// one place that states them.
type transitionTable [tracefeed.NumKinds][tracefeed.NumStates + 2]Transition

// Transition is the span that an event begins: a state, and masks for the event's
// fields. If its state is NotAlive, the effect of the event depends on more, and
// only Machine.Apply handles it.
type Transition struct {
	state           tracefeed.State
	shared, forever bool
	cause           tracefeed.Cause
	stack           tracefeed.StackID
	monitor         tracefeed.MonitorID
	other           tracefeed.ThreadID
	// Weight is 1 if the event begins a wait for a monitor.
	Weight uint32
}

// waitTransitions are the beginnings of waits, by state.
var waitTransitions = [tracefeed.NumStates]Transition{
	tracefeed.Blocking:  {state: tracefeed.Blocking, stack: -1, monitor: -1, other: -1, shared: true, forever: true, Weight: 1},
	tracefeed.Suspended: {state: tracefeed.Suspended, stack: -1, monitor: -1, cause: ^tracefeed.Cause(0), forever: true},
	tracefeed.IO:        {state: tracefeed.IO, stack: -1, cause: ^tracefeed.Cause(0)},
}

// stateAfter is the state of a thread after events that lead to one state from all
// others.
var stateAfter = [tracefeed.NumKinds]tracefeed.State{
	tracefeed.Run: tracefeed.Running, tracefeed.Ready: tracefeed.Runnable,
	tracefeed.ThreadEnd: tracefeed.NotAlive, tracefeed.Lost: tracefeed.Unknown, tracefeed.StateUnknown: tracefeed.Unknown,
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
	for state := tracefeed.Unknown; state < tracefeed.NotAlive; state++ {
		for _, kind := range []tracefeed.Kind{tracefeed.Run, tracefeed.Ready, tracefeed.StateUnknown} {
			if state != stateAfter[kind] {
				x[kind][state].state = stateAfter[kind]
			}
		}
		if waitTransitions[state].state != state || state == tracefeed.Unknown { // not a wait
			x[tracefeed.MonitorWait][state] = waitTransitions[tracefeed.Blocking]
			x[tracefeed.SuspendStart][state] = waitTransitions[tracefeed.Suspended]
			x[tracefeed.IOStart][state] = waitTransitions[tracefeed.IO]
		}
	}
	for _, kind := range []tracefeed.Kind{tracefeed.SuspendEnd, tracefeed.IOEnd} {
		x[kind][tracefeed.Unknown].state = afterWait
	}
	x[tracefeed.SuspendEnd][tracefeed.Suspended].state = afterWait
	x[tracefeed.IOEnd][tracefeed.IO].state = afterWait
	return x
}

// Transition returns the transition of a thread in state s by an event of kind k.
func (m Machine) Transition(s tracefeed.State, k tracefeed.Kind) *Transition {
	if k >= tracefeed.NumKinds {
		k = tracefeed.NoKind
	}
	return &m.transitions[k][s&7]
}

// Fixed reports whether the transition says all that the event does to the span.
func (q *Transition) Fixed() bool { return q.state != tracefeed.NotAlive }

// Begin makes s the span that ev begins.
func (q *Transition) Begin(s *block.Span, ev *tracefeed.Event) {
	s.Start, s.State = ev.Time, q.state
	s.Stack = ev.Stack & q.stack
	s.Monitor = ev.Monitor & q.monitor
	s.Other = ev.Other & q.other
	s.Cause = ev.Cause & q.cause
	s.Shared = ev.Shared && q.shared
	s.Forever = ev.Forever && q.forever
}
