package lockorder

import (
	"slices"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// orderless knows the places at which an acquisition makes no lock order, because
// it does not wait, or not for a thread that can wait for it.
type orderless struct {
	tl    *timeline.Timeline
	known []int8 // by stack: 1 if it makes no order, -1 if it does, 0 if not known yet
}

// extend makes room for the stacks of a later snapshot of the trace.
func (o *orderless) extend(tl *timeline.Timeline) {
	o.tl, o.known = tl, append(o.known, make([]int8, len(tl.Stacks)-len(o.known))...)
}

// at reports whether an acquisition with a stack makes no order.
func (o *orderless) at(stack tracefeed.StackID) bool {
	if o.known[stack] == 0 {
		o.known[stack] = -1
		if o.find(o.tl.Stacks[stack]) {
			o.known[stack] = 1
		}
	}
	return o.known[stack] > 0
}

// find looks through the functions of a lock, such as TryLock, and the function that
// calls them.
func (o *orderless) find(stack []tracefeed.FrameID) bool {
	for _, f := range stack {
		function := o.tl.Frames[f].Func
		if !language.OfName(function).System() {
			return slices.Contains(waitFree, function)
		}
		if name := function[strings.LastIndexByte(function, '.')+1:]; strings.HasPrefix(strings.ToLower(name), "try") {
			return true
		}
	}
	return false
}

// waitFree are functions of Go's standard library that never wait for a thread that
// holds the monitor and waits for them in turn: a state keeps their orders apart.
// Nearly every program or test has them.
var waitFree = []string{
	// It locks ForkLock only if no other goroutine is between it and
	// releaseForkLock: the counter forking, guarded by forkingLock, is 0. Readers of
	// ForkLock do not lock forkingLock.
	"syscall.acquireForkLock",
	// It locks the parent of a test only if the test is done. Before that, the test
	// was reported, which is when flushToParent locks the test while it holds the
	// parent.
	"testing.(*common).destination",
}
