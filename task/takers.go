package task

import (
	"slices"

	"tiv/tracefeed"
)

// takers are the threads that gather items: they ever take two items of a queue in less time than
// work takes. When they take an item, they can still have the one before; any other thread is done
// with that. It shows only later in the trace.
type takers struct {
	gather []bool // by thread
	// asked are true for threads of which it mattered whether they gather.
	asked []bool
	// surprised is true if a thread gathers that was said not to.
	surprised bool
}

// grow makes room for threads.
func (x *takers) grow(threads int) {
	x.gather = append(x.gather, make([]bool, max(0, threads-len(x.gather)))...)
	x.asked = append(x.asked, make([]bool, max(0, threads-len(x.asked)))...)
}

// gathers reports whether a thread gathers items, as far as is known.
func (x *takers) gathers(t tracefeed.ThreadID) bool {
	x.asked[t] = true
	return x.gather[t]
}

// take notes that a thread takes an item of a queue.
func (x *takers) take(t *thread, id queueID, now tracefeed.Time) {
	if !x.gather[t.id] && t.taken == id && t.takenAt > 0 && now-t.takenAt < leastWork {
		x.gather[t.id] = true
		x.surprised = x.surprised || x.asked[t.id]
	}
	t.taken, t.takenAt = id, now
}

// clone returns a copy that shares nothing with x.
func (x *takers) clone() takers {
	return takers{slices.Clone(x.gather), slices.Clone(x.asked), x.surprised}
}
