package wire

import "tiv/tracefeed"

// Event is an event of a Go trace that has an equivalent in tracefeed.
type Event struct {
	// Time is in nanoseconds of the trace's clock. It never goes back.
	Time int64
	// G is the goroutine that the event is about.
	G G
	// By is the goroutine that caused the event, or the one that a log event of
	// G names.
	By G
	// Stack is the stack of G, or of a sample without a goroutine; for an
	// unblocked goroutine the stack of By; for a new one the function that it
	// starts with.
	Stack Stack
	// Origin is the stack at which By started G, for a new goroutine.
	Origin Stack
	// CPU is the number of the P plus 1; 0 is none.
	CPU tracefeed.CPU
	// Lock is the lock of a lock event; for a count, Names.Address returns its
	// value.
	Lock Lock
	Kind Kind
	// From and To are the states of a StateChange.
	From, To GoState
	// Reason is why G stopped, for a StateChange to GoWaiting.
	Reason Reason
}

// G numbers the goroutines of a trace in the order in which a reader met
// them; 0 is none.
type G int32

// Stack numbers the stacks of a generation; 0 is none.
type Stack int32

// Lock numbers the locks of a trace in the order in which a reader met them;
// 0 is none.
type Lock int32

// Kind is the kind of an event.
type Kind uint8

// The kinds. Those of locks come from log events of a recorder.
const (
	StateChange        Kind = iota // the state of g changes
	LockRequested                  // g is about to acquire a lock
	LockAcquired                   // g has acquired the lock
	LockReleased                   // g releases the lock, its own or another's
	RLockRequested                 // g is about to acquire a lock as a reader
	RLockAcquired                  // g has acquired the lock as a reader
	RLockReleased                  // g releases the lock as a reader, its own or another's
	LeakProven                     // the program's runtime has proven that g waits forever
	OwnReleased                    // g releases a lock that it owns
	OtherReleased                  // g releases a lock that another goroutine owns
	LockNamed                      // the lock of the events of g that follow
	OwnerNamed                     // by owns the lock that g named last
	ReaderNamed                    // by owns the lock that g named last, as a reader
	OwnerGone                      // by, named as a reader before, has released the lock since
	WaiterNamed                    // by waits for the lock that g named last
	RWaiterNamed                   // by waits for the lock that g named last, as a reader
	UnitTaken                      // g has taken units of a semaphore, and is one of its owners
	UnitOwnerNamed                 // by has taken units of the semaphore that g named last
	SignalAwaited                  // g is about to wait for a condition or wait group
	ChannelAwaited                 // g is about to wait for a channel, or for one of several
	LeaksSought                    // the number of searches for leaked goroutines so far
	LeaksUnsought                  // the same, while the collector is off
	LocksOmitted                   // the number of lock operations left out of the trace so far
	CallsOmitted                   // the number of calls left out of the trace so far
	RecordingFull                  // the trace has reached its maximum size, and ends
	MarkBegin                      // the collector's mark phase begins
	MarkActive                     // a mark phase is in progress at the start of a generation
	MarkEnd                        // the mark phase ends
	STWBegin                       // the world stops
	STWBeginGC                     // the world stops for the collector
	STWBeginDump                   // the world stops for the stacks of all goroutines
	STWEnd                         // the world starts again
	GenerationBoundary             // a generation begins, or the last one ends
	GenerationsMissing             // generations before the one that begins are not in the trace

	// The kinds from here on change no state.

	CPUSample   // the profiler found g, or no goroutine, on the CPU
	TaskBegin   // g begins the task in Names.User
	TaskEnd     // g ends the task in Names.User
	RegionBegin // g enters the region in Names.User
	RegionEnd   // g leaves the region in Names.User
	CallBegin   // g enters the function in Names.User
	CallEnd     // g leaves the function in Names.User
	CallTyped   // the task of g's innermost open call on Names.User.Task has the type Names.User.Name
	TypeNamed   // Names.User.Name is a type, and interfaces that it implements
	ItemPut     // g puts the item in Names.User into its channel
	ItemTaken   // g takes the item; item 0 of a channel: it finds none
	ItemPartner // by is the other goroutine of the next event about an item
	ItemHanded  // g puts the item, and the other goroutine takes it
	ItemFetched // g takes the item, which the other goroutine puts
	ItemLeft    // the other goroutine puts the item
	StreamPut   // g puts bytes into the stream Names.User.Name, up to the position Names.User.Task
	StreamTaken // g takes bytes; up to 0: it is about to wait for some, of any stream without a name
	// NumKinds is the number of kinds.
	NumKinds
)

// GoState is the runtime's state of a goroutine. The values are those of
// golang.org/x/exp/trace.
type GoState uint8

// The states.
const (
	GoUndetermined GoState = iota // not in the trace yet
	GoNotExist                    // before its creation, or after its end
	GoRunnable                    // waits for a P
	GoRunning                     // on a P
	GoWaiting                     // stopped for a Reason
	GoSyscall                     // in a system call, or in C code
)
