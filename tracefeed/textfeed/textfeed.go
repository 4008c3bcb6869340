// Package textfeed reads and writes text traces (*.tiv), one event a line.
//
// Bytes go in and events come out, or the other way round; the package does not
// interpret the events. Every feed can be written as text, and reads back the
// same: events, and tables down to the numbers of their entries.
// docs/text-format.md describes the format for authors of such traces, with an
// example of each event; this is a summary.
//
//	tiv-text 1
//	0s    A  start name=Alpha
//	10ms  A  monitor-enter M      # a comment
//
// The file is UTF-8. The first line may add "sched": scheduler events are
// complete; "alone": only threads of the trace end its waits; and the statements of
// tracefeed.Header, such as kind=dump. Words are separated by spaces and tabs, and a
// word that begins with # starts a comment. In names %XX is the byte with that
// hexadecimal number, so that a name can hold any byte; any other % is itself.
// Each line is empty, an event or a definition.
//
// # Events
//
//	TIME THREAD EVENT [ARGUMENT] [key=value …]
//
// Times never go back. A thread, monitor, name or stack called - is none. Some
// events have no thread: gc-start and gc-end; some may have none: none, lost,
// and all that follow it below. The events and their arguments:
//
//	none                                          time has passed
//	start end io-end suspend-end ready run gc-start gc-end
//	io-start [disk|net|other]
//	suspend-start [sleep|wait|join|park|channel|gc|other]
//	monitor-wait M, monitor-enter M, monitor-exit M
//	wake B                                        B is the woken thread
//	lost
//	call-enter [NAME], call-exit [NAME], region-start [NAME], region-end [NAME]
//	task-start [NAME], task-end [NAME], task-type [NAME], counter [NAME]
//	alloc free sample put take task-link
//
// Every key may follow every event, except name=, which is for start alone. The
// value is kept even if the event does not use it. A key equivalent to the
// argument may not follow. An argument comes before all keys.
//
//	name=NAME           the thread's name
//	by=THREAD           Event.Other: started by, waits for, woken by
//	monitor=M           Event.Monitor
//	mode=shared         Event.Shared; or mode=exclusive
//	cause=CAUSE         Event.Cause, any of them
//	lasts=forever       Event.Forever
//	cpu=N               Event.CPU, from 0
//	stack=STACK         Event.Stack
//	what=NAME           Event.Name
//	object=N value=N    Event.Object, Event.Value: decimal, or hexadecimal after 0x
//
// # Definitions
//
//	thread  WORD [id=ID] [name=NAME] [system=yes|no] [process=WORD]
//	monitor WORD [id=ID] [name=NAME]
//	name    WORD [id=NAME]
//	frame   WORD FUNCTION [FILE:LINE]
//	stack   WORD [FRAME …]                        the innermost call first
//	process WORD [id=ID] [name=NAME] [parent=WORD] [command=TEXT]
//	type    WORD [WORD …]                         its direct supertypes
//	trace   KEY=VALUE …                           later statements about the trace
//
// Threads, monitors and names need no definition: a word that is not defined
// is its own id. A definition with id= gives it another id. A later line about
// the same thread or monitor changes the values in it; otherwise nothing can be
// defined twice. Frames, stacks and processes must be defined before they are used. A value
// may be empty, and an unknown FUNCTION is -. The words of a type are those of names;
// types may be defined several times, and then have all supertypes of these lines.
//
// A start without name= names the thread like its id, unless a thread line has
// named it. Entries of tables are numbered in the order in which they are first
// mentioned, on a line from left to right, with a wake's B first.
//
// A line has at most 65536 bytes. A definition that ends with \ continues at
// the start of the next line, up to 16777216 bytes.
package textfeed

import (
	"bytes"

	"tiv/tracefeed"
)

const (
	name    = "text"
	magic   = "tiv-text "
	version = "1"
)

const (
	// maxLine is the maximum length of a line in bytes, without its end.
	maxLine = 64 << 10
	// maxDefinition is the maximum length in bytes of a definition of several
	// lines.
	maxDefinition = 16 << 20
)

// Format returns the format of text traces.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: name, Sniff: sniff, Open: open}
}

func sniff(start []byte) bool { return bytes.HasPrefix(start, []byte(magic)) }

// argument is the type of the word after an event.
type argument uint8

const (
	noArgument argument = iota
	monitorArgument
	causeArgument // may be missing
	threadArgument
	nameArgument // may be missing
)

// rule describes the words that may follow an event.
type rule struct {
	argument argument
	// causes are the ones that the argument may name.
	causes []tracefeed.Cause
}

var rules = [tracefeed.NumKinds]rule{
	tracefeed.IOStart:      {argument: causeArgument, causes: ioCauses},
	tracefeed.MonitorWait:  {argument: monitorArgument},
	tracefeed.MonitorEnter: {argument: monitorArgument},
	tracefeed.MonitorExit:  {argument: monitorArgument},
	tracefeed.SuspendStart: {argument: causeArgument, causes: suspendCauses},
	tracefeed.Wake:         {argument: threadArgument},
	tracefeed.CallEnter:    {argument: nameArgument},
	tracefeed.CallExit:     {argument: nameArgument},
	tracefeed.TaskStart:    {argument: nameArgument},
	tracefeed.TaskEnd:      {argument: nameArgument},
	tracefeed.RegionStart:  {argument: nameArgument},
	tracefeed.RegionEnd:    {argument: nameArgument},
	tracefeed.Counter:      {argument: nameArgument},
	tracefeed.TaskType:     {argument: nameArgument},
}

var (
	ioCauses      = []tracefeed.Cause{tracefeed.CauseDisk, tracefeed.CauseNet, tracefeed.NoCause}
	suspendCauses = []tracefeed.Cause{tracefeed.CauseSleep, tracefeed.CauseWait, tracefeed.CauseJoin,
		tracefeed.CausePark, tracefeed.CauseChannel, tracefeed.CauseCollector, tracefeed.NoCause}
)

// neverHasThread reports whether events of kind k happen to the whole program.
func neverHasThread(k tracefeed.Kind) bool { return k == tracefeed.GCStart || k == tracefeed.GCEnd }

// needsThread reports whether events of kind k must have a thread.
func needsThread(k tracefeed.Kind) bool {
	return tracefeed.NoKind < k && k < tracefeed.Lost && !neverHasThread(k) || k == tracefeed.StateUnknown
}
