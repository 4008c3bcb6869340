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

// walk tells a visitor the events of all threads in order of time, in the pages from number first up to
// end (exclusive; a larger one is that of the trace). It returns the number of these pages. A page does not have the
// order of events of several threads at one time: allocations, starts of tasks and items put
// into queues come first there, releases, ends and items taken last. Of those, items are in order
// of their numbers, and all others in order of threads. Once ctx is done, it returns after the
// current page.
func walk(ctx context.Context, tl *timeline.Timeline, first, end int, v visitor) (pages int) {
	var heads []head
	var m merger
	tl.EachNumberedPage(ctx, first, end, func(p *timeline.Page) {
		pages++
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
			h, second := m[0], m.second()
			more := true
			for more && (second == nil || h.before(second)) {
				v.event(&h.event, h.state)
				more = h.next()
			}
			if more {
				heap.Fix(&m, 0)
			} else {
				heap.Pop(&m)
			}
		}
	})
	return pages
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
		case tracefeed.Alloc, tracefeed.TaskStart, tracefeed.Put:
			h.rank = 0
		case tracefeed.Free, tracefeed.TaskEnd, tracefeed.Take:
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
	if k := h.event.Kind; k == o.event.Kind && (k == tracefeed.Put || k == tracefeed.Take) && h.event.Value != o.event.Value {
		return h.event.Value < o.event.Value
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

// second returns the head that comes after the first; nil if there is none.
func (m merger) second() *head {
	switch {
	case len(m) < 2:
		return nil
	case len(m) < 3 || m[1].before(m[2]):
		return m[1]
	}
	return m[2]
}
