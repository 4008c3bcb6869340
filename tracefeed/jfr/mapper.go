package jfr

import (
	"tiv/internal/radix"
	"tiv/tracefeed"
)

// mapper turns records into events. It is a state machine for each thread, whose waits
// may be within each other: reading a socket can wait for a lock.
type mapper struct {
	records []record
	points  []point
	next    int // in points
	end     tracefeed.Time
	threads []thread
	out     []tracefeed.Event

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
	// shown is its state according to the events made so far: an index of records, or
	// one of the following.
	shown int32
	ended bool
}

const (
	unknown int32 = -1 - iota
	running
	stopped
)

// batchLen is the number of points that one batch is made of.
const batchLen = 1 << 12

func newMapper(l *loader) *mapper {
	m := &mapper{records: l.records, end: l.end, threads: make([]thread, len(l.names.tables.Threads))}
	for t := range m.threads {
		m.threads[t].shown = unknown
	}
	m.points = make([]point, 0, 2*len(l.records)+1)
	for i := range l.records {
		r := &l.records[i]
		if r.lasts() && r.start == r.end {
			continue
		}
		m.points = append(m.points, point{r.start, int32(i), true})
		if r.lasts() && r.end != never {
			m.points = append(m.points, point{r.end, int32(i), false})
		}
	}
	m.points = radix.SortBy(m.points, (*point).key)
	m.findCollectorsStops()
	return m
}

// key orders points by time, the ends of one time before the begins.
func (p *point) key() uint64 {
	if p.begin {
		return uint64(p.at)<<1 | 1
	}
	return uint64(p.at) << 1
}

// findCollectorsStops gives the stops of the program that contain a pause of the
// collector its cause.
func (m *mapper) findCollectorsStops() {
	last := int32(-1)
	for _, p := range m.points {
		r := &m.records[p.record]
		if !p.begin || r.what != stop {
			continue
		}
		if r.cause == tracefeed.NoCause {
			last = p.record
		} else if last >= 0 && r.start < m.records[last].end {
			m.records[last].cause = r.cause
		}
	}
}

// batch appends the next events to out: none at the end.
func (m *mapper) batch(out []tracefeed.Event) []tracefeed.Event {
	m.out = out
	for len(m.out) == 0 && m.next <= len(m.points) {
		to := min(m.next+batchLen, len(m.points))
		for _, p := range m.points[m.next:to] {
			m.apply(p, &m.records[p.record])
		}
		if m.next = to; to == len(m.points) {
			if to > 0 {
				m.emit(tracefeed.Event{Time: m.end})
			}
			m.next++
		}
	}
	return m.out
}
