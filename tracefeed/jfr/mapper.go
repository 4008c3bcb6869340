package jfr

import (
	"cmp"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// mapper turns records into events. It is a state machine for each thread, whose waits
// may be within each other: reading a socket can wait for a lock.
type mapper struct {
	records []record // by start
	ends    []int32  // the intervals, by end
	begun   int      // the next record that begins
	ended   int      // the next of ends
	end     tracefeed.Time
	done    bool
	threads []thread
	out     []tracefeed.Event
	// covered: a thread that is in no wait runs.
	covered bool
	// allocations is the kind of allocations that are shown.
	allocations what

	collections int // that work now
	stops       int // of the whole program, that last now
	stopCause   tracefeed.Cause
	// budget is the number of events that may still be spent on stops: one for each
	// record, so that they cost no more than all others.
	budget int
}

// point is the begin or end of a record.
type point struct {
	at     tracefeed.Time
	record int32
	begin  bool
}

// thread is the state of the mapper for one thread.
type thread struct {
	// open are the waits that it is in, the innermost last.
	open []int32
	// base is the interval of its state by samples, none without one.
	base int32
	// shown is its state according to the events made so far: an index of records, or
	// one of the following.
	shown int32
	ended bool
}

const (
	unknown int32 = -1 - iota
	running
	stopped
	none
)

// batchLen is the number of points that one batch is made of.
const batchLen = 1 << 12

func newMapper(l *loader) *mapper {
	m := &mapper{records: l.records, end: l.end, threads: make([]thread, len(l.names.tables.Threads)),
		covered: l.covered, allocations: l.allocations.shown()}
	for t := range m.threads {
		m.threads[t] = thread{shown: unknown, base: none}
	}
	byStart := func(a, b record) int { return cmp.Compare(a.start, b.start) }
	if !slices.IsSortedFunc(m.records, byStart) {
		m.records = radix.SortBy(m.records, func(r *record) uint64 { return uint64(r.start) })
	}
	n := 0
	for i := range m.records {
		if m.records[i].hasEnd() {
			n++
		}
	}
	m.ends = make([]int32, 0, n)
	for i := range m.records {
		if m.records[i].hasEnd() {
			m.ends = append(m.ends, int32(i))
		}
	}
	m.ends = radix.SortBy(m.ends, func(i *int32) uint64 { return uint64(m.records[*i].end) })
	m.findCollectorsStops()
	if l.period > 0 {
		name := l.names.tables.AddName(tracefeed.SamplingPeriod)
		m.emit(tracefeed.Event{Kind: tracefeed.Counter, Name: name, Value: int64(l.period)})
	}
	return m
}

// hasEnd reports whether a record is an interval with an end of its own.
func (r *record) hasEnd() bool { return r.lasts() && r.start < r.end && r.end != never }

// next returns the next begin or end of a record, in order of time: the ends of a time
// before its begins.
func (m *mapper) next() (point, bool) {
	for m.begun < len(m.records) && m.records[m.begun].lasts() && m.records[m.begun].start == m.records[m.begun].end {
		m.begun++
	}
	ending := m.ended < len(m.ends)
	if m.begun < len(m.records) && (!ending || m.records[m.begun].start < m.records[m.ends[m.ended]].end) {
		m.begun++
		return point{m.records[m.begun-1].start, int32(m.begun - 1), true}, true
	}
	if !ending {
		return point{}, false
	}
	i := m.ends[m.ended]
	m.ended++
	return point{m.records[i].end, i, false}, true
}

// findCollectorsStops gives the stops of the program that contain a pause of the
// collector its cause.
func (m *mapper) findCollectorsStops() {
	last := int32(-1)
	for i := range m.records {
		r := &m.records[i]
		if r.what != stop || r.start == r.end {
			continue
		}
		if r.cause == tracefeed.NoCause {
			last = int32(i)
		} else if last >= 0 && r.start < m.records[last].end {
			m.records[last].cause = r.cause
		}
	}
}

// batch appends the next events to out: none at the end.
func (m *mapper) batch(out []tracefeed.Event) []tracefeed.Event {
	m.out = append(out, m.out...)
	for n := 0; !m.done && (n < batchLen || len(m.out) == 0); n++ {
		p, ok := m.next()
		if !ok {
			if m.done = true; len(m.records) > 0 {
				m.emit(tracefeed.Event{Time: m.end})
			}
			break
		}
		m.apply(p, &m.records[p.record])
	}
	batch := m.out
	m.out = nil
	return batch
}
