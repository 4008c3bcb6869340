package generate

import "tiv/tracefeed"

// timer is the time of the next event of a thread.
type timer struct {
	at     tracefeed.Time
	thread tracefeed.ThreadID
}

// timers is a heap of timers, the earliest first, each with four children so
// that they share a cache line. Timers of the same time come in an order that
// depends only on the order in which they were added.
//
// Nearly every timer taken is followed by one added: take leaves a hole at the
// top, and add fills it, so both together cost one way down the heap.
type timers struct {
	heap []timer
	hole bool // heap[0] was taken
}

// take removes and returns the earliest timer; false if there is none.
func (q *timers) take() (timer, bool) {
	if q.hole {
		last := len(q.heap) - 1
		x := q.heap[last]
		q.heap = q.heap[:last]
		q.hole = false
		if last > 0 {
			q.down(x)
		}
	}
	if len(q.heap) == 0 {
		return timer{}, false
	}
	q.hole = true
	return q.heap[0], true
}

// add adds a timer that is not before the one taken last.
func (q *timers) add(at tracefeed.Time, thread tracefeed.ThreadID) {
	x := timer{at, thread}
	if q.hole {
		q.hole = false
		q.down(x)
		return
	}
	q.heap = append(q.heap, x)
	h, i := q.heap, len(q.heap)-1
	for i > 0 {
		parent := (i - 1) / 4
		if h[parent].at <= at {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = x
}

// down puts x at the top and lets it sink.
func (q *timers) down(x timer) {
	h, i := q.heap, 0
	for {
		first := 4*i + 1
		if first >= len(h) {
			break
		}
		least, at := first, h[first].at
		for j, c := range h[first+1 : min(first+4, len(h))] {
			if c.at < at {
				least, at = first+1+j, c.at
			}
		}
		if x.at <= at {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = x
}
