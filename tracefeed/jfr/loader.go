package jfr

import (
	"slices"
	"time"

	"tiv/tracefeed"
)

// loader makes records of the chunks of a recording.
type loader struct {
	names   *names
	records []record // of events
	added   []record // that follow from sightings and samples
	dumps   []dump
	settings
	// unread are the events that are not read.
	unread      tracefeed.LeftOut
	allocations allocationCounts
	contexts    contexts
	// covered: the recording has the waits of threads, so a thread in none of them runs.
	covered bool
	// wall: samples are taken by the wall clock, also of threads that wait.
	wall bool
	// period is the time between two samples of a thread, if states follow from them.
	period tracefeed.Time
	// t0 is the wall clock at the start of the trace, end the trace's length.
	t0  int64
	end tracefeed.Time
	// coarse: a chunk has the wall clock in milliseconds.
	coarse bool

	constants constants // of the current chunk
	record    record    // of the present event
}

// dump is the threads that a thread dump found.
type dump struct {
	at    tracefeed.Time
	found []sighting
}

func newLoader() *loader {
	n := newNames()
	return &loader{names: n, constants: constants{names: n}, settings: newSettings(), unread: tracefeed.LeftOut{}}
}

// reader reads the events of one type of a chunk.
type reader struct {
	plan plan
	read func(*loader, *record, *values) bool
}

// add adds the events of a chunk.
func (l *loader) add(c *chunk) error {
	if err := c.prepare(); err != nil {
		return err
	}
	if l.constants.chunk == nil {
		l.t0 = c.startNanos
	}
	l.coarse = l.coarse || c.startNanos%int64(time.Millisecond) == 0
	l.constants.begin(c)
	readers, counts := l.readers(), map[int64]int64{}
	damage := c.each(func(kind int64, _ cursor) bool {
		counts[kind]++
		return true
	})
	known := int64(0)
	for kind, n := range counts {
		switch cl := c.classes[kind]; {
		case readers[kind] != nil:
			known += n
			l.recorded[cl.name] = true
		case cl != nil:
			l.unread[cl.name] += n
		default:
			l.unread["of unknown types"] += n
		}
	}
	l.records = slices.Grow(l.records, int(known))
	var v values
	if err := c.each(func(kind int64, in cursor) bool { return readers[kind] == nil || l.event(readers[kind], in, &v) }); err != nil {
		return err
	}
	return damage
}

// readers returns the readers of the types of events of the current chunk.
func (l *loader) readers() map[int64]*reader {
	readers := map[int64]*reader{}
	for id, cl := range l.constants.chunk.classes {
		if t, ok := eventTypes[cl.name]; ok {
			if t.thread == "" {
				t.thread = "eventThread"
			}
			names := append([]string{"startTime", "duration", t.thread, "stackTrace"}, t.fields...)
			readers[id] = &reader{cl.plan(names...), t.read}
		} else if names := cl.contextual(); len(names) > 0 {
			names = append([]string{"startTime", "duration", "eventThread", "stackTrace"}, names...)
			readers[id] = &reader{cl.plan(names...), l.context(cl.name)}
		}
	}
	return readers
}

// event adds an event. It returns false if that is damaged.
func (l *loader) event(rd *reader, in cursor, v *values) bool {
	if rd.plan.read(&in, v, l.constants.chunk.pools.strings); in.Bad {
		return false
	}
	r := &l.record
	*r = record{start: l.time(v.numbers[startSlot]), thread: l.constants.thread(v.numbers[threadSlot]),
		stack: l.constants.stack(v.numbers[stackSlot])}
	r.end = max(r.start, l.time(v.numbers[startSlot]+max(0, v.numbers[durationSlot])))
	l.end = max(l.end, r.end)
	if rd.read(l, r, v) {
		l.records = append(l.records, *r)
	}
	return true
}

// time returns the time of a tick in the trace. What began before the trace began at
// its start.
func (l *loader) time(tick int64) tracefeed.Time {
	return tracefeed.Time(max(0, l.constants.chunk.time(tick)-l.t0))
}
