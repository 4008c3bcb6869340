package emit

import (
	"runtime"
	"sync/atomic"

	"tiv/tracefeed"
)

// Feedlet records the events of one thread. It belongs to one goroutine at a
// time. The methods of a nil Feedlet do nothing, so that a program can keep its
// calls and record only on demand.
//
// The call for a begin or a release comes before the operation, the call for an
// end or an acquisition after it. Then no lock ever seems to have two holders.
type Feedlet struct {
	w      *Writer
	thread tracefeed.ThreadID
	page   *page
	next   uint32 // slot of page
	first  atomic.Uint32
	ended  atomic.Bool
	// lost counts events without room since lostAt.
	lost   atomic.Uint64
	lostAt atomic.Uint64

	reader // the flusher's
}

// put writes an event that precedes an operation.
func (f *Feedlet) put(kind tracefeed.Kind, flags, arg uint64) {
	if f != nil {
		f.put1(slot{f.w.clock.tick(), uint64(kind) | flags | arg<<16})
	}
}

// putAfter writes an event that follows an operation.
func (f *Feedlet) putAfter(kind tracefeed.Kind, flags, arg uint64) {
	if f != nil {
		f.put1(slot{f.w.clock.tickAfter(), uint64(kind) | flags | arg<<16})
	}
}

func (f *Feedlet) put1(s slot) {
	if n := f.next; n < slotsPerPage {
		f.page.slots[n] = s
		f.next = n + 1
		f.page.count.Store(n + 1)
		return
	}
	f.slow(s, slot{}, 1)
}

// put2 writes an event of two slots.
func (f *Feedlet) put2(kind tracefeed.Kind, arg uint64, object, value int64) {
	if f == nil {
		return
	}
	s, more := slot{f.w.clock.tick(), uint64(kind) | long | arg<<16}, slot{uint64(object), uint64(value)}
	if n := f.next; n < slotsPerPage-1 {
		f.page.slots[n], f.page.slots[n+1] = s, more
		f.next = n + 2
		f.page.count.Store(n + 2)
		return
	}
	f.slow(s, more, 2)
}

// slow writes an event on a new page. Without a free page it counts the event
// as lost, and writes the count before the next event that has room.
func (f *Feedlet) slow(s, more slot, slots uint32) {
	if f.w.closed.Load() || f.ended.Load() {
		return
	}
	if !f.room(slots) {
		if f.lost.Load() == 0 {
			f.lostAt.Store(s.tick)
		}
		f.lost.Add(1)
		f.next = slotsPerPage // no event may precede the count
		return
	}
	if lost := f.lost.Load(); lost > 0 {
		f.lost.Store(0)
		f.write(slot{f.lostAt.Load(), uint64(tracefeed.Lost) | lost<<16})
	}
	f.write(s)
	if slots == 2 {
		f.write(more)
	}
	f.page.count.Store(f.next)
}

func (f *Feedlet) write(s slot) {
	f.page.slots[f.next] = s
	f.next++
}

// room makes room for an event, and for the count of lost ones.
func (f *Feedlet) room(slots uint32) bool {
	if f.page != nil && f.next+slots <= slotsPerPage && f.lost.Load() == 0 {
		return true
	}
	if pool := &f.w.pool; pool.crowded(int(pool.used.Load())) && f.lost.Load()%slotsPerPage == 0 {
		runtime.Gosched() // lets the flusher run, among others
	}
	fresh := f.w.pool.take()
	if fresh == nil {
		return false
	}
	if f.page == nil {
		f.first.Store(fresh.number)
	} else {
		f.page.next.Store(fresh.number)
	}
	f.page, f.next = fresh, 0
	return true
}
