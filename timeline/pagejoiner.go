package timeline

import (
	"runtime"
	"sync"

	"tiv/block"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// pageRange is the pages from number first up to end (exclusive), in reverse order if
// back is set.
type pageRange struct {
	first, end int
	back       bool
	sharing    Sharing
}

// overlapping returns the pages that overlap [from, to).
func (l pageList) overlapping(from, to tracefeed.Time) (r pageRange) {
	if from < to {
		r.first, r.end = max(0, l.at(from)), l.at(to-1)+1
	}
	return r
}

// events returns the number of events in the pages.
func (r pageRange) events(l pageList) (n int) {
	for i := r.first; i < r.end; i++ {
		n += int(l[i].count)
	}
	return n
}

// eachPage calls f with the result of find for each page of r, until f returns
// false. Each worker has its own pageJoiner.
func eachPage[T any](tl *Timeline, r pageRange, find func(j *pageJoiner, page int) T, f func(T) bool) {
	if r.first >= r.end {
		return
	}
	page := func(i int) int { return r.first + i }
	if r.back {
		page = func(i int) int { return r.end - 1 - i }
	}
	n, events := r.end-r.first, r.events(tl.pages)
	workers := min(runtime.GOMAXPROCS(0), 1+events/tl.tuning.PartEvents, n)
	if workers == 1 || r.sharing == Cached || events <= tl.tuning.SequentialEvents {
		j := tl.joiner(r.sharing == Cached || events <= tl.tuning.CachedEvents)
		j.caching = r.sharing == Cached
		for i := 0; i < n && f(find(j, page(i))); i++ {
		}
		tl.joiners.Put(j)
		return
	}
	var working sync.WaitGroup
	defer working.Wait()
	quit := make(chan struct{})
	defer close(quit)
	relays := make([]relay[T], workers)
	for k := range relays {
		relays[k] = relay[T]{make(chan T), make(chan struct{}, 1)}
		working.Go(func() {
			j := tl.joiner(events <= tl.tuning.CachedEvents)
			for i := k; i < n && relays[k].send(find(j, page(i)), quit); i += workers {
			}
			tl.joiners.Put(j)
		})
	}
	for i := 0; i < n && f(<-relays[i%workers].found); i++ {
		relays[i%workers].next <- struct{}{}
	}
}

// relay passes the results of one worker to the caller. After each, the worker
// waits for a value on next.
type relay[T any] struct {
	found chan T
	next  chan struct{}
}

// send passes on a result and waits until the caller has used it. It returns false
// if no more are wanted.
func (r *relay[T]) send(result T, quit chan struct{}) bool {
	select {
	case r.found <- result:
	case <-quit:
		return false
	}
	select {
	case <-r.next:
		return true
	case <-quit:
		return false
	}
}

// pageJoiner joins pages of a timeline.
type pageJoiner struct {
	*ownerjoin.Joiner
	tl *Timeline
	// keepPages says whether the pages read are kept in memory.
	keepPages bool
	// cachedPage is the page that joined is the result of, nil if none. It is used
	// only while caching is set: callers then do not modify the result.
	cachedPage *page
	joined     *ownerjoin.Page
	caching    bool
	buffer     binfeed.BlockBuffer
	source     pageSource
	locks      LockPage
}

// joiner returns a pageJoiner from the pool, or a new one.
func (tl *Timeline) joiner(keepPages bool) *pageJoiner {
	j, ok := tl.joiners.Get().(*pageJoiner)
	if !ok {
		j = &pageJoiner{Joiner: ownerjoin.NewJoiner(tl.tuning.Join)}
	}
	if j.tl != tl {
		j.cachedPage = nil
	}
	j.tl, j.keepPages, j.caching = tl, keepPages, false
	j.Use(ownerjoin.Trace{Machine: tl.machine, Monitors: len(tl.Monitors), HandedOver: tl.handedOver, Streams: tl.Streams})
	return j
}

// join returns page i with the owners of monitors.
func (j *pageJoiner) join(i int) *ownerjoin.Page {
	if j.caching && j.cachedPage == j.tl.pages[i] {
		return j.joined
	}
	in := j.input(i, block.Waits)
	j.joined = j.Join(&in)
	if j.caching && !in.Unreadable {
		j.cachedPage = j.tl.pages[i]
	}
	return j.joined
}

// scan returns page i without the owners of monitors.
func (j *pageJoiner) scan(i int) *ownerjoin.Page {
	in := j.input(i, block.Waits)
	return j.Scan(&in)
}

// lockPage returns page i with the owners of monitors and all holds.
func (j *pageJoiner) lockPage(i int) *LockPage {
	in := j.input(i, block.All)
	in.Locks = true
	p := j.Join(&in)
	j.locks = LockPage{p, j.Joiner.Locks(), in.Block}
	return &j.locks
}

// input reads at least a part of page i.
func (j *pageJoiner) input(i int, part block.Part) ownerjoin.Input {
	p := j.tl.pages[i]
	j.cachedPage, j.source.tl, j.source.page = nil, j.tl, i
	in := ownerjoin.Input{End: j.tl.pageEnd(i), KnownSince: p.knownSince, Restart: p.restart, Source: &j.source,
		Cut: i+1 < len(j.tl.pages) && j.tl.pages[i+1].restart}
	if j.keepPages {
		in.Block = p.all()
	} else {
		in.Block = p.readOnce(part, &j.buffer).Block
	}
	in.Unreadable = len(in.Block.Codes) != int(p.count)
	return in
}

// pageSource is the ownerjoin.Source of a page.
type pageSource struct {
	tl     *Timeline
	page   int
	buffer binfeed.BlockBuffer
}

func (s *pageSource) FullBlock() *block.Block {
	return s.tl.pages[s.page].readOnce(block.All, &s.buffer).Block
}

func (s *pageSource) OpenSpan(t tracefeed.ThreadID, open *block.OpenSpan) Span {
	return s.tl.Lane(t).openSpanFrom(s.page, open, s.tl.pages[s.page].knownSince)
}
