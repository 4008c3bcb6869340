package gotrace

import "tiv/tracefeed"

// event is an event of a Go trace that means something to us. The library and
// the wire reader both make these, and the mapper knows no others.
type event struct {
	time int64 // in nanoseconds of the trace's clock; never goes back
	g    gnum  // whom it is about
	by   gnum  // who ran where it happened, or whom a log event of g names
	// stack is where g was, for a goroutine that is let go on where by was,
	// and for a new one the function that it begins with.
	stack stackNum
	// origin is where by was when it started g, for a new goroutine.
	origin stackNum
	cpu    tracefeed.CPU
	lock   lockNum // that g is about to lock, or…; of a count, where that is
	what   what
	// from and to are of a change; reason is why g stopped.
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

// what says what an event reports.
type what uint8

const (
	aChange     what = iota // g goes from one state to another
	willLock                // g is about to ask for a lock
	hasLocked               // has it
	hasUnlocked             // lets it go
	willRLock               // the same as a reader
	hasRLocked
	hasRUnlocked
	hasLeaked     // the program's runtime has proven that g waits for ever
	letsGo        // lets go what it holds
	letsOthersGo  // lets go what another holds
	namesLock     // says nothing but which lock it is
	namesOwner    // by holds the lock that g named last
	namesReader   // by reads it
	namesNoReader // by has let it go since
	omitsLocks    // how many lock operations the trace does not have, so far
	isFull        // the trace is as large as it may be, and ends
	markBegins    // the collector begins to mark
	markGoesOn    // it does so when a generation begins
	markEnds
	worldStops
	worldStopsForGC
	worldStarts
	aGeneration // a generation begins, or the last one ends
)

// goState is what the runtime says that a goroutine does, in the order of the
// library's states.
type goState uint8

const (
	stateUnknown goState = iota // the trace has not said so yet
	stateNone                   // does not exist
	stateRunnable
	stateRunning
	stateWaiting
	stateSyscall
)

// stackList are the stacks of one generation. Frames are numbered from 0.
type stackList interface {
	// calls returns the frames of a stack, the innermost first, until the next
	// call.
	calls(stackNum) []int32
	frame(int32) tracefeed.Frame
}
