package jfr

import (
	"tiv/internal/radix"
	"tiv/tracefeed"
)

// mapper turns records into events. It is a state machine for each thread, whose waits
// may be within each other: reading a socket can wait for a lock.
type mapper struct {
	records []record // of events, by start
	added   []record // that follow from them, by start; their indexes come after those
	begun   [2]int   // the next records and added ones that begin
	ends    []int32  // the intervals, by end
	ended   int      // the next of ends
	end     tracefeed.Time
	done    bool
	threads []thread
	out     []tracefeed.Event
	// covered: a thread that is in no wait runs.
	covered bool
	// allocations is the kind of allocations that are shown.
	allocations what
	contexts    []context

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
	sortByStart(l.records)
	sortByStart(l.added)
	m := &mapper{records: l.records, added: l.added, end: l.end, threads: make([]thread, len(l.names.tables.Threads)),
		covered: l.covered, allocations: l.allocations.shown(), contexts: l.contexts.tasks}
	for t := range m.threads {
		m.threads[t] = thread{shown: unknown, base: none}
	}
	m.sortEnds()
	m.findCollectorsStops()
	if l.period > 0 {
		name := l.names.tables.AddName(tracefeed.SamplingPeriod)
		m.emit(tracefeed.Event{Kind: tracefeed.Counter, Name: name, Value: int64(l.period)})
	}
	return m
}

// at returns the record with an index.
func (m *mapper) at(i int32) *record {
	if n := len(m.records); int(i) >= n {
		return &m.added[int(i)-n]
	}
	return &m.records[i]
}

// sortEnds lists the intervals by their ends.
func (m *mapper) sortEnds() {
	all, n := int32(len(m.records)+len(m.added)), 0
	for i := range all {
		if m.at(i).hasEnd() {
			n++
		}
	}
	m.ends = make([]int32, 0, n)
	for i := range all {
		if m.at(i).hasEnd() {
			m.ends = append(m.ends, i)
		}
	}
	m.ends = radix.SortBy(m.ends, func(i *int32) uint64 { return uint64(m.at(*i).end) })
}

// nextBegin returns the index of the next record that begins, -1 if there is none. Intervals
// without a length have none.
func (m *mapper) nextBegin() int32 {
	lists, found := [...][]record{m.records, m.added}, -1
	for k, list := range lists {
		for m.begun[k] < len(list) && list[m.begun[k]].lasts() && list[m.begun[k]].start == list[m.begun[k]].end {
			m.begun[k]++
		}
		if m.begun[k] < len(list) && (found < 0 || list[m.begun[k]].start < lists[found][m.begun[found]].start) {
			found = k
		}
	}
	if found < 0 {
		return -1
	}
	return int32(m.begun[found] + found*len(m.records))
}

// next returns the next begin or end of a record, in order of time: the ends of a time
// before its begins.
func (m *mapper) next() (point, bool) {
	i, ending := m.nextBegin(), m.ended < len(m.ends)
	if i >= 0 && (!ending || m.at(i).start < m.at(m.ends[m.ended]).end) {
		if int(i) < len(m.records) {
			m.begun[0]++
		} else {
			m.begun[1]++
		}
		return point{m.at(i).start, i, true}, true
	}
	if !ending {
		return point{}, false
	}
	i = m.ends[m.ended]
	m.ended++
	return point{m.at(i).end, i, false}, true
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
			if m.done = true; len(m.records)+len(m.added) > 0 {
				m.emit(tracefeed.Event{Time: m.end})
			}
			break
		}
		m.apply(p, m.at(p.record))
	}
	batch := m.out
	m.out = nil
	return batch
}
