package binfeed

import "tiv/tracefeed"

// Block holds the events of an interval of time, grouped by thread: the
// contents of one EVENTS chunk. A block includes the state of threads and
// monitors at its start, so that it can be read without the blocks before it.
//
// A column of a field has one value for each event that has the field, in the
// order of the events. A Block is read-only once it is made.
type Block struct {
	// Start is the time from which the block is complete. End is the time of
	// its last event. Neighbouring blocks of a reduced trace do not overlap:
	// Start is the End of the block before.
	Start, End tracefeed.Time
	// Restart is true if events are missing before Start, so that no state
	// known before them is known at Start.
	Restart bool
	// Groups are the ranges of events by thread, sorted by thread.
	Groups []Group
	// Codes has an entry for each event: an index into Table.
	Codes []uint8
	// Table lists the kinds of event of this block; at most 255.
	Table []Code
	// Times are the times of the events. They never decrease in a group.
	Times []tracefeed.Time
	// Part is the part of the block that was read.
	Part Part
	// Details is nil if only the states were read.
	*Details
	// Carries are the open spans at Start: of the threads that are alive, by
	// id. Fields about waits are zero if only the states were read. Carries is
	// nil in traces without states.
	Carries []Carry

	// scratch is the memory that the block was read into, for reuse.
	scratch scratch
}

// Part is the part of a block to read: each part includes the next.
type Part uint8

// The parts. Waits loads the columns needed to compute waits and owners: not
// Stacks, CPUs, Names, Objects and Values, and there is no Cursor. States loads
// none of Details.
const (
	All Part = iota
	Waits
	States
)

// Details are the parts of a block that buckets do not need.
type Details struct {
	Monitors []tracefeed.MonitorID
	Others   []tracefeed.ThreadID
	Stacks   []tracefeed.StackID
	CPUs     []tracefeed.CPU
	Names    []tracefeed.NameID
	Objects  []int64
	Values   []int64
	// Firsts has, for each group, the start of its values in each column.
	Firsts []First
	// Holds are the monitors held at Start, by monitor and thread.
	Holds []Hold
}

// Group is the events of one thread in a block: those from First to
// First+Len-1. Events of NoThread are in a group, too.
type Group struct {
	Thread     tracefeed.ThreadID
	First, Len int32
}

// First has the start of a group's values in each column of Details.
type First struct {
	Monitor, Other, Stack, CPU, Name, Object, Value int32
}

// Code holds the fields that events of one sort have in common.
type Code struct {
	Kind tracefeed.Kind
	// State is the state of the thread after the event.
	State   tracefeed.State
	Cause   tracefeed.Cause
	Shared  bool
	Forever bool
	Fields  Fields
}

// Fields is the set of fields that events of a code have; the others are zero.
type Fields uint8

// The fields. SameMonitor means the monitor of the last event of the same group
// that had one; it has no value.
const (
	HasMonitor Fields = 1 << iota
	SameMonitor
	HasOther
	HasStack
	HasCPU
	HasName
	HasObject
	HasValue
)

// Carry is the open span of a thread at the start of a block.
type Carry struct {
	Thread  tracefeed.ThreadID
	State   tracefeed.State
	Cause   tracefeed.Cause
	Shared  bool
	Forever bool
	// Since is the start of the span.
	Since   tracefeed.Time
	Monitor tracefeed.MonitorID
	Other   tracefeed.ThreadID
	Stack   tracefeed.StackID
}

// Hold is a monitor that a thread holds when a block begins.
type Hold struct {
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
	// Count is the depth of the hold: enters less exits.
	Count  int32
	Shared bool
}
