package sched

import "tiv/tracefeed"

// Kind is the kind of an event of the kernel.
type Kind uint8

const (
	// Other: the current thread runs. Nothing else is known.
	Other Kind = iota
	// Switch: the current thread leaves the processor in State, and Target gets it.
	Switch
	// SwitchIn: the current thread gets the processor.
	SwitchIn
	// SwitchOut: the current thread leaves the processor; it waits unless State is 'R'.
	SwitchOut
	// Wakeup: the current thread makes Target runnable.
	Wakeup
	// Fork: the current thread creates Target, which becomes runnable.
	Fork
	// Known: Target exists, and perhaps did so before the recording.
	Known
	// Rename: the current thread has the name in Target.
	Rename
	// Exit: the current thread ends.
	Exit
	// Enter: the current thread enters the system call Call.
	Enter
	// Leave: the current thread leaves its system call.
	Leave
	// Sample: the current thread was seen with Stack. Weight is Value.
	Sample
	// Lost: Value events are missing, 0 if their number is unknown.
	Lost
	// Blocked: the present wait of Target is for a device if Value is 1; Why is its reason
	// otherwise.
	Blocked
	// Marked: the current thread has written mark.
	Marked
)

// Task is a thread as the kernel names it. Comm is valid until the next call of the
// Mapper.
type Task struct {
	// TID is the number of the thread. 0 is the idle task of a processor.
	TID int32
	// PID is the number of its process, 0 if the event does not have it.
	PID int32
	// Comm is its name; nil if the event does not have it.
	Comm []byte
}

// None is the TID of no thread: an event without a current thread.
const None = -1

// Event is one event of the kernel.
type Event struct {
	Kind Kind
	// Interrupt: the event comes from an interrupt, so it is not an act of the current
	// thread.
	Interrupt bool
	// State is the state of Switch, as the letter of the kernel: R, S, D, T, X, Z, I, P.
	State byte
	// Why is the reason of a wait, by the stack; 0 if that is unknown.
	Why Reason
	// Time is in nanoseconds of the recording's clock.
	Time uint64
	// CPU is the processor, NoCPU if the event does not have it.
	CPU int32
	// Current is the thread that runs on the processor.
	Current Task
	// Target is the other thread of the event.
	Target Task
	Stack  tracefeed.StackID
	Value  int64
	Call   Call
	mark   Mark
}

// NoCPU is the processor of an event without one.
const NoCPU = -1

// Call is a system call of a thread: its number on x86-64, and arguments.
type Call struct {
	Number int32
	Args   [3]uint64
}

// NoCall is the number of no system call.
const NoCall = -1
