// Package tracefeed defines the events of a trace: a stream in time order, the
// tables of the names in it, and the interface of the formats that it can be
// read from.
//
// Bytes go in, events come out. The package knows neither the reduction of events
// nor drawing.
package tracefeed

import (
	"io"
	"strconv"
)

// ThreadID names a thread within one feed: an index into Tables.Threads.
// A thread is whatever the traced program schedules: an OS thread, a Java
// thread, a goroutine.
type ThreadID int32

// NoThread is the thread of events about the whole program, and the blocker of
// a wait whose blocker is unknown.
const NoThread ThreadID = 0

// MonitorID names a monitor within one feed: an index into Tables.Monitors.
// A monitor is anything one thread can hold while others wait for it.
type MonitorID int32

// NoMonitor is the monitor of a wait for a lock that the source cannot name.
const NoMonitor MonitorID = 0

// StackID names an interned call stack: an index into Tables.Stacks.
type StackID int32

// NoStack means that the source gives no stack.
const NoStack StackID = 0

// NameID is an index into Tables.Names: of a function, a task, a region or a
// counter.
type NameID int32

// Counters of the recorder about itself. They belong to no thread.
const (
	// OmittedLocks counts the lock operations left out of the trace because no
	// thread waited for the lock. They leave no state unknown.
	OmittedLocks = "lock operations not recorded"
	// RecordingFull is the size in bytes at which a recording ended.
	RecordingFull = "bytes when the recording was full"
)

// NoName means that the source gives no name.
const NoName NameID = 0

// CPU is a processor of the traced machine; processor n is CPU(n+1).
type CPU int32

// NoCPU means that the source names no processor.
const NoCPU CPU = 0

// Header describes the source of a feed.
type Header struct {
	// Format is the short name of the format, as Format.Name.
	Format string
	// Sched is true if scheduler events (Ready, Run) are complete: a thread
	// whose wait has ended is runnable until its Run. If it is false, such a
	// thread counts as running at once.
	Sched bool
	// Note is a remark for the user on how the trace is read; usually empty.
	Note string
}

// Feed is the events of one trace in time order.
//
// A feed belongs to the goroutine that calls Next. An error other than io.EOF
// ends the feed: the events before it remain valid. The error, usually a
// *Damage, gives the position from which the rest is lost.
type Feed interface {
	// Header may change until the first call of Next has returned, not later.
	Header() Header
	// Next overwrites *ev with the next event. Times never go back.
	Next(ev *Event) error
	// Tables returns the names seen so far. Next adds to them.
	Tables() *Tables
	io.Closer
}

// Batcher is a Feed that can return many events at once, which takes less time
// than one by one.
type Batcher interface {
	Feed
	// Batch returns the next events, at least one, or an error as Next does.
	// The caller owns the events. The feed may reuse the memory of used, a
	// batch that the caller no longer needs, or nil.
	Batch(used []Event) ([]Event, error)
}

// CPUName returns the number of a processor, as the source counts them.
func CPUName(c CPU) string { return strconv.Itoa(int(c) - 1) }
