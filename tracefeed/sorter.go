package tracefeed

import (
	"cmp"
	"math"
	"slices"
)

// Sorter puts events in order of time that arrive up to Slack late, as from the
// buffers of several threads. It holds an event back until no earlier one can
// follow. Its zero value, with or without the exported fields, is ready to use.
type Sorter struct {
	// Slack is the maximum delay of an event: after one at time T none follows
	// from before T - Slack.
	Slack Time
	// maxHeld is the maximum number of events held back, which bounds the memory
	// to twice as many. Beyond it, the earliest are returned even if an earlier
	// one could follow. 0 means 4 Mi.
	maxHeld int

	// held are in order; spare is the memory for the next merge.
	held, spare []Event
	// latest is the latest time of an event so far, now the time of the last
	// event returned.
	latest, now Time
	late        int
}

const defaultMaxHeld = 4 << 20

// Compare is the order of events: by time, those of one time by thread; a Lost
// event of all threads comes last.
func Compare(a, b *Event) int {
	return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(rank(a), rank(b)))
}

// rank orders events of the same time.
func rank(ev *Event) int64 {
	if ev.Kind == Lost && ev.Thread == NoThread {
		return math.MaxInt64
	}
	return int64(ev.Thread)
}

// Add adds events that are in the order of Compare, and appends to out the held
// events that no later one can precede. Events that are equal in that order keep
// the order of arrival. An event from before the last one returned came too late:
// Add changes its time in events to that of the last one. The cost of a call is
// linear in the events held.
func (s *Sorter) Add(out, events []Event) []Event {
	for i := range events {
		if events[i].Time >= s.now {
			break
		}
		s.late++
		events[i].Time = s.now
	}
	if len(events) > 0 {
		s.latest = max(s.latest, events[len(events)-1].Time)
	}
	s.merge(events)
	ready, _ := slices.BinarySearchFunc(s.held, s.latest-s.Slack, func(ev Event, t Time) int {
		if ev.Time < t {
			return -1
		}
		return 1
	})
	maxHeld := s.maxHeld
	if maxHeld == 0 {
		maxHeld = defaultMaxHeld
	}
	return s.release(out, max(ready, len(s.held)-maxHeld))
}

// Flush appends all held events to out.
func (s *Sorter) Flush(out []Event) []Event { return s.release(out, len(s.held)) }

// Late returns the number of events that came too late, and got a later time.
func (s *Sorter) Late() int { return s.late }

// release appends the first n held events to out.
func (s *Sorter) release(out []Event, n int) []Event {
	if n > 0 {
		s.now = s.held[n-1].Time
		out = append(out, s.held[:n]...)
		s.held = append(s.held[:0], s.held[n:]...)
	}
	return out
}

// merge adds events to the held ones.
func (s *Sorter) merge(events []Event) {
	out, held := s.spare[:0], s.held
	for len(held) > 0 && len(events) > 0 {
		h, e := &held[0], &events[0]
		if Compare(h, e) <= 0 {
			out, held = append(out, *h), held[1:]
		} else {
			out, events = append(out, *e), events[1:]
		}
	}
	out = append(append(out, held...), events...)
	s.spare, s.held = s.held, out
}
