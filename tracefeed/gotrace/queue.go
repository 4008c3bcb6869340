package gotrace

import "tiv/tracefeed"

// events is a queue of events, in blocks so that a long one is never copied.
type events struct {
	full  [][]tracefeed.Event // the oldest block first; blocks may be short
	last  []tracefeed.Event   // the block that is being filled
	spare []tracefeed.Event   // a used block
	count int                 // pushed so far
}

const blockLen = 2048

// push appends an event for the caller to fill in.
func (q *events) push() *tracefeed.Event {
	if len(q.last) == cap(q.last) {
		q.newBlock()
	}
	q.last = q.last[:len(q.last)+1]
	q.count++
	return &q.last[len(q.last)-1]
}

func (q *events) newBlock() {
	if len(q.last) > 0 {
		q.full = append(q.full, q.last)
	}
	q.last, q.spare = q.spare[:0], nil
	if cap(q.last) == 0 {
		q.last = make([]tracefeed.Event, 0, blockLen)
	}
}

// pushFront puts events before all others.
func (q *events) pushFront(evs []tracefeed.Event) {
	if len(evs) > 0 {
		q.full = append([][]tracefeed.Event{evs}, q.full...)
		q.count += len(evs)
	}
}

// take takes the oldest block out and gives back one that was taken before.
// The block is empty if the queue is.
func (q *events) take(used []tracefeed.Event) []tracefeed.Event {
	if cap(used) == blockLen {
		q.spare = used
	}
	if len(q.full) > 0 {
		b := q.full[0]
		q.full[0] = nil
		q.full = q.full[1:]
		return b
	}
	b := q.last
	q.last = nil
	return b
}
