package timeline

import (
	"math"
	"sort"
	"sync"
	"sync/atomic"

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
	floor tracefeed.Time
	// count is the number of events, weight of waits and changes of holders.
	count  int32
	weight uint32
	// sums are what each thread did in it.
	sums *cell

	block   atomic.Pointer[binfeed.Block]
	index   int // in the file
	file    *File
	holding sync.Once
	held    holdIndex
}

// states returns the events of a page, perhaps without their details.
func (p *page) states() *binfeed.Block {
	if b := p.block.Load(); b != nil {
		return b
	}
	return p.file.load(p, false)
}

// all returns the events of a page with their details.
func (p *page) all() *binfeed.Block {
	if b := p.block.Load(); b != nil {
		return b
	}
	return p.file.load(p, true)
}

// pageAt returns the number of the page that tells time t: the last one that
// begins at or before t. It is -1 before the start of the trace.
func (tl *Timeline) pageAt(t tracefeed.Time) int {
	return sort.Search(len(tl.pages), func(i int) bool { return tl.pages[i].start > t }) - 1
}

// told returns until when page i tells the time.
func (tl *Timeline) told(i int) tracefeed.Time {
	if i+1 < len(tl.pages) {
		return tl.pages[i+1].start
	}
	return tl.End
}

// life is what is known of a thread without reading events.
type life struct {
	// there: it was there before its first event, which is not its start. What
	// it did until then is unknown.
	there bool
	first tracefeed.Time
	// page is the number of the page with its first event.
	page int32
	// born is when the thread was first alive, died when it last ceased to
	// be; forever where it still is.
	born, died tracefeed.Time
}

const forever = tracefeed.Time(1<<63 - 1)

// unseen is the life of a thread that was only mentioned.
var unseen = life{there: true, first: forever, page: math.MaxInt32, died: forever}

// unknownUntil returns until when a thread was there without an event.
func (l *life) unknownUntil() tracefeed.Time {
	if l.there {
		return l.first
	}
	return 0
}
