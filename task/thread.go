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
	// channel is where the thread is suspended, or was last, waits is for what, and among is not
	// nil while it waits there to receive.
	channel tracefeed.MonitorID
	waits   direction
	among   *receivers
	// pending is true from since on if the thread, which works for a task by inference, waits to
	// receive: who ends the wait says whether it is for the task.
	pending bool
	// away is true if the thread has taken an item elsewhere than at home, where it took that for
	// which it worked.
	home queueID
	away bool
	// none are the queues in which the thread found no item since it took one, peers those of its
	// last select.
	none, peers []queueID
	// taken is the queue of the last item that it took, at takenAt.
	taken    queueID
	takenAt  tracefeed.Time
	gathered gathered
	// torn is the task of its creator that a wake-up has put in doubt, or none.
	torn int32
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
	// at is the channel where a worker waited when it was handed the task, for byWaker.
	at tracefeed.MonitorID
	// queue is where the worker took an item of the task, for byItem.
	queue queueID
	// stream is where it took bytes of the task, for byItem; nil: it was another queue.
	stream *stream
	// from is the thread that handed the task over, NoThread if none did.
	from tracefeed.ThreadID
}

// reason is how a claim is known. A claim by a call or region is of that stretch of the
// thread; the others are of all that it does.
type reason uint8

const (
	byCall    reason = iota // of a routine that a definition names, or on an object of the task
	byRegion                // that the trace says to belong to the task
	byItem                  // that was put into a queue for the task, and that the thread took
	byWaker                 // that works for the task
	byCreator               // that works for the task
	bySelf                  // having begun a task that the trace names
)

func (r reason) evidence() Evidence {
	if r.stays() || r == byItem {
		return Observed
	}
	return Inferred
}

// holds reports whether a claim is observed: it is of one stretch of the thread.
func (r reason) holds() bool { return r == byCall || r == byRegion }

// stays reports whether no inference ends a claim: the trace says that the thread works for the task.
func (r reason) stays() bool { return r.holds() || r == bySelf }

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

// doubtful reports whether the thread works for a task by inference only.
func (t *thread) doubtful() bool {
	return len(t.current) > 0 && !t.has(func(c *claim) bool { return c.by.stays() || c.by == byItem })
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
