package spans

import (
	"container/heap"

	"tiv/tracefeed"
)

// Mapper turns spans into events, in order of time: a sweep over the starts of the spans,
// with those that are open ordered by their ends.
type Mapper struct {
	names *Names
	lanes *lanes
	// number returns the number of the task of a span, 0 for none.
	number func(ID) int64
	open   map[ID]*Span
	ending ending
	begun  int64
	t0     int64
	// Last is the time of the last event.
	Last tracefeed.Time
	// Out are the events.
	Out []tracefeed.Event
}

// NewMapper returns the mapper of the spans of a file, which begins at t0. number returns the
// number of the task of a span in the file, 0 for others.
func NewMapper(n *Names, t0 int64, number func(ID) int64) *Mapper {
	return &Mapper{names: n, lanes: newLanes(n), number: number, open: map[ID]*Span{}, t0: t0}
}

// NewLiveMapper returns the mapper of the spans of one process of the tables, whose ends may
// become known after their starts. number returns the number of the task of any span.
func NewLiveMapper(n *Names, t0 int64, process tracefeed.ProcessID, number func(ID) int64) *Mapper {
	m := NewMapper(n, t0, number)
	m.lanes.process, m.lanes.growing = process, true
	return m
}

// Find returns an open span, nil if none has the id.
func (m *Mapper) Find(id ID) *Span { return m.open[id] }

// Open returns the number of open spans that have an id.
func (m *Mapper) Open() int { return len(m.open) }

// LatestEnd returns the latest of the ends of open spans, as far as they are known; 0 for none.
func (m *Mapper) LatestEnd() (latest int64) {
	for _, x := range m.ending {
		latest = max(latest, x.End)
	}
	return latest
}

func (m *Mapper) emit(ev tracefeed.Event, at int64) {
	ev.Time = tracefeed.Time(at - m.t0)
	m.Last = ev.Time
	m.Out = append(m.Out, ev)
}

// Pass makes time go on to t, with an event without a meaning.
func (m *Mapper) Pass(t int64) { m.emit(tracefeed.Event{}, t) }

// Begin begins a span in its lane, after the ends up to its start. Spans begin in the order of
// their starts. The mapper keeps x until its end.
func (m *Mapper) Begin(x *Span) {
	m.EndUntil(x.Start)
	parent := m.open[x.ParentID()]
	l := m.lanes.choose(x, parent)
	m.begun++
	if x.lane, x.order = l, m.begun; l.open == 0 {
		start := tracefeed.Event{Kind: tracefeed.ThreadStart, Thread: l.thread}
		if parent != nil {
			start.Other = parent.lane.thread
		}
		m.emit(start, x.Start)
		m.emit(tracefeed.Event{Kind: tracefeed.StateUnknown, Thread: l.thread}, x.Start)
	}
	l.open++
	if l.number > 0 {
		l.stack = append(l.stack, x)
	}
	m.announce(x, x.Start)
	if x.ID.Named() {
		m.open[x.ID] = x
	}
	if x.End != Open {
		heap.Push(&m.ending, x)
	}
}

// announce says what is known of a span that is open.
func (m *Mapper) announce(x *Span, at int64) {
	ev := tracefeed.Event{Kind: tracefeed.TaskStart, Thread: x.lane.thread, Name: x.Name, Object: x.Number, Shared: x.Before}
	if id := x.ParentID(); id.Named() {
		ev.Value = m.number(id)
	}
	m.emit(ev, at)
	m.emit(tracefeed.Event{Kind: tracefeed.RegionStart, Thread: x.lane.thread, Name: x.Name, Object: x.Number}, at)
	for _, link := range x.Links {
		if other := m.number(link); other != 0 && link != x.ID {
			m.emit(tracefeed.Event{Kind: tracefeed.TaskLink, Thread: x.lane.thread, Object: x.Number, Value: other}, at)
		}
	}
}

// Complete gives an open span the rest of what is known of it, at a time up to which all has
// ended: its end, and possibly its name, its parent and links. Its start and lane stay.
func (m *Mapper) Complete(x *Span, now *Span, at int64) {
	if now.Name != x.Name || now.Parent != x.Parent || len(x.Links) != len(now.Links) {
		m.emit(tracefeed.Event{Kind: tracefeed.RegionEnd, Thread: x.lane.thread, Name: x.Name, Object: x.Number}, at)
		before := x.Before
		x.Name, x.Parent, x.Links, x.Before = now.Name, now.Parent, now.Links, true
		m.announce(x, at)
		x.Before = before
	}
	if x.End = now.End; x.End != Open {
		x.End = max(x.End, at)
		heap.Push(&m.ending, x)
	}
}

// Forget ends the region of an open span without an end, at a time up to which all has ended:
// nothing more is known of it.
func (m *Mapper) Forget(x *Span, at int64) {
	m.emit(tracefeed.Event{Kind: tracefeed.RegionEnd, Thread: x.lane.thread, Name: x.Name, Object: x.Number}, at)
	m.leave(x, at)
}

// EndUntil ends the spans that end up to a time.
func (m *Mapper) EndUntil(t int64) {
	for len(m.ending) > 0 && m.ending[0].End <= t {
		x := heap.Pop(&m.ending).(*Span)
		m.emit(tracefeed.Event{Kind: tracefeed.RegionEnd, Thread: x.lane.thread, Name: x.Name, Object: x.Number}, x.End)
		m.emit(tracefeed.Event{Kind: tracefeed.TaskEnd, Thread: x.lane.thread, Name: x.Name, Object: x.Number}, x.End)
		m.leave(x, x.End)
	}
}

// leave takes a span out of its lane.
func (m *Mapper) leave(x *Span, at int64) {
	l := x.lane
	if x.lane = nil; m.open[x.ID] == x {
		delete(m.open, x.ID)
	}
	if l.number > 0 {
		l.stack = l.stack[:len(l.stack)-1]
	}
	if l.open--; l.open == 0 {
		m.emit(tracefeed.Event{Kind: tracefeed.ThreadEnd, Thread: l.thread}, at)
		m.lanes.free(l)
	}
}

// ending is a heap of open spans, the first to end first; of those that end together, the
// last to begin first.
type ending []*Span

func (e ending) Len() int { return len(e) }
func (e ending) Less(a, b int) bool {
	x, y := e[a], e[b]
	if x.End != y.End {
		return x.End < y.End
	}
	return x.order > y.order
}
func (e ending) Swap(a, b int) { e[a], e[b] = e[b], e[a] }
func (e *ending) Push(x any)   { *e = append(*e, x.(*Span)) }
func (e *ending) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	(*e)[last] = nil
	*e = (*e)[:last]
	return x
}
