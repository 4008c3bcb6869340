package binfeed

import (
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// maxLate is the maximum number of events held back.
const maxLate = 4 << 20

// late sorts the events of blocks that overlap in time. It holds an event back
// until no earlier one can follow.
type late struct {
	slack tracefeed.Time
	// held are in time order; spare is the memory for the next merge.
	held, spare []tracefeed.Event
	// latest is the latest time of an event so far, now the time of the last
	// event returned.
	latest, now tracefeed.Time
	// moved is the number of events that came too late and got the time now;
	// the first of them are from a block before offset.
	moved  int
	offset int64
}

// add adds the events of a block, in time order, and appends to out those that
// no later event can precede.
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
	return l.take(out, max(n, len(l.held)-maxLate))
}

// flush appends all held events.
func (l *late) flush(out []tracefeed.Event) []tracefeed.Event { return l.take(out, len(l.held)) }

func (l *late) take(out []tracefeed.Event, n int) []tracefeed.Event {
	if n > 0 {
		l.now = l.held[n-1].Time
		out = append(out, l.held[:n]...)
		l.held = append(l.held[:0], l.held[n:]...)
	}
	return out
}

// merge adds events to the held ones, in the order of block.Compare; events of one
// thread and time are in the order of arrival.
func (l *late) merge(events []tracefeed.Event) {
	out, held := l.spare[:0], l.held
	for len(held) > 0 && len(events) > 0 {
		h, e := &held[0], &events[0]
		if block.Compare(h, e) <= 0 {
			out, held = append(out, *h), held[1:]
		} else {
			out, events = append(out, *e), events[1:]
		}
	}
	out = append(append(out, held...), events...)
	l.spare, l.held = l.held, out
}
