package timeline

import "tiv/tracefeed"

// steps say what the events do that are nearly all of a trace, by their kind and
// by what the thread does: machine.apply without a branch. Those of other events
// lead to NotAlive.
type steps [tracefeed.NumKinds][NumStates + 2]step

// step begins a span in a state. Which fields of the event the span takes over
// masks tell.
type step struct {
	state           State
	shared, forever bool
	cause           tracefeed.Cause
	stack           tracefeed.StackID
	monitor         tracefeed.MonitorID
	other           tracefeed.ThreadID
	weight          uint32 // of the event in its page
}

var schedSteps, plainSteps = newSteps(Runnable), newSteps(Running)

func newSteps(goOn State) (x steps) {
	for kind := range x {
		for state := range x[kind] {
			x[kind][state].state = NotAlive
		}
	}
	blocking := step{state: Blocking, stack: -1, monitor: -1, other: -1, shared: true, forever: true, weight: 1}
	suspended := step{state: Suspended, stack: -1, cause: ^tracefeed.Cause(0), forever: true}
	io := step{state: IO, stack: -1, cause: ^tracefeed.Cause(0)}
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
		x[tracefeed.SuspendEnd][state].state = goOn
	}
	for _, state := range []State{Unknown, IO} {
		x[tracefeed.IOEnd][state].state = goOn
	}
	return x
}

// step returns what an event of a kind does to a thread in a state.
func (m machine) step(s State, k tracefeed.Kind) *step {
	if k >= tracefeed.NumKinds {
		k = tracefeed.NoKind
	}
	return &m.steps[k][s&7]
}

// take makes s the span that an event begins.
func (s *Span) take(q *step, ev *tracefeed.Event) {
	s.Start, s.State = ev.Time, q.state
	s.Stack = ev.Stack & q.stack
	s.Monitor = ev.Monitor & q.monitor
	s.Other = ev.Other & q.other
	s.Cause = ev.Cause & q.cause
	s.Shared = ev.Shared && q.shared
	s.Forever = ev.Forever && q.forever
}
