package block

import "tiv/tracefeed"

// Block holds the events of an interval of time, grouped by thread.
//
// A column of a field has one value for each event that has the field, in the
// order of the events. A Block is read-only once it is made.
type Block struct {
	// The block is complete from Start on. End is the time of
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
	// Part is the part of the block that is in memory.
	Part Part
	// Details is nil if only the states were read.
	*Details
	// OpenSpans are the spans of the threads alive at Start, by thread. If only
	// the states were read, they have no more than a State. OpenSpans is nil in
	// traces without states.
	OpenSpans []OpenSpan
}

// Part says how much of a block is in memory: each part includes the next.
type Part uint8

// The parts. Waits loads the columns needed to compute waits and owners: not
// Stacks, CPUs, Names, Objects, Values and OpenCalls, and there is no Cursor. States loads
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
	// OpenCalls are the calls and regions open at Start, by thread. They are part of
	// All.
	OpenCalls []OpenCalls
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
	// State is the state of the thread after the event, Unspecified in traces
	// without states.
	State   tracefeed.State
	Cause   tracefeed.Cause
	Shared  bool
	Forever bool
	Fields  Fields
}

// Fields is the set of fields that events of a code have; the others are zero.
type Fields uint16

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
	// AllFields are the fields that have a meaning.
	AllFields = 1<<iota - 1
)

// Hold is a monitor that a thread holds at the start of a block.
type Hold struct {
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
	// Count is the depth of the hold: enters less exits.
	Count  int32
	Shared bool
}
