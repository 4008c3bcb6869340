package task

import (
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// direction says what a suspended thread waits for.
type direction uint8

const (
	elsewhere direction = iota // not for work: for a time, a result, a permission, the end of threads
	idle                       // for the next job of a pool, or for reasons that nobody knows
	receiving                  // for work from a channel
	taking                     // for work from elsewhere, as from a list with a condition
	sending                    // to get rid of something: for room in a queue, for a receiver
)

// direction returns what a thread waits for whose suspension begins.
func (k *tracker) direction(ev *tracefeed.Event) direction {
	switch ev.Cause {
	case tracefeed.CauseChannel, tracefeed.CauseWait, tracefeed.CausePark:
	case tracefeed.NoCause:
		if ev.Stack == tracefeed.NoStack { // such as a thread of Java that carries a virtual one
			return idle
		}
		return elsewhere
	default:
		return elsewhere
	}
	waits := taking
	if ev.Cause == tracefeed.CauseChannel {
		waits = receiving
	}
	for _, frame := range k.tl.Stacks[ev.Stack] { // the outermost function of the library decides
		f := k.tl.Frames[frame]
		switch known := language.Of(f); {
		case known.Object == language.Pool:
			return idle
		case known.Object == language.WaitGroup, known.Object == language.Mutex, known.Object == language.RWLock,
			known.Object == language.ReadLock, known.Object == language.Once, known.Object == language.Collector,
			known.Object == language.Semaphore:
			return elsewhere
		case !known.System():
			return waits
		}
		at := strings.LastIndexAny(f.Func, ".:") + 1
		switch f.Func[at:] {
		case "chansend", "chansend1", "put", "putFirst", "putLast", "offer", "offerFirst", "offerLast", "transfer":
			waits = sending
		case "take", "takeFirst", "takeLast", "poll", "pollFirst", "pollLast":
			waits = taking
		}
		if slices.Contains(results, f.Func[:at]) {
			waits = elsewhere
		}
	}
	return waits
}

// results are the classes whose methods wait for a result, a permission or for all others, but
// for no work.
var results = []string{
	"java.util.concurrent.CompletableFuture.", "java.util.concurrent.CountDownLatch.", "java.util.concurrent.CyclicBarrier.",
	"java.util.concurrent.ForkJoinTask.", "java.util.concurrent.FutureTask.", "java.util.concurrent.Phaser.",
	"java.util.concurrent.Semaphore.", "std::__atomic_futex_unsigned_base::", "std::__basic_future::", "std::future::",
}
