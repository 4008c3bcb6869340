package wire

import (
	"io"

	"tiv/tracefeed"
)

// Sink takes the events of a trace, in order.
type Sink interface {
	// NewGeneration begins a generation. The numbers of stacks mean others from
	// now on; those of goroutines and locks are for the whole trace. names is
	// valid until the next generation.
	NewGeneration(names Names)
	// Add takes an event, which is valid during the call.
	Add(ev *Event)
	// Full reports whether the sink takes no more events for now. It is called
	// after each event of the trace, which can be up to three for the sink.
	Full() bool

	// The frequent state changes, without an Event; as if Add got it.

	// Run: g runs.
	Run(time int64, g G, cpu tracefeed.CPU)
	// Wait: g, which ran, waits.
	Wait(time int64, g G, why Reason, at Stack)
	// Ready: g, which ran, is runnable.
	Ready(time int64, g G)
	// Unblock: g, which waited, is runnable; by unblocked it, if that is not 0.
	Unblock(time int64, g, by G, at Stack)
}

// Names resolves the numbers in events.
type Names interface {
	// GoroutineID returns the runtime's id of a goroutine.
	GoroutineID(G) uint64
	// Address returns the address of a lock, or the value of a count.
	Address(Lock) uint64
	// Calls returns the frames of a stack, the innermost first, valid until the
	// next call. Frames are numbered from 0 within a generation.
	Calls(Stack) []int32
	// Frame returns a frame.
	Frame(int32) tracefeed.Frame
	// Dumps returns the texts of goroutine dumps that were recorded in this generation
	// or shortly before, in the order of time. They can be damaged.
	Dumps() []io.Reader
	// Thread returns the runtime's number of the thread on which the goroutine of the
	// event that the sink is given runs, or in whose system call it is.
	Thread() uint64
	// User returns the details of the event of a user task, a region, a call or an
	// item that the sink is given.
	User() UserEvent
}

// UserEvent is the details of the begin or end of a user task, a region or a call, or of
// a move of an item. It is no part of Event, because other events would pay for that.
type UserEvent struct {
	// Task is the id of a task, or of the task of a region, the address of a
	// method's receiver, or the number of a channel times 2^32 plus that of an item. Parent
	// is the task that a new task is part of. 0 is none.
	Task, Parent uint64
	Name         string // of a new task, a region or a function
}
