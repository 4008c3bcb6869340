package timeline

import (
	"context"
	"runtime"
	"sync"

	"tiv/tracefeed"
)

// Wait is the part of a wait that lies in one page.
type Wait struct {
	Thread tracefeed.ThreadID
	// Monitor is the monitor waited for (Blocking).
	Monitor tracefeed.MonitorID
	// Other is Span.Other as known at the end of the page.
	Other tracefeed.ThreadID
	// State is Blocking or Suspended.
	State tracefeed.State
	// Open is true if the wait lasts beyond the page.
	Open bool
	// Nested is true if the thread held a monitor when the wait began, or at the
	// start of the page if it began earlier (Blocking). It is false if the thread
	// has no event in the page.
	Nested bool
	// Start is when the wait began, possibly before the page. End is when it ended,
	// or the end of the page.
	Start, End tracefeed.Time
	// First and Last are the first and the last stretch of its monitor that the
	// wait overlaps within the page (Blocking), as indices of Matches.Stretches.
	First, Last int32
}

// Stretch is an interval in which the holders of a monitor do not change. It ends
// where the next one in the list begins. The first one of a page has no length or
// continues from the page before.
type Stretch struct {
	Start tracefeed.Time
	// Holder is the thread that holds the monitor, NoThread if it is free. If
	// Holders is above 1, it is an index for Matches.Sharing.
	Holder tracefeed.ThreadID
	// Holders is the number of holders.
	Holders int32
}

// Contended is a monitor with waiters in a page. Its stretches are those from First
// to Last inclusive, followed by one that begins at the end of the page.
type Contended struct {
	Monitor     tracefeed.MonitorID
	First, Last int32
}

// Matches joins the waits of one page with the holders of the monitors that they
// are for. Waits for the same monitor share its stretches, so the size does not
// depend on how many stretches each wait overlaps.
type Matches struct {
	Start, End tracefeed.Time
	// Restart is true if no wait continues from the page before, Cut if none
	// continues into the next page.
	Restart, Cut bool
	// Waits are sorted by thread and time. Suspensions without a known waker are
	// left out.
	Waits     []Wait
	Stretches []Stretch
	Contended []Contended
	// Shared is the amount of memory for stretches with several holders, in list
	// elements.
	Shared int

	ops         []LockOp
	holderLists []holderList
	holderIDs   []tracefeed.ThreadID
	unreadable  bool // whether the page could not be read
}

// EachMatch calls f for each page that overlaps [from, to), in order of time. The
// matches are not clipped to that interval. f may modify them; they are valid only
// during the call, unless f keeps their memory and leaves other Matches in their
// place. The cost grows with the events of the pages, not with the stretches that
// waits overlap.
//
// If there are many events, several goroutines find the matches while f runs in the
// caller's. Few are processed without them, because handing them to another
// goroutine takes longer on a busy machine. Once ctx is done, EachMatch returns
// after the current page.
func (tl *Timeline) EachMatch(ctx context.Context, from, to tracefeed.Time, f func(*Matches)) {
	lost := false
	tl.matches(pageRange{from: from, to: to}, (*matcher).page, func(m *Matches) bool {
		m.Restart = m.Restart || lost
		lost = m.unreadable
		f(m)
		return ctx.Err() == nil
	})
}

// EachMatchBack is EachMatch from the last page to the first, until f returns
// false. If alone is true, no other goroutines are used and results may be cached
// between calls, so f must not modify them.
func (tl *Timeline) EachMatchBack(from, to tracefeed.Time, alone bool, f func(*Matches) bool) {
	tl.matches(pageRange{from: from, to: to, back: true, alone: alone}, (*matcher).page, f)
}

// EachWait is EachMatch without the holders, at less cost: First and Last of the
// waits are not valid. until is the end of the page.
func (tl *Timeline) EachWait(ctx context.Context, from, to tracefeed.Time, f func(waits []Wait, until tracefeed.Time)) {
	tl.matches(pageRange{from: from, to: to}, (*matcher).waitsOnly, func(m *Matches) bool {
		f(m.Waits, m.End)
		return ctx.Err() == nil
	})
}

// pageRange selects the pages that overlap [from, to), in reverse order if back is
// set. alone rules out other goroutines and allows cached results.
type pageRange struct {
	from, to    tracefeed.Time
	back, alone bool
}

// maxSequentialEvents is the number of events up to which one goroutine is used.
// Tests set it.
var maxSequentialEvents = 1 << 20

// matches calls f with the result of find for each page of r, until f returns
// false. Each worker has its own matcher.
func (tl *Timeline) matches(r pageRange, find func(m *matcher, page int) *Matches, f func(*Matches) bool) {
	from, to := r.from, r.to
	first, last := max(0, tl.pageAt(from)), tl.pageAt(to-1)
	if from >= to || first > last {
		return
	}
	page := func(i int) int { return first + i }
	if r.back {
		page = func(i int) int { return last - i }
	}
	n, events := last-first+1, tl.Events(from, to)
	workers := min(runtime.GOMAXPROCS(0), 1+events/partEvents, n)
	if workers == 1 || r.alone || events <= maxSequentialEvents {
		m := tl.matcher(events > maxCachedEvents && !r.alone)
		m.caching = r.alone
		for i := 0; i < n && f(find(m, page(i))); i++ {
		}
		tl.matchers.Put(m)
		return
	}
	var working sync.WaitGroup
	defer working.Wait()
	quit := make(chan struct{})
	defer close(quit)
	relays := make([]relay, workers)
	for k := range relays {
		relays[k] = relay{make(chan *Matches), make(chan struct{}, 1)}
		working.Go(func() {
			m := tl.matcher(events > maxCachedEvents)
			for i := k; i < n && relays[k].send(find(m, page(i)), quit); i += workers {
			}
			tl.matchers.Put(m)
		})
	}
	for i := 0; i < n && f(<-relays[i%workers].found); i++ {
		relays[i%workers].next <- struct{}{}
	}
}

// matcher returns a matcher from the pool, or a new one.
func (tl *Timeline) matcher(uncached bool) *matcher {
	m, ok := tl.matchers.Get().(*matcher)
	if !ok {
		m = &matcher{}
	}
	if m.tl != tl {
		m.cachedPage = nil
	}
	m.tl, m.columns.machine, m.uncached, m.caching = tl, &tl.machine, uncached, false
	if len(m.numbers) < len(tl.Monitors) {
		m.numbers = make([]int32, len(tl.Monitors))
	}
	return m
}

// relay passes the results of one worker to the caller. After each, the worker
// waits for a value on next.
type relay struct {
	found chan *Matches
	next  chan struct{}
}

// send passes on a page and waits until the caller has used it. It returns false if
// no more are wanted.
func (r *relay) send(m *Matches, quit chan struct{}) bool {
	select {
	case r.found <- m:
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
