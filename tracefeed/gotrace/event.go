package gotrace

import "tiv/tracefeed"

// event is an event of a Go trace that has an equivalent in tracefeed. The
// library and the wire reader both produce events for the mapper.
type event struct {
	time int64 // in nanoseconds of the trace's clock; never goes back
	g    gnum  // the goroutine that the event is about
	by   gnum  // the goroutine that caused it, or the one that a log event of g names
	// stack is the stack of g, or of no goroutine; for an unblocked goroutine the stack of by; for
	// a new one the function that it starts with.
	stack stackNum
	// origin is the stack at which by started g, for a new goroutine.
	origin stackNum
	cpu    tracefeed.CPU
	lock   lockNum // of a lock event; of a count, the index of its value among the locks
	kind   eventKind
	// from, to and reason are set for a stateChange; reason is why g stopped.
	from, to goState
	reason   reason
}

// gnum numbers the goroutines of a trace in the order in which a reader met
// them; 0 is none.
type gnum int32

// stackNum numbers the stacks of a generation; 0 is none.
type stackNum int32

// lockNum numbers the locks of a trace in the order in which a reader met them;
// 0 is none.
type lockNum int32

// eventKind is the kind of an event.
type eventKind uint8

const (
	stateChange        eventKind = iota // the state of g changes
	lockRequested                       // g is about to acquire a lock
	lockAcquired                        // g has acquired the lock
	lockReleased                        // g releases the lock, its own or another's
	rlockRequested                      // g is about to acquire a lock as a reader
	rlockAcquired                       // g has acquired the lock as a reader
	rlockReleased                       // g releases the lock as a reader, its own or another's
	leakProven                          // the program's runtime has proven that g waits forever
	ownReleased                         // g releases a lock that it owns
	otherReleased                       // g releases a lock that another goroutine owns
	lockNamed                           // the lock of the events of g that follow
	ownerNamed                          // by owns the lock that g named last
	readerNamed                         // by owns the lock that g named last, as a reader
	readerGone                          // by, named as a reader before, has released the lock since
	locksOmitted                        // the number of lock operations left out of the trace so far
	recordingFull                       // the trace has reached its maximum size, and ends
	markBegin                           // the collector's mark phase begins
	markActive                          // a mark phase is in progress at the start of a generation
	markEnd                             // the mark phase ends
	stwBegin                            // the world stops
	stwBeginGC                          // the world stops for the collector
	stwEnd                              // the world starts again
	generationBoundary                  // a generation begins, or the last one ends

	// The kinds from here on change no state.

	cpuSample   // the profiler found g, or no goroutine, on the CPU
	taskBegin   // g begins the task in mapper.user
	taskEnd     // g ends the task in mapper.user
	regionBegin // g enters the region in mapper.user
	regionEnd   // g leaves the region in mapper.user
	numKinds
)

// goState is the runtime's state of a goroutine, in the order of the library's
// states.
type goState uint8

const (
	stateUnknown goState = iota // not in the trace yet
	stateNone                   // the goroutine does not exist
	stateRunnable
	stateRunning
	stateWaiting
	stateSyscall
)

// stackList is the stacks of one generation. Frames are numbered from 0.
type stackList interface {
	// calls returns the frames of a stack, the innermost first, valid until the
	// next call.
	calls(stackNum) []int32
	frame(int32) tracefeed.Frame
}
