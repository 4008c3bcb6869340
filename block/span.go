package block

import "tiv/tracefeed"

// Span is an interval that one thread spent in one state, for one reason. It ends
// where the next span of its thread starts.
type Span struct {
	// Start is in nanoseconds since the start of the trace.
	Start tracefeed.Time
	// Stack is the thread's call stack at the start.
	Stack tracefeed.StackID
	// Monitor is the monitor waited for (Blocking), or the object whose notification
	// ends the wait, such as a condition (Suspended). Such an object has no owner.
	Monitor tracefeed.MonitorID
	// Other is the thread that ended the wait (Suspended), the thread waited for
	// (Blocking) if the source does not name the holder, or the one whose bytes end the
	// wait (IO).
	Other tracefeed.ThreadID
	// State is the thread's state.
	State tracefeed.State
	// Cause is the kind of suspension or IO.
	Cause tracefeed.Cause
	// Shared marks a wait to become a reader (Blocking), or that the trace has the bytes with
	// which Other ended the wait, and Other is not only expected to put them (IO).
	Shared bool
	// Forever marks a wait that by its nature never ends.
	Forever bool
}

// Signalled reports whether another thread ended the wait, or is expected to, without being the
// owner of a monitor.
func (s *Span) Signalled() bool {
	return s.Other != tracefeed.NoThread && (s.State == tracefeed.Suspended || s.State == tracefeed.IO)
}

// OpenSpan is the span of a thread at the start of a block.
type OpenSpan struct {
	Span
	Thread tracefeed.ThreadID
}

// Event returns an event that puts the thread into the state of the span, at a time.
func (s *OpenSpan) Event(at tracefeed.Time) tracefeed.Event {
	ev := tracefeed.Event{Time: at, Thread: s.Thread, Stack: s.Stack, Kind: tracefeed.StateUnknown}
	switch s.State {
	case tracefeed.Running:
		ev.Kind = tracefeed.Run
	case tracefeed.Runnable:
		ev.Kind = tracefeed.Ready
	case tracefeed.Suspended:
		ev.Kind, ev.Cause, ev.Monitor, ev.Forever = tracefeed.SuspendStart, s.Cause, s.Monitor, s.Forever
	case tracefeed.Blocking:
		ev.Kind, ev.Monitor, ev.Other, ev.Shared, ev.Forever = tracefeed.MonitorWait, s.Monitor, s.Other, s.Shared, s.Forever
	case tracefeed.IO:
		ev.Kind, ev.Cause = tracefeed.IOStart, s.Cause
	case tracefeed.NotAlive:
		ev.Kind = tracefeed.ThreadEnd
	}
	return ev
}
