package gotrace

import "tiv/tracefeed"

// events is a queue of events, in blocks so that a long one is never copied.
type events struct {
	start  []tracefeed.Event   // before all others
	held   []packed            // blocks made while holding
	full   [][]tracefeed.Event // the blocks made since, the oldest first
	last   []tracefeed.Event   // the block that is being filled, with room for more
	n      int                 // events in last
	spare  []tracefeed.Event   // a used block
	values []int32             // scratch for packing
	done   int                 // pushed in blocks before last
	// holding: the events are held back, and kept packed. The first generation is held back
	// until it is complete: only then the state of every goroutine at its start is known.
	holding bool
	// starts are the events of time 0, with NoKind for one that is not known yet.
	starts []tracefeed.Event
	now    tracefeed.Time // of the current event; never goes back
	// lastEmitted is the time of the last event made.
	lastEmitted tracefeed.Time
}

const blockLen = 8192

// push appends an event for the caller to fill in.
func (q *events) push() *tracefeed.Event {
	if q.n == len(q.last) {
		q.newBlock()
	}
	q.n++
	return &q.last[q.n-1]
}

// emit emits an event at the current time. The caller sets its other fields.
func (q *events) emit(k tracefeed.Kind, t tracefeed.ThreadID) *tracefeed.Event {
	q.lastEmitted = q.now
	ev := q.push()
	*ev = tracefeed.Event{Time: q.now, Thread: t, Kind: k}
	return ev
}

// emitStart emits an event about the start of the trace, if that is still
// possible, and returns its index in starts plus 1.
func (q *events) emitStart(ev tracefeed.Event) int32 {
	if !q.holding {
		if ev.Kind != tracefeed.NoKind {
			ev.Time = q.now
			*q.emit(ev.Kind, ev.Thread) = ev
		}
		return 0
	}
	q.starts = append(q.starts, ev)
	return int32(len(q.starts))
}

// release ends the holding back: the events about the start come first.
func (q *events) release() {
	sure := q.starts[:0]
	for _, ev := range q.starts {
		if ev.Kind != tracefeed.NoKind {
			sure = append(sure, ev)
		}
	}
	q.start, q.starts, q.holding = sure, nil, false
}

// count returns the number of events pushed so far.
func (q *events) count() int { return q.done + q.n }

func (q *events) newBlock() {
	switch {
	case q.n == 0:
		q.last = q.block()
	case q.holding:
		q.pack(q.last)
	default:
		q.full = append(q.full, q.last)
		q.last = q.block()
	}
	q.done, q.n = q.done+q.n, 0
}

// block returns an empty block.
func (q *events) block() []tracefeed.Event {
	b := q.spare
	q.spare = nil
	if cap(b) == 0 {
		b = make([]tracefeed.Event, blockLen)
	}
	return b[:cap(b)]
}

// maxAtOnce is the maximum number of events that a decoder makes from one event
// of the trace.
const maxAtOnce = 3

// enough reports whether there is about a block of events.
func (q *events) enough() bool { return q.n >= blockLen-maxAtOnce || len(q.full) > 0 }

// take removes and returns the oldest block, and recycles one that was taken
// before. The block is empty if the queue is.
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
		b, q.last = q.last[:q.n], nil
		q.done, q.n = q.done+q.n, 0
	}
	return b
}
