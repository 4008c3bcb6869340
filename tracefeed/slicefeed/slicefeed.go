package slicefeed

import (
	"math"

	"tiv/tracefeed"
)

// Kind is the kind of a record.
type Kind uint8

const (
	// Slice: a slice of the thread that lasts for Value nanoseconds; Code says which.
	Slice Kind = iota
	// Begin: a slice of the thread begins.
	Begin
	// End: the innermost slice of the thread with this name ends, or with any name for
	// NoName.
	End
	// Region is Begin for a slice that need not be nested, RegionEnd the end of the last
	// one with this name and Value that is open.
	Region
	// RegionEnd is described at Region.
	RegionEnd
	// Mark: something happens in the thread, without a length.
	Mark
	// Clock: the thread has used Value nanoseconds of processor time so far.
	Clock
	// Count: the counter Name (of Log.Counter) has the value Value, or the bits of a
	// float64 if Code is 1.
	Count
	// TaskBegin: task Value (of Log.Key) begins, as a part of the open one that began last
	// with this Value. With Code Once it is left out if there is an open one.
	TaskBegin
	// TaskEnd: the open task that began last with this Value and Name ends. A task without a
	// name has any.
	TaskEnd
	// Flow: flow Value (of Log.Key) arrives at the thread if it has left another one
	// before, and leaves it unless Code has FlowLast. With FlowOut it does not arrive.
	Flow
	// State: from here on the thread is in the state Name (of Log.StateName), for Value
	// nanoseconds, or until its next State or StateEnd if Value is negative. With Code
	// Partial, CPU is the number of its processor + 1, and 0 for none.
	State
	// StateEnd: the state of the thread ends. Without a next one at this time the thread
	// ends, unless its states are Partial.
	StateEnd
	// Switch: on processor CPU, Thread gives way to Other; for 0, the thread that has the
	// processor does. Code is the state that it leaves in: a letter of the kernel, R, S,
	// D, T, X, Z, I or P.
	Switch
	// Blocked: the last Switch from the thread in the state D was to wait for a device, or
	// for something else if Value is 0.
	Blocked
	// Wakeup: Thread becomes runnable, because of Other, if that is known; because of the
	// thread on processor CPU if Code is ByCurrent.
	Wakeup
	// Spawn: Thread begins, started by Other.
	Spawn
	// Exit: Thread ends.
	Exit
	// Collect: the garbage collector starts to work.
	Collect
	// CollectEnd: it stops.
	CollectEnd
	// Sample: the thread is seen with the stack Name (of Log.Stack). Its weight is Value.
	Sample
	// Moment: the trace has this time, though nothing happens.
	Moment
	// Lost: Value records are missing here (0: unknown), of all threads for NoThread.
	Lost
)

// The ends of a flow, for Record.Code.
const (
	FlowOut  = 1
	FlowLast = 2
)

// ByCurrent is described at Wakeup.
const ByCurrent = 1

// Once is described at TaskBegin.
const Once = 1

// Partial is the code of a State of a thread that may exist before its first state and
// after its last one.
const Partial = 1

// Record is one fact about a trace. Fields that a kind does not use are zero.
type Record struct {
	// At is in nanoseconds of the trace's clock, at most MaxTime from 0.
	At int64
	// Value is described at the kinds; a length is at most MaxTime.
	Value         int64
	Thread, Other Thread
	Name          tracefeed.NameID
	CPU           int16
	Kind          Kind
	Code          uint8
}

// MaxTime is the largest time and length of a record, about 73 years.
const MaxTime = 1 << 61

// Thread is a thread of a log; 0 is none.
type Thread int32

// Log collects the records of a trace. It takes 32 bytes for a record, and 32 more
// while unsorted records are played. Its zero value is not ready to use.
type Log struct {
	names
	chunks [][]Record
	n      int
	// first and last are the least and greatest times, of ends too; latest is the time of
	// the latest record.
	first, last, latest int64
	sorted              bool
	// skipped counts the events of the source that have no record, by kind; flows is the
	// number of records of flows, samples that of samples.
	skipped tracefeed.LeftOut
	flows   int64
	samples int64
	remarks []string
	// explained: it has Blocked records.
	explained bool
}

// New returns an empty log.
func New() *Log {
	return &Log{names: newNames(), skipped: tracefeed.LeftOut{}, first: math.MaxInt64, last: math.MinInt64,
		latest: math.MinInt64, sorted: true}
}

const chunkLen = 1 << 13

// Add adds a record. Records of the same time keep their order.
func (l *Log) Add(r Record) {
	if l.n%chunkLen == 0 {
		l.chunks = append(l.chunks, make([]Record, 0, chunkLen))
	}
	c := &l.chunks[len(l.chunks)-1]
	*c = append(*c, r)
	l.n++
	end := r.At
	if r.Kind == Slice || r.Kind == State {
		end += max(0, r.Value)
	}
	l.first, l.last = min(l.first, r.At), max(l.last, end)
	if r.Kind == Flow {
		l.sorted = false
		l.flows++
	} else if r.At < l.latest {
		l.sorted = false
	}
	switch r.Kind {
	case Sample:
		l.samples++
	case Blocked:
		l.explained = true
	}
	l.latest = max(l.latest, r.At)
	kind := r.Kind
	if kind == Clock && r.Value == 0 {
		kind = Moment // a clock that stays at 0 is none, as in Node.js
	}
	l.mark(r.Thread, kind)
	if r.Kind == Switch {
		l.mark(r.Other, r.Kind)
	}
}

// Skip counts an event of the source that has no record. kind is a noun: "memory dump".
func (l *Log) Skip(kind string) { l.SkipMany(kind, 1) }

// SkipMany counts n such events.
func (l *Log) SkipMany(kind string, n int64) {
	if n > 0 {
		l.skipped[kind] += n
	}
}

// Remark adds a remark for the user about the trace.
func (l *Log) Remark(text string) { l.remarks = append(l.remarks, text) }

// Len returns the number of records.
func (l *Log) Len() int { return l.n }

func (l *Log) record(i int32) *Record { return &l.chunks[i/chunkLen][i%chunkLen] }
