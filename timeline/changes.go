package timeline

import (
	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Visitor receives all changes in a trace, page by page. Within a page, the changes
// of one thread are in order of time, and those of one monitor; others are in no
// order. Pointers are valid only during the call.
type Visitor struct {
	// Begin is called when a thread begins a span. Other has the value known within
	// the page.
	Begin func(t tracefeed.ThreadID, s *Span)
	// End is called when a span ends.
	End func(t tracefeed.ThreadID, s *Span, at tracefeed.Time)
	// Hold is called when a thread acquires a monitor or releases it.
	Hold func(HoldChange)
	// Page is called after all changes up to and including time end. It returns
	// false to end the visit.
	Page func(end tracefeed.Time) bool
}

// Visit visits the trace from the first page with events at or after time from.
// Unless that is the first page of all, it begins with the state at the start of
// the page: open spans, with their own starts, and holds, at time -1 because their
// start is not known. Functions of v that are nil are not called. Memory use does
// not grow with the trace.
func (tl *Timeline) Visit(from tracefeed.Time, v Visitor) {
	(&visit{tl: tl, v: v}).run(max(0, tl.pages.at(from-1)))
}

// run is Visit from page first on. It returns the last span of each thread.
func (t *visit) run(first int) (open []Span) {
	tl, v := t.tl, t.v
	t.open, t.reported = make([]Span, tl.lives.len), make([]Span, tl.lives.len)
	for id := range t.open {
		t.open[id] = tl.Lane(tracefeed.ThreadID(id)).before(0)
		t.reported[id] = Span{State: tracefeed.NotAlive}
	}
	if first > 0 {
		t.reportState(first)
	}
	for i := first; i < len(tl.pages); i++ {
		p := tl.pages[i]
		if p.restart && i > first {
			t.restart(i)
		}
		l := p.readOnce(block.All, &t.buffer)
		t.page(l.Block)
		if v.Hold != nil {
			if i > first {
				tl.pages.restartChanges(i).each(v.Hold)
			}
			x, _ := l.holds()
			x.each(v.Hold)
		}
		if v.Page != nil && !v.Page(tl.pageEnd(i)) {
			break
		}
	}
	return t.open
}

// visit is a visit in progress.
type visit struct {
	tl *Timeline
	v  Visitor
	// each, if not nil, is called for every event.
	each func(*tracefeed.Event)
	// open is the current span of each thread, reported the span that the visitor
	// has been given.
	open, reported []Span
	ended          Span
	buffer         binfeed.BlockBuffer
	ev             tracefeed.Event // the current one
}

// reportState reports the state at the start of page i, the first of the visit.
func (t *visit) reportState(i int) {
	for id := range t.open {
		t.open[id] = t.tl.Lane(tracefeed.ThreadID(id)).openSpan(i)
		if t.open[id].State != tracefeed.NotAlive {
			t.begin(tracefeed.ThreadID(id))
		}
	}
	if t.v.Hold == nil {
		return
	}
	for _, h := range t.tl.pages[i].all().Holds {
		t.v.Hold(HoldChange{At: -1, Monitor: h.Monitor, Thread: h.Thread, Shared: h.Shared})
	}
}

// restart sets the threads to their state at the start of page i, which begins
// after a gap.
func (t *visit) restart(i int) {
	for id := range t.open {
		thread := tracefeed.ThreadID(id)
		next := t.tl.Lane(thread).openSpan(i)
		next.Start = max(next.Start, t.tl.pages[i].start)
		if !replay.Same(t.open[id], next) {
			t.end(thread, t.open[id], next.Start)
			t.open[id] = next
		}
		t.begin(thread)
	}
}

func (t *visit) page(b *block.Block) {
	ev := &t.ev
	for g := range b.Groups {
		thread := b.Groups[g].Thread
		if thread == tracefeed.NoThread && t.each == nil {
			continue
		}
		open := &t.open[thread]
		events := b.Events(g)
		for {
			if _, ok := events.Next(ev); !ok {
				break
			}
			if t.each != nil {
				t.each(ev)
			}
			if thread == tracefeed.NoThread {
				continue
			}
			before := *open
			t.tl.machine.Apply(open, ev)
			if open.Start != before.Start {
				t.end(thread, before, open.Start)
			}
		}
		if thread != tracefeed.NoThread {
			t.begin(thread)
		}
	}
}

// begin reports the open span of a thread if it has changed.
func (t *visit) begin(thread tracefeed.ThreadID) {
	s, known := &t.open[thread], &t.reported[thread]
	now := *s
	now.Other, now.Forever = known.Other, known.Forever
	if now.State == tracefeed.IO {
		now.Shared = known.Shared
	}
	if now == *known {
		return
	}
	if t.v.End != nil && known.Start == s.Start && known.State != tracefeed.NotAlive {
		t.v.End(thread, known, s.Start) // it had no length
	}
	*known = *s
	if t.v.Begin != nil {
		t.v.Begin(thread, s)
	}
}

// end reports the end of a span, after its beginning if that was not reported.
func (t *visit) end(thread tracefeed.ThreadID, s Span, at tracefeed.Time) {
	open := t.open[thread]
	t.open[thread] = s
	t.begin(thread)
	t.open[thread] = open
	if t.v.End != nil {
		t.ended = s // a field, so that the span does not escape
		t.v.End(thread, &t.ended, at)
	}
	t.reported[thread] = Span{Start: at, State: tracefeed.NotAlive}
}
