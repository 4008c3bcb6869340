package gotrace

import "tiv/tracefeed"

// events is a queue of events, in blocks so that a long one is never copied.
type events struct {
	start  []tracefeed.Event   // before all others
	held   []packed            // blocks made while packing
	full   [][]tracefeed.Event // the blocks made since, the oldest first
	last   []tracefeed.Event   // the block that is being filled
	spare  []tracefeed.Event   // a used block
	values []int32             // scratch for packing
	count  int                 // pushed so far
	// packing: the events have to wait, so they should take little memory.
	packing bool
}

const blockLen = 8192

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
	switch {
	case len(q.last) == 0:
	case q.packing:
		q.pack(q.last)
		q.last = q.last[:0]
		return
	default:
		q.full = append(q.full, q.last)
	}
	q.last = q.block()
}

// block returns an empty block.
func (q *events) block() []tracefeed.Event {
	b := q.spare[:0]
	q.spare = nil
	if cap(b) == 0 {
		b = make([]tracefeed.Event, 0, blockLen)
	}
	return b
}

// enough reports whether there is about a block.
func (q *events) enough() bool { return len(q.last) >= blockLen-mostAtOnce || len(q.full) > 0 }

// take takes the oldest block out and gives back one that was taken before.
// The block is empty if the queue is.
func (q *events) take(used []tracefeed.Event) (b []tracefeed.Event) {
	if cap(used) == blockLen {
		q.spare = used
	}
	switch {
	case len(q.start) > 0:
		b, q.start = q.start, nil
	case len(q.held) > 0:
		b = q.held[0].unpack(q.block())
		q.held[0] = packed{}
		q.held = q.held[1:]
	case len(q.full) > 0:
		b = q.full[0]
		q.full[0] = nil
		q.full = q.full[1:]
	default:
		b, q.last = q.last, nil
	}
	return b
}
