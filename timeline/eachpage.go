package timeline

import (
	"context"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Page is the events of an interval of time, for packages that interpret events
// which change no state.
type Page struct {
	// Block has the events with all their fields.
	*block.Block
	// Restart is true if nothing is known from before the page. It differs from
	// the Restart of the block after a page that cannot be read.
	Restart bool
	// KnownSince is the end of the last loss of events of all threads.
	KnownSince tracefeed.Time

	tl     *Timeline
	number int
}

// Span returns the span of a thread at the start of the page.
func (p *Page) Span(t tracefeed.ThreadID) Span {
	return p.tl.Lane(t).openSpanFrom(p.number, p.OpenSpan(t), p.KnownSince)
}

// Apply changes the span of a thread by its next event.
func (p *Page) Apply(s *Span, ev *tracefeed.Event) { p.tl.machine.Apply(s, ev) }

// Contradicts reports whether an event contradicts the trace: it is of a thread that is not alive
// after it, and does not end it.
func Contradicts(ev *tracefeed.Event, state tracefeed.State) bool {
	return state == tracefeed.NotAlive && ev.Thread != tracefeed.NoThread && ev.Kind != tracefeed.ThreadEnd
}

// EachPage calls f for each page with a time in [from, to], in order of time. The
// page is valid only during the call. It reads each page once and caches none; the
// cost grows with the events in the interval. Once ctx is done, it returns after the
// current page.
func (tl *Timeline) EachPage(ctx context.Context, from, to tracefeed.Time, f func(*Page)) {
	r := tl.pages.touching(from, to)
	tl.EachNumberedPage(ctx, r.first, r.end, f)
}

// EachNumberedPage is EachPage for the pages from number first up to end (exclusive); a larger end
// is that of the trace.
func (tl *Timeline) EachNumberedPage(ctx context.Context, first, end int, f func(*Page)) {
	var buffer binfeed.BlockBuffer
	passPages(ctx, tl, pageRange{first: first, end: min(end, len(tl.pages))}, func(i int, f func(*block.Block)) {
		f(tl.pages[i].readOnce(block.All, &buffer).Block)
	}, f)
}

// touching returns the pages with a time in [from, to].
func (l pageList) touching(from, to tracefeed.Time) pageRange {
	return pageRange{first: max(0, l.first(from)), end: l.at(to) + 1}
}

// passPages calls f for pages, with a function that calls another one with the events of a page.
func passPages(ctx context.Context, tl *Timeline, r pageRange, use func(int, func(*block.Block)), f func(*Page)) {
	lost := false
	for i := r.first; i < r.end && ctx.Err() == nil; i++ {
		p := tl.pages[i]
		use(i, func(b *block.Block) {
			unreadable := len(b.Codes) != int(p.count)
			f(&Page{Block: b, Restart: p.restart || lost || unreadable, KnownSince: p.knownSince, tl: tl, number: i})
			lost = unreadable
		})
	}
}

// first returns the number of the first page that has events at t or later: one
// that begins at t is not the first if the page before it ends with an event at t.
func (l pageList) first(t tracefeed.Time) int {
	i := l.at(t)
	for i > 0 && l[i].start == t {
		i--
	}
	return i
}
