package binfeed

import (
	"slices"

	"tiv/tracefeed"
)

// mostLate is how many events are held back at most.
const mostLate = 4 << 20

// late puts the events of blocks that overlap in time in order. It holds back
// those that an event still to come may be before.
type late struct {
	slack tracefeed.Time
	// held are in order of time; spare is the memory for the next ones.
	held, spare []tracefeed.Event
	// latest is the time up to which events have come, now that of the last
	// one that was handed out.
	latest, now tracefeed.Time
	// moved is how many events came too late and were given the time now; the
	// first of them were in a block before offset.
	moved  int
	offset int64
}

// add takes the events of a block, in order of time, and appends to out those
// that nothing can come before any more.
func (l *late) add(out, events []tracefeed.Event, offset int64) []tracefeed.Event {
	for i := range events {
		if events[i].Time >= l.now {
			break
		}
		if l.moved == 0 {
			l.offset = offset
		}
		l.moved++
		events[i].Time = l.now
	}
	if len(events) > 0 {
		l.latest = max(l.latest, events[len(events)-1].Time)
	}
	l.merge(events)
	n, _ := slices.BinarySearchFunc(l.held, l.latest-l.slack, func(ev tracefeed.Event, t tracefeed.Time) int {
		if ev.Time < t {
			return -1
		}
		return 1
	})
	return l.take(out, max(n, len(l.held)-mostLate))
}

// flush appends all that is held.
func (l *late) flush(out []tracefeed.Event) []tracefeed.Event { return l.take(out, len(l.held)) }

func (l *late) take(out []tracefeed.Event, n int) []tracefeed.Event {
	if n > 0 {
		l.now = l.held[n-1].Time
		out = append(out, l.held[:n]...)
		l.held = append(l.held[:0], l.held[n:]...)
	}
	return out
}

// merge adds events to those that are held; those of the same time in order of
// rank, those of one thread in the order in which they came.
func (l *late) merge(events []tracefeed.Event) {
	out, held := l.spare[:0], l.held
	for len(held) > 0 && len(events) > 0 {
		h, e := &held[0], &events[0]
		if h.Time < e.Time || h.Time == e.Time && rank(h) <= rank(e) {
			out, held = append(out, *h), held[1:]
		} else {
			out, events = append(out, *e), events[1:]
		}
	}
	out = append(append(out, held...), events...)
	l.spare, l.held = l.held, out
}
