package task

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// receives reports whether a thread that is suspended waits where another hands it work: at a
// channel, a condition, a semaphore, a future, or in a queue. Whoever waits for threads to
// end, or to get rid of something, is given nothing.
func (k *tracker) receives(ev *tracefeed.Event) bool {
	switch ev.Cause {
	case tracefeed.CauseChannel, tracefeed.CauseWait, tracefeed.CausePark:
	default:
		return false
	}
	for _, frame := range k.tl.Stacks[ev.Stack] {
		f := k.tl.Frames[frame]
		switch known := language.Of(f); {
		case known.Object == language.WaitGroup, known.Object == language.Mutex, known.Object == language.RWLock,
			known.Object == language.ReadLock, known.Object == language.Once, known.Object == language.Collector, sends(f.Func):
			return false
		case !known.System():
			return true
		}
	}
	return true
}

// sends reports whether a function of a library waits for room, to leave something there.
func sends(function string) bool {
	name := function[strings.LastIndexAny(function, ".:")+1:]
	switch name {
	case "chansend", "chansend1", "put", "putFirst", "putLast", "offer", "offerFirst", "offerLast", "transfer":
		return true
	}
	return false
}
