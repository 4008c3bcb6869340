package task

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// none is the index of no task.
const none int32 = -1

// thread is what tracking knows of one thread.
type thread struct {
	id    tracefeed.ThreadID
	calls timeline.CallStack
	// frames has an entry for each of calls.Calls.
	frames []frame
	// current are the tasks that the thread works for, the one that counts last.
	current []claim
	// state is that since the time since; what was before is counted.
	state tracefeed.State
	since tracefeed.Time
	// begun is when the thread began to work for the last of current.
	begun tracefeed.Time
	// mixes is true if the thread began tasks that overlap without being parts of each other.
	mixes bool
	// wait is where the thread is suspended, or was last, and waits is for what.
	wait  place
	waits direction
}

// frame is an open call, and what it cost without the calls in it, for one task.
type frame struct {
	task          int32
	serial        int64 // of the call
	running, real tracefeed.Time
	allocs, bytes int64
}

// claim is a reason for which a thread works for a task.
type claim struct {
	task int32
	by   reason
	// depth is that of the call with which the claim ends, for byCall.
	depth int
	// name is that of the region with which it ends, for byRegion.
	name tracefeed.NameID
	// at is where a worker waited when it was handed the task, for byWaker.
	at place
}

// reason is how a claim is known. A claim by a call or region is of that stretch of the
// thread; the others are of all that it does.
type reason uint8

const (
	byCall    reason = iota // of a routine that a definition names, or on an object of the task
	byRegion                // that the trace says to belong to the task
	byWaker                 // that works for the task
	byCreator               // that works for the task
	bySelf                  // having begun a task that the trace names
)

func (r reason) evidence() Evidence {
	if r.holds() {
		return Observed
	}
	return Inferred
}

// holds reports whether a claim is observed: it is of one stretch of the thread.
func (r reason) holds() bool { return r == byCall || r == byRegion }

// inherits reports whether a claim ends with its task, and does not keep that open.
func (r reason) inherits() bool { return r == byCreator || r == bySelf }

// top returns the claim that counts; nil for none.
func (t *thread) top() *claim {
	if n := len(t.current); n > 0 {
		return &t.current[n-1]
	}
	return nil
}

// task returns the index of the task that the thread works for, or none.
func (t *thread) task() int32 {
	if c := t.top(); c != nil {
		return c.task
	}
	return none
}

// has reports whether a claim fits.
func (t *thread) has(fits func(*claim) bool) bool {
	for i := range t.current {
		if fits(&t.current[i]) {
			return true
		}
	}
	return false
}

// place is where a thread waits: at an object if the trace names it, else in a stack.
type place struct {
	monitor tracefeed.MonitorID
	stack   tracefeed.StackID
}

// at returns the place of a suspension.
func at(ev *tracefeed.Event) place {
	if ev.Monitor != tracefeed.NoMonitor {
		return place{monitor: ev.Monitor}
	}
	return place{stack: ev.Stack}
}
