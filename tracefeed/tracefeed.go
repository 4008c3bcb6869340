// Package tracefeed is what a traced program tells us: a stream of events in
// time order, the tables that name what the events talk about, and the list of
// formats that such a stream can be read from.
//
// Bytes go in, events come out. Nothing here knows what state a thread is in,
// how events are reduced, or how anything is drawn.
package tracefeed

import (
	"io"
	"strconv"
)

// ThreadID names a thread within one feed: an index into Tables.Threads.
// A thread is whatever the traced program schedules: an OS thread, a Java
// thread, a goroutine.
type ThreadID int32

// NoThread is the thread of events that belong to the whole program, and the
// blocker of a wait that nobody can be named for.
const NoThread ThreadID = 0

// MonitorID names a monitor within one feed: an index into Tables.Monitors.
// A monitor is anything one thread can hold while others wait for it.
type MonitorID int32

// NoMonitor is the monitor of a wait for a lock that the source cannot name.
const NoMonitor MonitorID = 0

// StackID names an interned call stack: an index into Tables.Stacks.
type StackID int32

// NoStack means that the source told no stack.
const NoStack StackID = 0

// NameID is an index into Tables.Names: of a function, a task, a region or a
// counter.
type NameID int32

// Counters that a recorder keeps of itself. They belong to no thread.
const (
	// OmittedLocks counts the operations on locks that are not in the trace,
	// because nobody waited for the lock. No state is unknown because of that.
	OmittedLocks = "lock operations not recorded"
	// RecordingFull is the size in bytes at which a recording ended.
	RecordingFull = "bytes when the recording was full"
)

// NoName means that the source told no name.
const NoName NameID = 0

// CPU is a processor of the traced machine; processor n is CPU(n+1).
type CPU int32

// NoCPU means that the source did not say which processor.
const NoCPU CPU = 0

// Header says what kind of source a feed reads.
type Header struct {
	// Format is the short name of the format, as Format.Name.
	Format string
	// Sched is true where scheduler events (Ready, Run) are complete: a thread
	// that can go on is runnable until its Run. Where it is false, such a
	// thread counts as running at once.
	Sched bool
	// Note is what the viewer should know about how the trace is read; usually
	// nothing.
	Note string
}

// Feed is the events of one trace in time order.
//
// A feed belongs to the goroutine that calls Next. An error other than io.EOF
// ends the feed: the events before it stand, and the error, usually a
// *Damage, says where the rest was lost.
type Feed interface {
	// Header may change until the first call of Next has returned, not later.
	Header() Header
	// Next overwrites *ev with the next event. Times never go back.
	Next(ev *Event) error
	// Tables returns the names seen so far. Next adds to them.
	Tables() *Tables
	io.Closer
}

// Batcher is a Feed that can hand out many events at once, which takes less
// time than one by one.
type Batcher interface {
	Feed
	// Batch returns the next events, at least one, and an error as Next does
	// where there are none. They are the caller's. used is a batch that the
	// caller wants no more, perhaps nil: the feed may fill it again.
	Batch(used []Event) ([]Event, error)
}

// CPUName returns the number of a processor, as the source counts them.
func CPUName(c CPU) string { return strconv.Itoa(int(c) - 1) }
