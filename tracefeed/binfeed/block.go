package binfeed

import "tiv/tracefeed"

// State is what a thread does after an event, or when a block begins, as far
// as the writer of the trace knew: the numbers that docs/trace-format.md gives
// to states, or Untold. Package timeline has names for them.
type State uint8

// Untold is the state in traces of writers that don't know states: programs
// that record themselves.
const Untold State = 0xff

// Block is the events of a stretch of time, grouped by thread: what one EVENTS
// chunk holds. A block says by itself how things stand at its start, so that
// it can be read without those before it.
//
// Columns that hold a field have one value for each event that has the field,
// in the order of the events. A Block is read-only once it is made.
type Block struct {
	// Start is when the block begins: from here on it tells everything. End
	// is the time of its last event. Neighbouring blocks of a reduced trace
	// do not overlap: Start is the End of the block before.
	Start, End tracefeed.Time
	// Restart is true where something is missing before Start, so that what
	// is known of the time before does not reach over it.
	Restart bool
	// Groups are the threads that have events, by id, and where those are.
	Groups []Group
	// Codes says of each event what kind it is: an index into Table.
	Codes []uint8
	// Table lists the kinds of event of this block; at most 255.
	Table []Code
	// Times are when the events happened. They never go back in a group.
	Times []tracefeed.Time
	// Part is how much of it was read.
	Part Part
	// Details are nil where only states were asked for.
	*Details
	// Carries are how things stand at Start: the threads that are alive, by
	// id. What concerns waits is zero where only states were asked for. Nil
	// in traces with untold states.
	Carries []Carry

	// memory is what the block was read into, for the next one that reuses it.
	memory memory
}

// Part is how much of a block is read: each is a part of the one before.
type Part uint8

// The parts. Without All, there are no Stacks, CPUs, Names, Objects and Values, and
// no Cursor; Waits are all that who holds and waits for what follows from, and States
// has no Details.
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
	// Firsts is, by group, where its values begin in each column.
	Firsts []First
	// Holds are who holds which monitor at Start, by monitor and thread.
	Holds []Hold
}

// Group is the events of one thread in a block: those from First to
// First+Len-1. Events of NoThread are in a group, too.
type Group struct {
	Thread     tracefeed.ThreadID
	First, Len int32
}

// First is where the values of a group begin in each column of Details.
type First struct {
	Monitor, Other, Stack, CPU, Name, Object, Value int32
}

// Code is what events of one sort have in common.
type Code struct {
	Kind tracefeed.Kind
	// State is what the thread does after the event.
	State   State
	Cause   tracefeed.Cause
	Shared  bool
	Forever bool
	Fields  Fields
}

// Fields is a set of the fields that events of a code have; the others are
// zero.
type Fields uint8

// The fields. SameMonitor stands for the monitor of the event of the same group
// before it that had one, and takes no value.
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

// Carry is what a thread was doing when a block begins.
type Carry struct {
	Thread  tracefeed.ThreadID
	State   State
	Cause   tracefeed.Cause
	Shared  bool
	Forever bool
	// Since is when it began to do so.
	Since   tracefeed.Time
	Monitor tracefeed.MonitorID
	Other   tracefeed.ThreadID
	Stack   tracefeed.StackID
}

// Hold is a monitor that a thread holds when a block begins.
type Hold struct {
	Monitor tracefeed.MonitorID
	Thread  tracefeed.ThreadID
	// Count is how often it entered without leaving.
	Count  int32
	Shared bool
}
