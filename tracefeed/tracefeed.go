package tracefeed

import (
	"io"
	"iter"
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

// NoName means that the source gives no name.
const NoName NameID = 0

// CPU is a processor of the traced machine; processor n is CPU(n+1).
type CPU int32

// NoCPU means that the source names no processor.
const NoCPU CPU = 0

// Feed is the events of one trace in time order.
//
// A feed belongs to the goroutine that calls Batch. An error other than io.EOF
// ends the feed: the events before it remain valid. The error, usually a
// *Damage, gives the position from which the rest is lost.
type Feed interface {
	// Header may change until the first call of Batch has returned; Note, Outside, Recorder and
	// Period until the feed has ended.
	Header() Header
	// Batch returns the next events, at least one, or an error and none. Times
	// never go back. It does not wait for more events of a growing source once
	// it has some. The caller owns the events. The feed may reuse the memory of
	// used, a batch that the caller no longer needs, or nil.
	Batch(used []Event) ([]Event, error)
	// Tables returns the names seen so far, at least those in the batches
	// returned. Batch adds to them.
	Tables() *Tables
	io.Closer
}

// All returns the remaining events of a feed, one by one. If the feed ends with
// an error other than io.EOF, the error comes last, with a nil event. An event
// is valid only until the next one.
func All(f Feed) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		for batch := []Event(nil); ; {
			var err error
			if batch, err = f.Batch(batch); err != nil {
				if err != io.EOF {
					yield(nil, err)
				}
				return
			}
			for i := range batch {
				if !yield(&batch[i], nil) {
					return
				}
			}
		}
	}
}

// CPUName returns the number of a processor, as the source counts them.
func CPUName(c CPU) string { return strconv.Itoa(int(c) - 1) }
