package task

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// direction says what a suspended thread waits for.
type direction uint8

const (
	elsewhere direction = iota // for nothing that has to do with work: a time, the end of threads
	receiving                  // for work: at a channel, a condition, a semaphore, a future, in a queue
	sending                    // to get rid of something: for room in a queue, for a receiver
)

// direction returns what a thread waits for whose suspension begins.
func (k *tracker) direction(ev *tracefeed.Event) direction {
	switch ev.Cause {
	case tracefeed.CauseChannel, tracefeed.CauseWait, tracefeed.CausePark:
	default:
		return elsewhere
	}
	for _, frame := range k.tl.Stacks[ev.Stack] {
		f := k.tl.Frames[frame]
		switch known := language.Of(f); {
		case known.Object == language.WaitGroup, known.Object == language.Mutex, known.Object == language.RWLock,
			known.Object == language.ReadLock, known.Object == language.Once, known.Object == language.Collector:
			return elsewhere
		case sends(f.Func):
			return sending
		case !known.System():
			return receiving
		}
	}
	return receiving
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
