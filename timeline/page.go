package timeline

import (
	"math"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// page is a segment of the trace: the events of all threads in it, in memory or in
// a file, and a summary. It is immutable except for the place of its events.
type page struct {
	// start is the time at which it begins. It ends at the start of the next page.
	start tracefeed.Time
	// restart is true if the page begins after a gap: no state continues across
	// start.
	restart bool
	// knownSince is the start of the last page with restart, up to this one. No
	// state is known from before.
	knownSince tracefeed.Time
	// count is the number of events, weight the number of waits and changes of
	// holders.
	count  int32
	weight uint32
	// sums is the time of each thread in each state.
	sums *cell

	// loaded has the events if they are in memory.
	loaded atomic.Pointer[loaded]
	// used is set by each access and cleared by evict.
	used atomic.Bool
	// file is where the events can be read; nil if they are only in memory.
	file atomic.Pointer[pageFile]
}

// loaded is the events of a page in memory. held is computed at first use.
type loaded struct {
	*block.Block
	once sync.Once
	held holdIndex
}

// pageFile locates the events of a page in a file.
type pageFile struct {
	read   func(part block.Part, buf *binfeed.BlockBuffer) (*block.Block, error)
	memory *Memory
	// failed is called with errors of reading, after which all states in the page
	// are unknown.
	failed func(error)
	// alive returns the threads that may be alive at a time, by id. If it is nil,
	// those in the page's sums are.
	alive func(tracefeed.Time) []tracefeed.ThreadID
}

// inMemory returns a page whose events are in memory.
func inMemory(b *block.Block, knownSince tracefeed.Time, weight uint32, sums *cell) *page {
	p := &page{start: b.Start, restart: b.Restart, knownSince: knownSince, count: int32(len(b.Codes)), weight: weight, sums: sums}
	p.loaded.Store(&loaded{Block: b})
	return p
}

// states returns the events of the page, possibly without details.
func (p *page) states() *block.Block { return p.get(block.States).Block }

// all returns the events of the page with details.
func (p *page) all() *block.Block { return p.get(block.All).Block }

// get returns at least the given part of the events and caches it.
func (p *page) get(part block.Part) *loaded {
	if !p.used.Load() {
		p.used.Store(true)
	}
	if l := p.loaded.Load(); l != nil && l.Part <= part {
		return l
	}
	f := p.file.Load()
	l := &loaded{Block: p.read(f, part, nil)}
	p.loaded.Store(l)
	f.memory.add(p, blockSize(l.Block))
	return l
}

// readOnce is get for callers that read many pages: it caches nothing. Events that
// are not in memory are read into buf.
func (p *page) readOnce(part block.Part, buf *binfeed.BlockBuffer) *loaded {
	if l := p.loaded.Load(); l != nil && l.Part <= part {
		return l
	}
	return &loaded{Block: p.read(p.file.Load(), part, buf)}
}

// read reads the events from a file. If that fails, all states in the page are
// unknown.
func (p *page) read(f *pageFile, part block.Part, buf *binfeed.BlockBuffer) *block.Block {
	b, err := f.read(part, buf)
	if err == nil && b.Start == p.start && len(b.Codes) == int(p.count) {
		return b
	}
	f.failed(err)
	b = &block.Block{Start: p.start, End: p.start, Details: &block.Details{}}
	threads := p.sums.get().threads
	if f.alive != nil {
		threads = f.alive(p.start)
	}
	for _, t := range threads {
		b.OpenSpans = append(b.OpenSpans, block.OpenSpan{Thread: t, Span: Span{State: tracefeed.Unknown, Start: p.start}})
	}
	return b
}

// evict drops the events unless they were used since the last call. The page must
// be in a file.
func (p *page) evict() bool {
	if p.used.Swap(false) {
		return false
	}
	p.loaded.Store(nil)
	return true
}

// blockSize returns the approximate size of a block in memory, in bytes.
func blockSize(b *block.Block) int64 {
	n := len(b.Codes) + 8*len(b.Times) + int(unsafe.Sizeof(block.Group{}))*len(b.Groups) +
		int(unsafe.Sizeof(block.OpenSpan{}))*len(b.OpenSpans)
	if d := b.Details; d != nil {
		n += 4*(len(d.Monitors)+len(d.Others)+len(d.Stacks)+len(d.CPUs)+len(d.Names)) + 8*(len(d.Objects)+len(d.Values)) +
			int(unsafe.Sizeof(block.First{}))*len(d.Firsts) + int(unsafe.Sizeof(block.Hold{}))*len(d.Holds)
		for i := range d.OpenCalls {
			o := &d.OpenCalls[i]
			n += int(unsafe.Sizeof(*o)) + int(unsafe.Sizeof(block.OpenCall{}))*(len(o.Calls)+len(o.Regions))
		}
	}
	return int64(n)
}

// pageList are the pages of a trace, in order of time.
type pageList []*page

// at returns the number of the page that covers time t: the last one that
// begins at or before t. It is -1 before the start of the trace.
func (l pageList) at(t tracefeed.Time) int {
	return sort.Search(len(l), func(i int) bool { return l[i].start > t }) - 1
}

// pageEnd returns the end of page i.
func (tl *Timeline) pageEnd(i int) tracefeed.Time {
	if i+1 < len(tl.pages) {
		return tl.pages[i+1].start
	}
	return tl.End
}

// life is the part of a thread's history that needs no events.
type life struct {
	// preexisting is true if the thread existed before its first event, which then
	// is not its start. Its state is unknown until that event.
	preexisting bool
	// page is the number of the page with the first event.
	page  int32
	first tracefeed.Time
	// born is when the thread first became alive, died when it last ceased to be;
	// forever if it is alive.
	born, died tracefeed.Time
}

const forever = tracefeed.Time(1<<63 - 1)

// unseen is the life of a thread without events.
var unseen = life{preexisting: true, first: forever, page: math.MaxInt32, died: forever}

// unknownUntil returns the time up to which the thread existed without an event.
func (l *life) unknownUntil() tracefeed.Time {
	if l.preexisting {
		return l.first
	}
	return 0
}
