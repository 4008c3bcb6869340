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
