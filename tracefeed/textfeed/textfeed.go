// Package textfeed reads and writes text traces (*.tiv): events as people
// write them, one a line. Bytes go in and events come out, or the other way
// round; nothing here knows what the events mean to anyone.
//
//	tiv-text 1
//	0s    A  start name=Alpha
//	10ms  A  monitor-enter M      # a comment
//
// Words are separated by spaces and tabs, and a word that begins with #
// starts a comment. The file is UTF-8. In names (of threads and monitors, and
// after name=) %XX is the byte with that hexadecimal number, so that a name
// can hold a space; a % that no such number follows is itself. A thread or
// monitor called - is none.
//
// Text cannot say everything that an Event can: Stack, Forever and the Other of
// a ThreadStart are left out, and so are System threads, the names of monitors
// and those of threads that never start.
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

// maxLine is the most bytes that one line may have, without its end.
const maxLine = 64 << 10

// Format returns the format of text traces.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: name, Sniff: sniff, Open: open}
}

func sniff(start []byte) bool { return bytes.HasPrefix(start, []byte(magic)) }

// key is one of the keys that may follow an event; rule.keys is a set of them.
type key uint8

const (
	keyName key = 1 << iota
	keyBy
	keyMode
	keyCPU
)

var keyWords = [...]struct {
	key  key
	word string
}{{keyName, "name="}, {keyBy, "by="}, {keyMode, "mode="}, {keyCPU, "cpu="}}

// argument says what the word after an event is.
type argument uint8

const (
	noArgument argument = iota
	monitorArgument
	causeArgument // may be missing
	threadArgument
)

// rule is what may follow an event.
type rule struct {
	argument argument
	keys     key
	// causes are the ones that the argument may name.
	causes []tracefeed.Cause
}

var rules = [tracefeed.NumKinds]rule{
	tracefeed.ThreadStart:  {keys: keyName},
	tracefeed.IOStart:      {argument: causeArgument, causes: ioCauses},
	tracefeed.MonitorWait:  {argument: monitorArgument, keys: keyBy | keyMode},
	tracefeed.MonitorEnter: {argument: monitorArgument, keys: keyMode},
	tracefeed.MonitorExit:  {argument: monitorArgument},
	tracefeed.SuspendStart: {argument: causeArgument, causes: suspendCauses},
	tracefeed.Run:          {keys: keyCPU},
	tracefeed.Wake:         {argument: threadArgument, keys: keyBy},
}

var (
	ioCauses      = []tracefeed.Cause{tracefeed.CauseDisk, tracefeed.CauseNet, tracefeed.NoCause}
	suspendCauses = []tracefeed.Cause{tracefeed.CauseSleep, tracefeed.CauseWait, tracefeed.CauseJoin,
		tracefeed.CausePark, tracefeed.CauseChannel, tracefeed.CauseCollector, tracefeed.NoCause}
)

// hasThread reports whether events of kind k happen to a thread.
func hasThread(k tracefeed.Kind) bool { return k != tracefeed.GCStart && k != tracefeed.GCEnd }
