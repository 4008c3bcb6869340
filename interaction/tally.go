package interaction

import (
	"context"
	"math"
	"runtime"
	"sort"
	"sync"

	"tiv/timeline"
	"tiv/tracefeed"
)

// tally adds up who waited for whom.
//
// What is charged is a stretch of a wait: the time that it shares with a stretch
// of its monitor in which the same threads hold that. It is charged in the page
// in which it ends, from where it began, however many pages ago that was. So all
// there is to remember is since when the holders of each monitor are the same.
//
// Pages are taken many at a time, and then added up thread by thread: what one
// thread waits for fits the fast memory, what all do does not.
type tally struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	// floor is since when all is known: from, or a restart after it.
	floor tracefeed.Time
	// since is, by monitor, when the last stretch of the page before began. It
	// may be too early where nobody waited.
	since []tracefeed.Time
	rows  []tallyRow // by thread that waits
	// pages are those that are taken and not yet added up, and after them old
	// ones to be used again; size is how much they hold.
	pages []tallyPage
	taken int
	size  int
	// alone leaves nothing to other goroutines.
	alone bool
}

// tallyPage is a page with what is known to last since before it.
type tallyPage struct {
	timeline.Matches
	floor tracefeed.Time
}

// tallyUp adds up the waits of [from, to). Once ctx is done, what it has added up
// is not all.
func tallyUp(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) *tally {
	t := newTally(tl, from, to)
	tl.EachMatch(ctx, t.from, t.to, func(m *timeline.Matches) {
		if ctx.Err() == nil {
			t.take(m)
		}
	})
	if ctx.Err() == nil {
		t.addUp()
	}
	return t
}

func newTally(tl *timeline.Timeline, from, to tracefeed.Time) *tally {
	from, to = max(from, 0), min(to, tl.End)
	return &tally{tl: tl, from: from, to: to, floor: from, since: make([]tracefeed.Time, len(tl.Monitors)),
		rows: make([]tallyRow, len(tl.Threads))}
}

// only adds up what a page tells of the time from some moment on, and no others.
// It leaves the page as it was.
func (t *tally) only(m *timeline.Matches, from tracefeed.Time) {
	t.from, t.floor = max(from, 0), max(from, 0)
	t.take(m)
	t.addUp()
	*m = t.pages[0].Matches
	for _, c := range m.Contended { // which take has changed
		m.Stretches[c.First].Start = m.Start
	}
}

// manyTaken is how much of pages is worth to be added up at once: some tens of
// MB. Tests set it.
var manyTaken = 1 << 21

// take takes a page, and adds up those that are taken if they are many.
func (t *tally) take(m *timeline.Matches) {
	if m.Restart {
		t.floor = max(t.floor, m.Start)
	}
	for _, c := range m.Contended {
		s := &m.Stretches[c.First]
		s.Start = max(t.floor, min(s.Start, t.since[c.Monitor]))
		t.since[c.Monitor] = m.Stretches[c.Last].Start
	}
	if t.taken == len(t.pages) {
		t.pages = append(t.pages, tallyPage{})
	}
	p := &t.pages[t.taken]
	p.Matches, *m, p.floor = *m, p.Matches, t.floor
	t.taken++
	if t.size += len(p.Waits) + len(p.Stretches) + p.Shared; t.size > manyTaken {
		t.addUp()
	}
}

// addUp adds up the pages that are taken, several threads at a time.
func (t *tally) addUp() {
	const few = 1 << 14 // are not worth a goroutine of their own
	pages := t.pages[:t.taken]
	workers := min(runtime.GOMAXPROCS(0), 1+t.size/few)
	if t.alone {
		t.threads(pages, 0, tracefeed.ThreadID(len(t.rows)))
		workers = 0
	}
	var working sync.WaitGroup
	for w := range workers {
		first, last := len(t.rows)*w/workers, len(t.rows)*(w+1)/workers
		working.Go(func() { t.threads(pages, tracefeed.ThreadID(first), tracefeed.ThreadID(last)) })
	}
	working.Wait()
	t.taken, t.size = 0, 0
}

// threads adds up the waits of the threads from first to last (exclusive).
func (t *tally) threads(pages []tallyPage, first, last tracefeed.ThreadID) {
	next := make([]int, len(pages))
	for i := range pages {
		waits := pages[i].Waits
		next[i] = sort.Search(len(waits), func(k int) bool { return waits[k].Thread >= first })
	}
	a := newAdder(len(t.rows))
	for id := first; id < last; id++ {
		a.waits = a.waits[:0]
		for i := range pages {
			p := &pages[i]
			for ; next[i] < len(p.Waits) && p.Waits[next[i]].Thread == id; next[i]++ {
				a.waits = append(a.waits, tallyWait{p, &p.Waits[next[i]]})
			}
		}
		if len(a.waits) > 0 {
			a.begin(&t.rows[id])
			t.waits(a)
			a.end(&t.rows[id])
		}
	}
}

// tallyWait is what a page tells of a wait.
type tallyWait struct {
	page *tallyPage
	*timeline.Wait
}

// waits adds up the waits of a thread, those for one monitor after the other.
func (t *tally) waits(a *adder) {
	order := a.order(len(a.waits), func(i int) uint64 { return uint64(uint32(a.waits[i].Monitor)) })
	for k, i := range order {
		w := a.waits[uint32(i)]
		t.wait(a, w)
		if k+1 == len(order) || order[k+1]>>32 != i>>32 {
			a.leave(w.Monitor)
		}
	}
}

// wait adds up a wait, or what a page tells of it.
func (t *tally) wait(a *adder, w tallyWait) {
	p := w.page
	start, end := max(w.Start, p.floor), min(w.End, t.to)
	goesOn := w.Open && !p.Cut && p.End < t.to
	switch {
	case end < start:
	case w.State == timeline.Blocking:
		if p.Restart || w.Start >= p.Start {
			a.free = sum{}
		}
		if goesOn {
			end = math.MaxInt64
		}
		a.lock(p, w.Wait, start, end)
		if a.free.count > 0 && (w.Other != tracefeed.NoThread || !goesOn) {
			a.infer(Lock, w.Monitor, whoEnded(t.tl, w.Wait, end), a.free)
			a.free = sum{}
		}
	case !goesOn && end > start:
		a.infer(Signal, w.Monitor, whoEnded(t.tl, w.Wait, end), sum{end - start, end - start, 1})
	}
}

// whoEnded returns who ended a wait. Where that is known only in a later page
// than the last one, it is looked up.
func whoEnded(tl *timeline.Timeline, w *timeline.Wait, end tracefeed.Time) tracefeed.ThreadID {
	if w.Open && w.Other == tracefeed.NoThread {
		s, _ := tl.Lane(w.Thread).At(min(end, w.End) - 1)
		return s.Other
	}
	return w.Other
}

// pairs returns the pairs of all threads.
func (t *tally) pairs() []Pair {
	n := 0
	for i := range t.rows {
		n += len(t.rows[i].sums)
	}
	pairs, rest, a := make([]Pair, n), []Pair(nil), newAdder(len(t.rows))
	rest = pairs
	for id := range t.rows {
		n := len(t.rows[id].sums)
		a.pairs(rest[:n], &t.rows[id], tracefeed.ThreadID(id))
		rest, t.rows[id] = rest[n:], tallyRow{} // there can be too many to keep both
	}
	return pairs
}
