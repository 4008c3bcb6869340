package interaction

import (
	"context"
	"math"
	"runtime"
	"sort"
	"sync"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// aggregator adds up waits by waiting thread and blocker.
//
// The unit charged is the overlap of a wait with an ownership interval. It is charged as a whole in the page in
// which it ends, even if it began in an earlier one. So the only state between
// pages is the time since when each monitor has had its holders.
//
// Pages are collected and then processed thread by thread: the totals of one thread
// fit into the cache, those of all threads do not.
type aggregator struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	// knownSince is the later of from and the last gap in the trace.
	knownSince tracefeed.Time
	// ownersSince is, by monitor, the start of the last ownership interval of the
	// page before. It may be too early after pages in which the monitor had no waiters.
	ownersSince []tracefeed.Time
	totals      []threadTotals // by waiting thread
	// pages[:pending] are collected but not added up; the others are kept for their
	// memory. size is that of the pending ones: see ownerjoin.Page.Size.
	pages   []aggregatorPage
	pending int
	size    int
	// sequential rules out other goroutines.
	sequential bool
	limits     limits
	in         Set // the only time that counts; nil for all
}

// limits bound the memory of an aggregator.
type limits struct {
	// pending is the size of the pending pages, as ownerjoin.Page.Size counts it,
	// above which they are added up.
	pending int
	// parts is the number of parts of all threads together, besides the two longest
	// of each pair.
	parts int
}

// defaultLimits allow some tens of MB of pending pages, and 128 MB of parts.
var defaultLimits = limits{pending: 1 << 21, parts: 1 << 23}

// aggregatorPage is a page with the value of aggregator.knownSince at that page.
type aggregatorPage struct {
	ownerjoin.Page
	knownSince tracefeed.Time
}

// addAll adds up the waits of all pages. The result is incomplete if ctx is done.
func (t *aggregator) addAll(ctx context.Context) {
	t.tl.EachJoinedPage(ctx, t.from, t.to, func(m *ownerjoin.Page) {
		if ctx.Err() == nil {
			t.add(m)
		}
	})
	if ctx.Err() == nil {
		t.flush()
	}
}

// newAggregator returns an aggregator of the waits of [from, to).
func newAggregator(tl *timeline.Timeline, from, to tracefeed.Time, l limits) *aggregator {
	from, to = max(from, 0), min(to, tl.End)
	return &aggregator{tl: tl, from: from, to: to, knownSince: from, ownersSince: make([]tracefeed.Time, len(tl.Monitors)),
		totals: make([]threadTotals, len(tl.Threads)), limits: l}
}

// addOnly adds up the waits of a single page from a time on. It leaves the page
// unchanged.
func (t *aggregator) addOnly(m *ownerjoin.Page, from tracefeed.Time) {
	t.from, t.knownSince = max(from, 0), max(from, 0)
	t.add(m)
	t.flush()
	*m = t.pages[0].Page
	for _, c := range m.Contended { // undo the changes by add
		m.Intervals[c.First].Start = m.Start
	}
}

// add takes the contents of a page, and flushes if enough are pending.
func (t *aggregator) add(m *ownerjoin.Page) {
	if m.Restart {
		t.knownSince = max(t.knownSince, m.Start)
	}
	for _, c := range m.Contended {
		s := &m.Intervals[c.First]
		s.Start = max(t.knownSince, min(s.Start, t.ownersSince[c.Monitor]))
		t.ownersSince[c.Monitor] = m.Intervals[c.Last].Start
	}
	if t.pending == len(t.pages) {
		t.pages = append(t.pages, aggregatorPage{})
	}
	p := &t.pages[t.pending]
	p.Page, *m, p.knownSince = *m, p.Page, t.knownSince
	t.pending++
	if t.size += p.Size(); t.size > t.limits.pending {
		t.flush()
	}
}

// flush adds up the pending pages, with several goroutines for different threads.
func (t *aggregator) flush() {
	const few = 1 << 14 // not worth a goroutine
	pages := t.pages[:t.pending]
	workers := min(runtime.GOMAXPROCS(0), 1+t.size/few)
	if t.sequential {
		t.aggregateThreads(pages, 0, tracefeed.ThreadID(len(t.totals)))
		workers = 0
	}
	var working sync.WaitGroup
	for w := range workers {
		first, last := len(t.totals)*w/workers, len(t.totals)*(w+1)/workers
		working.Go(func() { t.aggregateThreads(pages, tracefeed.ThreadID(first), tracefeed.ThreadID(last)) })
	}
	working.Wait()
	t.pending, t.size = 0, 0
}

// aggregateThreads adds up the waits of the threads from first to last (exclusive).
func (t *aggregator) aggregateThreads(pages []aggregatorPage, first, last tracefeed.ThreadID) {
	next := make([]int, len(pages))
	for i := range pages {
		waits := pages[i].Waits
		next[i] = sort.Search(len(waits), func(k int) bool { return waits[k].Thread >= first })
	}
	a := newThreadAggregator(len(t.totals), t.limits.parts)
	a.in = t.in
	for id := first; id < last; id++ {
		a.waits = a.waits[:0]
		for i := range pages {
			p := &pages[i]
			for ; next[i] < len(p.Waits) && p.Waits[next[i]].Thread == id; next[i]++ {
				a.waits = append(a.waits, pageWait{p, &p.Waits[next[i]]})
			}
		}
		if len(a.waits) > 0 {
			a.load(&t.totals[id])
			t.addWaits(a)
			a.store(&t.totals[id])
		}
	}
}

// pageWait is a wait with its page.
type pageWait struct {
	page *aggregatorPage
	*ownerjoin.Wait
}

// addWaits adds up the waits of one thread, grouped by monitor. The first may continue one
// of an earlier call, and the last may continue in a later one.
func (t *aggregator) addWaits(a *threadAggregator) {
	before, after := a.free, sum{}
	order := a.sortedOrder(len(a.waits), func(i int) uint64 { return uint64(uint32(a.waits[i].Monitor)) })
	for k, i := range order {
		w := a.waits[uint32(i)]
		if uint32(i) == 0 {
			a.free = before
		}
		if t.addWait(a, w); int(uint32(i)) == len(a.waits)-1 {
			after = a.free
		}
		if k+1 == len(order) || order[k+1]>>32 != i>>32 {
			a.endMonitor(w.Monitor)
		}
	}
	a.free = after
}

// addWait adds up the part of a wait that lies in one page.
func (t *aggregator) addWait(a *threadAggregator, w pageWait) {
	p := w.page
	start, end := max(w.Start, p.knownSince), min(w.End, t.to)
	continues := w.Open && !p.Cut && p.End < t.to
	switch {
	case end < start:
	case w.State == tracefeed.Blocking:
		if p.Restart || w.Start >= p.Start {
			a.free = sum{}
		}
		if continues {
			end = math.MaxInt64
		}
		a.addLockWait(p, w.Wait, start, end)
		if a.free.count > 0 && (w.Other != tracefeed.NoThread || !continues) {
			other, _ := waker(t.tl, w.Wait, end)
			a.chargeWaker(Lock, w.Monitor, other, Inferred, a.free)
			a.free = sum{}
		}
	case !continues && end > start:
		if length := a.length(w.Thread, start, end); length > 0 {
			other, evidence := waker(t.tl, w.Wait, end)
			a.chargeWaker(Signal, w.Monitor, other, evidence, sum{length, length, 1})
		}
	}
}

// waker returns the thread that ended a wait, and the evidence of a signal edge to it. What is not
// in the page of the wait is looked up: a later page can say more of a wait to read a stream.
func waker(tl *timeline.Timeline, w *ownerjoin.Wait, end tracefeed.Time) (tracefeed.ThreadID, Evidence) {
	if w.Open && (w.Other == tracefeed.NoThread || w.State == tracefeed.IO) {
		s, _ := tl.Lane(w.Thread).At(min(end, w.End) - 1)
		return s.Other, SignalEvidence(&s)
	}
	return w.Other, evidenceOf(w.Seen)
}

// pairs returns the pairs of all threads. It releases the totals.
func (t *aggregator) pairs() []Pair { return t.release(func(tracefeed.ThreadID, *threadTotals) {}) }

// pairsAndParts returns the pairs and their parts; parts is nil if some were dropped. It
// releases the totals.
func (t *aggregator) pairsAndParts() (pairs []Pair, parts []Part) {
	whole := true
	parts = []Part{}
	pairs = t.release(func(blocked tracefeed.ThreadID, r *threadTotals) {
		for i := range r.sums {
			whole = whole && r.sums[i].dropped == 0
		}
		for _, p := range r.parts {
			parts = append(parts, Part{blocked, p.blocker, p.monitor, p.time})
		}
	})
	if !whole {
		return pairs, nil
	}
	return pairs, parts
}

// release returns the pairs of all threads, and calls f for each thread with its merged totals
// before it releases them.
func (t *aggregator) release(f func(blocked tracefeed.ThreadID, r *threadTotals)) []Pair {
	n := 0
	for i := range t.totals {
		n += len(t.totals[i].sums)
	}
	pairs, rest, a := make([]Pair, n), []Pair(nil), newThreadAggregator(len(t.totals), t.limits.parts)
	rest = pairs
	for id := range t.totals {
		n := len(t.totals[id].sums)
		a.pairs(rest[:n], &t.totals[id], tracefeed.ThreadID(id))
		f(tracefeed.ThreadID(id), &t.totals[id])
		rest, t.totals[id] = rest[n:], threadTotals{} // both together could take too much memory
	}
	return pairs
}
