package timeline

import (
	"math"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// page is a stretch of the trace: the events of all threads in it, in memory
// or in a file, and what is known without them. It never changes, but for
// where its events are.
type page struct {
	// start is when it begins. It tells the time up to the start of the next
	// page.
	start tracefeed.Time
	// restart is true where what was known before does not reach over start:
	// something is missing.
	restart bool
	// floor is the start of the last restart up to this page: nothing is known
	// to last since before.
	knownSince tracefeed.Time
	// count is the number of events, weight of waits and changes of holders.
	count  int32
	weight uint32
	// sums are what each thread did in it.
	sums *cell

	// loaded are its events, if they are in memory.
	loaded atomic.Pointer[loaded]
	// used is set when loaded is.
	used atomic.Bool
	// file is where they can be read again; nil if nowhere.
	file atomic.Pointer[pageFile]
}

// loaded is the events of a page in memory.
type loaded struct {
	*binfeed.Block
	once sync.Once
	held holdIndex
}

// pageFile is where the events of a page are.
type pageFile struct {
	read   func(part binfeed.Part, reuse *binfeed.Block) (*binfeed.Block, error)
	memory *Memory
	// failed is told of errors, after which the time of the page is unknown.
	failed func(error)
	// alive lists the threads that may be alive at a time, by id; nil where only
	// the sums of the page tell.
	alive func(tracefeed.Time) []tracefeed.ThreadID
}

// inMemory returns a page whose events are in memory.
func inMemory(b *binfeed.Block, knownSince tracefeed.Time, weight uint32, sums *cell) *page {
	p := &page{start: b.Start, restart: b.Restart, knownSince: knownSince, count: int32(len(b.Codes)), weight: weight, sums: sums}
	p.loaded.Store(&loaded{Block: b})
	return p
}

// states returns the events of a page, perhaps without their details.
func (p *page) states() *binfeed.Block { return p.get(binfeed.States).Block }

// all returns the events of a page with their details.
func (p *page) all() *binfeed.Block { return p.get(binfeed.All).Block }

// get returns a part of the events of a page, and keeps them in memory.
func (p *page) get(part binfeed.Part) *loaded {
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

// pass is get for somebody who goes through many pages: what is not in memory is
// read into that of *reuse, and not kept.
func (p *page) readOnce(part binfeed.Part, reuse **binfeed.Block) *loaded {
	if l := p.loaded.Load(); l != nil && l.Part <= part {
		return l
	}
	*reuse = p.read(p.file.Load(), part, *reuse)
	return &loaded{Block: *reuse}
}

// read reads the events. If they cannot be read, nothing is known of the page.
func (p *page) read(f *pageFile, part binfeed.Part, reuse *binfeed.Block) *binfeed.Block {
	b, err := f.read(part, reuse)
	if err == nil && b.Start == p.start && len(b.Codes) == int(p.count) {
		return b
	}
	f.failed(err)
	b = &binfeed.Block{Start: p.start, End: p.start, Details: &binfeed.Details{}}
	threads := p.sums.get().threads
	if f.alive != nil {
		threads = f.alive(p.start)
	}
	for _, t := range threads {
		b.Carries = append(b.Carries, binfeed.Carry{Thread: t, State: binfeed.State(Unknown), Since: p.start})
	}
	return b
}

// drop forgets the events, if they can be read again.
func (p *page) evict() bool {
	if p.used.Swap(false) {
		return false
	}
	p.loaded.Store(nil)
	return true
}

// blockSize returns about how many bytes a block takes in memory.
func blockSize(b *binfeed.Block) int64 {
	n := len(b.Codes) + 8*len(b.Times) + int(unsafe.Sizeof(binfeed.Group{}))*len(b.Groups) +
		int(unsafe.Sizeof(binfeed.Carry{}))*len(b.Carries)
	if d := b.Details; d != nil {
		n += 4*(len(d.Monitors)+len(d.Others)+len(d.Stacks)+len(d.CPUs)+len(d.Names)) + 8*(len(d.Objects)+len(d.Values)) +
			int(unsafe.Sizeof(binfeed.First{}))*len(d.Firsts) + int(unsafe.Sizeof(binfeed.Hold{}))*len(d.Holds)
	}
	return int64(n)
}

// pageAt returns the number of the page that tells time t: the last one that
// begins at or before t. It is -1 before the start of the trace.
func (tl *Timeline) pageAt(t tracefeed.Time) int {
	return sort.Search(len(tl.pages), func(i int) bool { return tl.pages[i].start > t }) - 1
}

// told returns until when page i tells the time.
func (tl *Timeline) pageEnd(i int) tracefeed.Time {
	if i+1 < len(tl.pages) {
		return tl.pages[i+1].start
	}
	return tl.End
}

// life is what is known of a thread without reading events.
type life struct {
	// there: it was there before its first event, which is not its start. What
	// it did until then is unknown.
	preexisting bool
	// page is the number of the page with its first event.
	page  int32
	first tracefeed.Time
	// born is when the thread was first alive, died when it last ceased to
	// be; forever where it still is.
	born, died tracefeed.Time
}

const forever = tracefeed.Time(1<<63 - 1)

// alive lists the threads that, as far as their lives tell, are alive at a
// time.
func (tl *Timeline) alive(t tracefeed.Time) (list []tracefeed.ThreadID) {
	for id := range tl.lives {
		if l := &tl.lives[id]; id > 0 && l.born <= t && t < l.died && l.first < forever {
			list = append(list, tracefeed.ThreadID(id))
		}
	}
	return list
}

// unseen is the life of a thread that was only mentioned.
var unseen = life{preexisting: true, first: forever, page: math.MaxInt32, died: forever}

// unknownUntil returns until when a thread was there without an event.
func (l *life) unknownUntil() tracefeed.Time {
	if l.preexisting {
		return l.first
	}
	return 0
}
