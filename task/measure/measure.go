// Package measure lists the numbers that say what a task was and what it cost: those that views
// plot, sort and colour by.
//
// A measure is of a task with its parts, unless its help says otherwise.
package measure

import (
	"fmt"
	"strconv"

	"tiv/task"
	"tiv/tracefeed"
)

// Unit says what the numbers of a measure count.
type Unit uint8

// The units.
const (
	// Nanoseconds are a length of time.
	Nanoseconds Unit = iota
	// Number is a number of things.
	Number
	// Bytes are an amount of memory.
	Bytes
)

// Measure is a number of each task, which is never negative.
type Measure struct {
	// Name is its name in commands and saved views: "blocking", "gc-time".
	Name string
	// Title is its name for people, Help a sentence about it.
	Title, Help string
	Unit        Unit
	of          func(*task.Task) int64
}

// Of returns the number of a task.
func (m *Measure) Of(t *task.Task) int64 { return max(0, m.of(t)) }

// Duration is the time from the start of a task to its end; of a task without one of them, as far
// as the trace has it.
var Duration = &Measure{"duration", "duration", "The time from its start to its end.", Nanoseconds,
	func(t *task.Task) int64 { return int64(t.End - t.Start) }}

// Measures are all measures, in the order of menus.
var Measures = []*Measure{
	Duration,
	{"working", "working time", "The time that threads worked for it, in any state; that of several threads is added up.",
		Nanoseconds, func(t *task.Task) int64 { return int64(t.Total.Times.Alive()) }},
	state(tracefeed.Running, "The time that threads ran for it."),
	state(tracefeed.Runnable, "The time that its threads waited for a processor."),
	state(tracefeed.Blocking, "The time that its threads waited for locks that others held."),
	state(tracefeed.Suspended, "The time that its threads were suspended."),
	state(tracefeed.IO, "The time that its threads waited for devices."),
	state(tracefeed.Unknown, "The time that its threads were in a state that the trace does not give."),
	{"queue", "queue time", "The time from its start to its end in which no thread worked for it.",
		Nanoseconds, func(t *task.Task) int64 { return int64(t.Total.Queue) }},
	{"calls", "calls", "The number of calls entered for it.", Number, func(t *task.Task) int64 { return t.Total.Calls }},
	{"allocations", "allocations", "The number of objects allocated for it.",
		Number, func(t *task.Task) int64 { return t.Total.Allocs }},
	{"allocated", "allocated memory", "The memory allocated for it.", Bytes, func(t *task.Task) int64 { return t.Total.AllocBytes }},
	{"unfreed", "memory not freed", "The memory allocated for it that was not freed.",
		Bytes, func(t *task.Task) int64 { return t.Total.UnfreedBytes }},
	{"collections", "collections", "The number of garbage collections during which a thread worked for it.",
		Number, func(t *task.Task) int64 { return int64(t.Total.Collections) }},
	{"collecting", "time in collections", "The time of garbage collections during which a thread worked for it.",
		Nanoseconds, func(t *task.Task) int64 { return int64(t.Total.CollectionTime) }},
	{"threads", "threads", "The number of threads that worked for it.", Number, func(t *task.Task) int64 { return int64(len(t.Threads)) }},
	{"depth", "depth", "The number of tasks of which it is a part.", Number, func(t *task.Task) int64 { return int64(t.Depth) }},
}

// state returns the measure of the time in a state.
func state(s tracefeed.State, help string) *Measure {
	return &Measure{s.String(), s.Word() + " time", help, Nanoseconds, func(t *task.Task) int64 { return int64(t.Total.Times[s]) }}
}

// String returns the name; "" for none.
func (m *Measure) String() string {
	if m == nil {
		return ""
	}
	return m.Name
}

// Parse returns the measure of a name; ok is false if there is none.
func Parse(name string) (m *Measure, ok bool) {
	for _, m := range Measures {
		if m.Name == name {
			return m, true
		}
	}
	return nil, false
}

// Format writes a number of the measure with its unit: "12.3 ms", "7", "1.5 MB".
func (m *Measure) Format(n int64) string {
	switch m.Unit {
	case Nanoseconds:
		if n == 0 {
			return "0"
		}
		return tracefeed.Time(n).String()
	case Bytes:
		return size(n)
	}
	return tracefeed.Count(int(n))
}

// size writes an amount of memory with three digits: "999 B", "1.25 MB".
func size(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	x, unit := float64(n), 0
	for ; x >= 999.5 && unit < len("kMGTPE"); unit++ {
		x /= 1000
	}
	return strconv.FormatFloat(x, 'g', 3, 64) + fmt.Sprintf(" %cB", "kMGTPE"[unit-1])
}
