package task

import (
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
	var m merger
	tl.EachPage(ctx, 0, tl.End, func(p *timeline.Page) {
		v.page(p)
		m.heads, m.order = m.heads[:0], m.order[:0]
		for g := range p.Groups {
			m.heads = append(m.heads, head{events: p.Events(g)})
		}
		for i := range m.heads {
			if m.heads[i].next() {
				m.push(&m.heads[i])
			}
		}
		for len(m.order) > 0 {
			h := m.order[0]
			for {
				v.event(&h.event, h.state)
				if !h.next() {
					m.pop()
					break
				}
				if !m.first(h) {
					m.down(0)
					break
				}
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

// merger is a heap of the next events of threads.
type merger struct {
	heads []head
	order []*head
}

func (m *merger) push(h *head) {
	m.order = append(m.order, h)
	for i := len(m.order) - 1; i > 0; {
		above := (i - 1) / 2
		if !m.order[i].before(m.order[above]) {
			break
		}
		m.order[i], m.order[above] = m.order[above], m.order[i]
		i = above
	}
}

// pop removes the first event.
func (m *merger) pop() {
	last := len(m.order) - 1
	m.order[0] = m.order[last]
	if m.order = m.order[:last]; last > 0 {
		m.down(0)
	}
}

// first reports whether the event at the top still comes first.
func (m *merger) first(h *head) bool {
	n := len(m.order)
	return (n < 2 || h.before(m.order[1])) && (n < 3 || h.before(m.order[2]))
}

// down moves an event of the heap down to its place.
func (m *merger) down(i int) {
	for {
		next := 2*i + 1
		if next >= len(m.order) {
			return
		}
		if other := next + 1; other < len(m.order) && m.order[other].before(m.order[next]) {
			next = other
		}
		if !m.order[next].before(m.order[i]) {
			return
		}
		m.order[i], m.order[next] = m.order[next], m.order[i]
		i = next
	}
}
