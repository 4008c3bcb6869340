package timeline

import (
	"sort"

	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// walk iterates over the spans of one thread, from the start of a page on.
type walk struct {
	tl     *Timeline
	thread tracefeed.ThreadID
	page   int
	events block.Cursor // of the page
	ev     tracefeed.Event
	// open is the span that has begun and not ended.
	open Span
}

// walkFrom returns a walk from the start of page i.
func (l Lane) walkFrom(i int) walk {
	w := walk{tl: l.tl, thread: l.thread, page: i}
	w.startPage()
	return w
}

// walkAt returns a walk from time at.
func (l Lane) walkAt(at tracefeed.Time) walk {
	tl := l.tl
	w := l.walkFrom(max(0, tl.pages.at(at)))
	b := tl.pages[w.page].all()
	g := b.Group(l.thread)
	if g < 0 {
		return w
	}
	group := b.Groups[g]
	codes := b.Codes[group.First : group.First+group.Len]
	times := b.Times[group.First : group.First+group.Len]
	n := sort.Search(len(times), func(k int) bool { return times[k] > at })
	// A change of state determines the span that it begins, whatever came before,
	// if the thread was alive. So it is enough to begin with the last one.
	state := func(k int) tracefeed.State { return b.Table[codes[k]].State }
	k := max(n-1, 0)
	for k > 0 && (state(k-1) == state(k) || state(k-1) == tracefeed.NotAlive) {
		k--
	}
	if k > 0 {
		w.events.Skip(k)
		w.open = Span{Start: -1, State: state(k - 1)}
	}
	for ; k < n; k++ {
		w.events.Next(&w.ev)
		tl.machine.Apply(&w.open, &w.ev)
	}
	return w
}

// before returns the span at the start of page i of a thread without an open span there.
func (l Lane) before(i int) Span {
	life := l.tl.lives.at(l.thread)
	switch start := l.tl.pages[i].start; {
	case int(life.page) >= i && life.preexisting:
		return Span{}
	case int(life.page) >= i:
		return Span{State: tracefeed.NotAlive}
	default:
		return Span{Start: min(life.died, start), State: tracefeed.NotAlive}
	}
}

// openSpan returns the thread's span at the start of page i.
func (l Lane) openSpan(i int) Span {
	p := l.tl.pages[i]
	return l.openSpanFrom(i, p.all().OpenSpan(l.thread), p.knownSince)
}

// openSpanFrom is openSpan for a caller that has the open span c of the page, which
// is nil if there is none. No span begins before knownSince.
func (l Lane) openSpanFrom(i int, c *block.OpenSpan, knownSince tracefeed.Time) Span {
	if c == nil {
		return l.before(i)
	}
	s := c.Span
	s.Start = max(s.Start, knownSince)
	return s
}

// startPage moves the walk to the start of its page.
func (w *walk) startPage() {
	w.open = w.tl.Lane(w.thread).openSpan(w.page)
	w.findEvents()
}

// findEvents positions the walk at the thread's events in its page. It returns
// false if there are none.
func (w *walk) findEvents() bool {
	b := w.tl.pages[w.page].all()
	g := b.Group(w.thread)
	if g < 0 {
		w.events = block.Cursor{}
		return false
	}
	w.events = b.Events(g)
	return true
}

// next returns the next span that ends before the end of the trace. If ok is false,
// there is none and open is the last span.
func (w *walk) next() (s Span, end tracefeed.Time, ok bool) {
	for {
		for {
			if _, ok := w.events.Next(&w.ev); !ok {
				break
			}
			s = w.open
			w.tl.machine.Apply(&w.open, &w.ev)
			if w.open.Start != s.Start {
				return s, w.open.Start, true
			}
		}
		if w.page+1 >= len(w.tl.pages) {
			return Span{}, 0, false
		}
		if s, end, ok = w.nextPage(); ok {
			return s, end, true
		}
	}
}

// nextPage moves to the next page, or to a later one if the open span lasts. If the
// next page begins after a gap, the open span ends there and is returned.
func (w *walk) nextPage() (s Span, end tracefeed.Time, ok bool) {
	w.page++
	if p := w.tl.pages[w.page]; p.restart {
		s = w.open
		w.startPage()
		w.open.Start = max(w.open.Start, p.start)
		if replay.Same(s, w.open) {
			w.open = s
		}
		return s, p.start, w.open.Start != s.Start
	}
	if !w.findEvents() {
		w.skip()
	}
	return Span{}, 0, false
}

// skip moves to the last page that begins with the open span, by galloping search.
func (w *walk) skip() {
	limit := len(w.tl.pages)
	if w.open.State == tracefeed.NotAlive || int(w.tl.lives.at(w.thread).page) > w.page {
		w.skipUnborn()
		return
	}
	at, step := w.page, 1
	for at+step < limit && w.lastsTo(at+step) {
		at += step
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if at+step < limit && w.lastsTo(at+step) {
			at += step
		}
	}
	if at > w.page {
		w.page = at
		w.startPage()
	}
}

// lastsTo reports whether page i begins with the open span.
func (w *walk) lastsTo(i int) bool {
	if w.tl.pages[i].knownSince > w.open.Start {
		return false
	}
	c := w.tl.pages[i].all().OpenSpan(w.thread)
	return c != nil && c.Start == w.open.Start && c.State == w.open.State && c.Monitor == w.open.Monitor
}

// skipUnborn moves to the page of the thread's first event, or to the last page if
// the thread is dead for good.
func (w *walk) skipUnborn() {
	l := w.tl.lives.at(w.thread)
	last := len(w.tl.pages) - 1
	switch {
	case int(l.page) > w.page:
		w.page = min(int(l.page), last)
	case w.open.State == tracefeed.NotAlive && l.died <= w.tl.pages[w.page].start:
		w.page = last
	}
	w.findEvents()
}
