package timeline

import (
	"context"

	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// EachSpan calls f for each span that overlaps [from, to), of the threads for which
// of is true: in order of time for each thread, but not across threads. It reads
// each page once and caches none; the cost grows with the events in the window.
// Once ctx is done, it returns early.
func (tl *Timeline) EachSpan(ctx context.Context, of []bool, from, to tracefeed.Time,
	f func(t tracefeed.ThreadID, s *Span, end tracefeed.Time)) {
	from, to = max(from, 0), min(to, tl.End)
	if from >= to {
		return
	}
	w := spanWalk{tl: tl, of: of, from: from, to: to, f: f, open: make([]Span, len(of))}
	first, last := tl.pages.at(from), tl.pages.at(to-1)
	for i := max(first, 0); i < len(tl.pages) && ctx.Err() == nil; i++ {
		if i == last+1 {
			w.countWaits()
		}
		if i > last && w.waits == 0 {
			break
		}
		w.page(i, i == max(first, 0))
	}
	for t := range w.open {
		w.end(tracefeed.ThreadID(t), &w.open[t], tl.End)
	}
}

// spanWalk iterates over the spans of many threads at once.
type spanWalk struct {
	tl       *Timeline
	of       []bool // by thread
	from, to tracefeed.Time
	f        func(t tracefeed.ThreadID, s *Span, end tracefeed.Time)
	open     []Span // by thread: the span that has begun and not ended
	buffer   binfeed.BlockBuffer
	// waits is the number of open spans of the window without a known waker, which
	// a later page may have.
	waits int
}

// countWaits counts the waits that are open at the end of the window.
func (w *spanWalk) countWaits() {
	w.waits = 0
	for t := range w.open {
		if s := &w.open[t]; w.of[t] && w.canBeEnded(s) && s.Start < w.to {
			w.waits++
		}
	}
}

// canBeEnded reports whether another thread can end the span.
func (w *spanWalk) canBeEnded(s *Span) bool {
	return s.State == tracefeed.Blocking || s.State == tracefeed.Suspended || s.State == tracefeed.IO && w.tl.Streams
}

// end passes a span to w.f if it overlaps the window.
func (w *spanWalk) end(t tracefeed.ThreadID, s *Span, end tracefeed.Time) {
	if w.of[t] && max(s.Start, w.from) < min(end, w.to) {
		w.f(t, s, end)
		if w.canBeEnded(s) {
			w.waits--
		}
	}
}

// page processes a page. The state at its start is loaded for the first page and
// after a gap.
func (w *spanWalk) page(i int, first bool) {
	p := w.tl.pages[i]
	b := p.readOnce(block.All, &w.buffer).Block
	if first || p.restart {
		w.loadState(i, b.OpenSpans, first)
	}
	var ev tracefeed.Event
	for g := range b.Groups {
		t := b.Groups[g].Thread
		if !w.of[t] {
			continue
		}
		open, events := &w.open[t], b.Events(g)
		for _, ok := events.Next(&ev); ok; _, ok = events.Next(&ev) {
			before := *open
			if w.tl.machine.Apply(open, &ev); open.Start != before.Start {
				w.end(t, &before, open.Start)
			}
		}
	}
}

// loadState sets the open spans to those at the start of page i. After a gap a span
// continues only if nothing about it has changed.
func (w *spanWalk) loadState(i int, carries []block.OpenSpan, first bool) {
	p := w.tl.pages[i]
	for t := range w.open {
		id := tracefeed.ThreadID(t)
		for len(carries) > 0 && carries[0].Thread < id {
			carries = carries[1:]
		}
		var carry *block.OpenSpan
		if len(carries) > 0 && carries[0].Thread == id {
			carry = &carries[0]
		}
		before, now := w.open[t], w.tl.Lane(id).openSpanFrom(i, carry, p.knownSince)
		if first {
			w.open[t] = now
			continue
		}
		if now.Start = max(now.Start, p.start); replay.Same(before, now) {
			continue
		}
		if w.open[t] = now; now.Start != before.Start {
			w.end(id, &before, p.start)
		}
	}
}
