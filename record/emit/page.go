package emit

import (
	"sync/atomic"
	"time"
	"unsafe"
)

// slot is an event, or half of one: if the word has the flag long, a second
// slot with object and value follows. A word is the kind, the cause << 8,
// flags, and an argument << 16.
type slot struct {
	tick uint64
	word uint64
}

const (
	shared = 1 << 12
	long   = 1 << 13
)

// slotsPerPage makes a page 4096 bytes long.
const slotsPerPage = 255

// page is a part of a feedlet's events. Its thread fills the slots and
// publishes them by the count, up to which the flusher reads. Once next is set,
// the page is full, and the thread does not use it any more.
type page struct {
	count  atomic.Uint32
	next   atomic.Uint32 // number of the page after it; 0: none yet
	number uint32        // its own, from 1
	_      uint32
	slots  [slotsPerPage]slot
}

// pool allocates and frees pages without locks. It creates a page at its first
// use.
type pool struct {
	pages []atomic.Pointer[page] // by number, less 1
	after []atomic.Uint32        // by number: the next free page
	made  atomic.Uint32
	// used is the number of allocated pages, at most limit; refused is true if
	// there were not enough.
	used, limit atomic.Int32
	refused     atomic.Bool
	// free is the number of the first free page, and << 32 a version that
	// distinguishes lists that begin with the same page.
	free atomic.Uint64
}

const defaultMemory = 64 << 20

func (p *pool) init(memory int) {
	if memory <= 0 {
		memory = defaultMemory
	}
	n := max(1, memory/int(unsafe.Sizeof(page{})))
	p.pages, p.after = make([]atomic.Pointer[page], n), make([]atomic.Uint32, n)
	p.limit.Store(int32(n))
}

// take returns an empty page; nil if the limit is reached.
func (p *pool) take() *page {
	var page *page
	if p.used.Add(1) <= p.limit.Load() {
		page = p.takeFree()
	}
	if page == nil {
		p.used.Add(-1)
		p.refused.Store(true)
	}
	return page
}

// bound sets the limit of allocated pages. After a refusal the limit is the
// number of pages that the flusher writes in an interval: events are lost
// anyway, so the others should be in the file soon. least is the minimum that
// the threads need.
func (p *pool) bound(written int, in time.Duration, least int) {
	limit := len(p.pages)
	if p.refused.Swap(false) {
		share := float64(interval) / float64(max(in, time.Microsecond))
		limit = min(limit, max(least, int(float64(written)*share)))
	}
	p.limit.Store(int32(limit))
}

// crowded reports whether a number of pages is a large part of the limit.
func (p *pool) crowded(pages int) bool { return pages > int(p.limit.Load())/8 }

func (p *pool) takeFree() *page {
	for {
		head := p.free.Load()
		n := uint32(head)
		if n == 0 {
			return p.make()
		}
		if p.free.CompareAndSwap(head, (head>>32+1)<<32|uint64(p.after[n-1].Load())) {
			page := p.get(n)
			page.count.Store(0)
			page.next.Store(0)
			return page
		}
	}
}

func (p *pool) make() *page {
	if int(p.made.Load()) >= len(p.pages) {
		return nil
	}
	n := p.made.Add(1)
	if int(n) > len(p.pages) {
		return nil
	}
	made := &page{number: n}
	p.pages[n-1].Store(made)
	return made
}

func (p *pool) get(n uint32) *page { return p.pages[n-1].Load() }

// give frees a page.
func (p *pool) give(page *page) {
	p.used.Add(-1)
	for {
		head := p.free.Load()
		p.after[page.number-1].Store(uint32(head))
		if p.free.CompareAndSwap(head, (head>>32+1)<<32|uint64(page.number)) {
			return
		}
	}
}
