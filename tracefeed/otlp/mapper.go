package otlp

import (
	"container/heap"
	"tiv/tracefeed"
)

// mapper turns spans into events, in order of time: a sweep over the starts of the spans,
// with those that are open ordered by their ends.
type mapper struct {
	spans  []span
	tables *tracefeed.Tables
	lanes  *lanes
	index  map[spanID]int32
	// laneOf has the lane of each open span.
	laneOf []*lane
	next   int // the first span that has not begun
	ending ending
	t0     int64
	last   tracefeed.Time
	done   bool
	out    []tracefeed.Event
}

func newMapper(s *spans) *mapper {
	s.sort()
	m := &mapper{spans: s.list, tables: s.tables, lanes: newLanes(s), laneOf: make([]*lane, len(s.list)),
		index: make(map[spanID]int32, len(s.list)), ending: ending{spans: s.list}}
	for i := range m.spans {
		m.index[m.spans[i].id] = int32(i)
	}
	if len(m.spans) > 0 {
		m.t0 = m.spans[0].start
	}
	return m
}

// batchLen is about the number of events of one batch.
const batchLen = 1 << 12

// batch appends the next events to out: none at the end.
func (m *mapper) batch(out []tracefeed.Event) []tracefeed.Event {
	m.out = out
	for len(m.out) < batchLen && m.next < len(m.spans) {
		m.endUntil(m.spans[m.next].start)
		m.start(int32(m.next))
		m.next++
	}
	if m.next == len(m.spans) && !m.done {
		m.endUntil(open - 1)
		m.done = true
		if len(m.spans) > 0 {
			m.out = append(m.out, tracefeed.Event{Time: m.last})
		}
	}
	return m.out
}

func (m *mapper) emit(ev tracefeed.Event, at int64) {
	ev.Time = tracefeed.Time(at - m.t0)
	m.last = ev.Time
	m.out = append(m.out, ev)
}

// start begins a span in its lane.
func (m *mapper) start(i int32) {
	x := &m.spans[i]
	parent := m.parent(i)
	var parentLane *lane
	if parent >= 0 {
		parentLane = m.laneOf[parent]
	}
	l := m.lanes.choose(x, parent, parentLane, m.spans)
	if m.laneOf[i] = l; l.open == 0 {
		start := tracefeed.Event{Kind: tracefeed.ThreadStart, Thread: l.thread}
		if parentLane != nil {
			start.Other = parentLane.thread
		}
		m.emit(start, x.start)
		m.emit(tracefeed.Event{Kind: tracefeed.StateUnknown, Thread: l.thread}, x.start)
	}
	l.open++
	if l.number > 0 {
		l.stack = append(l.stack, i)
	}
	m.emit(tracefeed.Event{Kind: tracefeed.TaskStart, Thread: l.thread, Name: x.name, Object: number(i), Value: number(parent)}, x.start)
	m.emit(tracefeed.Event{Kind: tracefeed.RegionStart, Thread: l.thread, Name: x.name, Object: number(i)}, x.start)
	for _, link := range x.links {
		if other, ok := m.index[link]; ok && other != i {
			m.emit(tracefeed.Event{Kind: tracefeed.TaskLink, Thread: l.thread, Object: number(i), Value: number(other)}, x.start)
		}
	}
	if x.end != open {
		heap.Push(&m.ending, i)
	}
}

// number is the number of the task of a span, 0 for none: spans are numbered from 1, in
// order of their starts.
func number(i int32) int64 { return int64(i) + 1 }

// parent returns the parent of a span, -1 if it has none or the file lacks it.
func (m *mapper) parent(i int32) int32 {
	x := &m.spans[i]
	if x.parent == ([8]byte{}) {
		return -1
	}
	p, ok := m.index[spanID{x.id.trace, x.parent}]
	if !ok || p == i {
		return -1
	}
	return p
}

// endUntil ends the spans that end up to a time.
func (m *mapper) endUntil(t int64) {
	for len(m.ending.heap) > 0 && m.spans[m.ending.heap[0]].end <= t {
		m.end(heap.Pop(&m.ending).(int32))
	}
}

// end ends a span.
func (m *mapper) end(i int32) {
	x, l := &m.spans[i], m.laneOf[i]
	m.emit(tracefeed.Event{Kind: tracefeed.RegionEnd, Thread: l.thread, Name: x.name, Object: number(i)}, x.end)
	m.emit(tracefeed.Event{Kind: tracefeed.TaskEnd, Thread: l.thread, Name: x.name, Object: number(i)}, x.end)
	m.laneOf[i] = nil
	if l.number > 0 {
		l.stack = l.stack[:len(l.stack)-1]
	}
	if l.open--; l.open == 0 {
		m.emit(tracefeed.Event{Kind: tracefeed.ThreadEnd, Thread: l.thread}, x.end)
		m.lanes.free(l)
	}
}

// ending is a heap of open spans, the first to end first; of those that end together, the
// last to begin first.
type ending struct {
	spans []span
	heap  []int32
}

func (e *ending) Len() int { return len(e.heap) }
func (e *ending) Less(a, b int) bool {
	x, y := e.heap[a], e.heap[b]
	if e.spans[x].end != e.spans[y].end {
		return e.spans[x].end < e.spans[y].end
	}
	return x > y
}
func (e *ending) Swap(a, b int) { e.heap[a], e.heap[b] = e.heap[b], e.heap[a] }
func (e *ending) Push(i any)    { e.heap = append(e.heap, i.(int32)) }
func (e *ending) Pop() any {
	last := e.heap[len(e.heap)-1]
	e.heap = e.heap[:len(e.heap)-1]
	return last
}
