package task

import (
	"container/heap"
	"context"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// visitor is told all that happens in a trace, in order of time.
type visitor interface {
	// page is called at the start of each page.
	page(*timeline.Page)
	// event is called with each event, and the state of its thread after it. The event is
	// valid only during the call.
	event(*tracefeed.Event, tracefeed.State)
}

// walk tells a visitor the events of all threads in order of time. A page does not have the
// order of events of several threads at one time: allocations and starts of tasks come first
// there, releases and ends last, and others are in order of threads. Once ctx is done, it returns after the current
// page.
func walk(ctx context.Context, tl *timeline.Timeline, v visitor) {
	var heads []head
	var m merger
	tl.EachPage(ctx, 0, tl.End, func(p *timeline.Page) {
		v.page(p)
		heads, m = heads[:0], m[:0]
		for g := range p.Groups {
			heads = append(heads, head{events: p.Events(g)})
		}
		for i := range heads {
			if heads[i].next() {
				m = append(m, &heads[i])
			}
		}
		heap.Init(&m)
		for len(m) > 0 {
			h := m[0]
			v.event(&h.event, h.state)
			if !h.next() {
				heap.Pop(&m)
			} else if !m.first() {
				heap.Fix(&m, 0)
			}
		}
	})
}

// head is the next event of a thread in a page.
type head struct {
	events block.Cursor
	event  tracefeed.Event
	state  tracefeed.State
	rank   uint8
}

// next moves to the next event that does not contradict the trace; false at the end.
func (h *head) next() bool {
	for {
		state, ok := h.events.Next(&h.event)
		if !ok {
			return false
		}
		if timeline.Contradicts(&h.event, state) {
			continue
		}
		h.state, h.rank = state, 1
		switch h.event.Kind {
		case tracefeed.Alloc, tracefeed.TaskStart:
			h.rank = 0
		case tracefeed.Free, tracefeed.TaskEnd:
			h.rank = 2
		}
		return true
	}
}

// before reports whether the event of h comes before that of another thread.
func (h *head) before(o *head) bool {
	if h.event.Time != o.event.Time {
		return h.event.Time < o.event.Time
	}
	if h.rank != o.rank {
		return h.rank < o.rank
	}
	return h.event.Thread < o.event.Thread
}

// merger is the next events of threads, a heap.
type merger []*head

func (m merger) Len() int           { return len(m) }
func (m merger) Less(i, j int) bool { return m[i].before(m[j]) }
func (m merger) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *merger) Push(h any)        { *m = append(*m, h.(*head)) }

func (m *merger) Pop() any {
	last := len(*m) - 1
	h := (*m)[last]
	*m = (*m)[:last]
	return h
}

// first reports whether the event at the top still comes first.
func (m merger) first() bool {
	return (len(m) < 2 || m[0].before(m[1])) && (len(m) < 3 || m[0].before(m[2]))
}
