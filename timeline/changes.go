package timeline

import (
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Visitor is told of all changes in a trace, page by page: some stretch of time
// of all threads. Within a page, changes come in no order of time, but those of
// one thread, and those of one monitor, do.
type Visitor struct {
	// Begin is told that a thread begins a span. Its Other is what is known of
	// it within the page.
	Begin func(t tracefeed.ThreadID, s *Span)
	// End is told that a span is over.
	End func(t tracefeed.ThreadID, s *Span, at tracefeed.Time)
	// Hold is told that a thread begins or stops to hold a monitor.
	Hold func(at tracefeed.Time, m tracefeed.MonitorID, t tracefeed.ThreadID, leaves, shared bool)
	// Page is told that all that happened before a time, and what happened
	// then, has been told. It returns false to end the visit.
	Page func(end tracefeed.Time) bool
}

// Visit goes through the whole trace. The functions of v that are nil are not
// called. The memory it takes does not grow with the trace.
func (tl *Timeline) Visit(v Visitor) { tl.visit(0, v, nil) }

// VisitFrom is Visit from the first page on that tells what happens at a time.
// How things stand where that page begins is told first: the spans that the
// threads are in, with their own starts, and who holds what, at time -1, because
// nobody knows since when.
func (tl *Timeline) VisitFrom(from tracefeed.Time, v Visitor) {
	tl.visit(max(0, tl.pageAt(from-1)), v, nil)
}

// visit is Visit from page first on that also tells of each event, if each is
// not nil. It returns the span in which each thread is in the end.
func (tl *Timeline) visit(first int, v Visitor, each func(*tracefeed.Event)) (open []Span) {
	t := &visit{tl: tl, v: v, each: each, open: make([]Span, len(tl.lives)), reported: make([]Span, len(tl.lives))}
	for id := range t.open {
		t.open[id] = tl.before(tracefeed.ThreadID(id), 0)
		t.reported[id] = Span{State: NotAlive}
	}
	if first > 0 {
		t.reportState(first)
	}
	for i := first; i < len(tl.pages); i++ {
		p := tl.pages[i]
		if p.restart && i > first {
			t.restart(i)
		}
		l := p.readOnce(binfeed.All, &t.reuse)
		t.page(l.Block)
		if v.Hold != nil {
			if i > first {
				t.reportHolds(tl.restartChanges(i))
			}
			x, _ := l.holds()
			t.reportHolds(x)
		}
		if v.Page != nil && !v.Page(tl.pageEnd(i)) {
			break
		}
	}
	return t.open
}

// visit is a visit under way.
type visit struct {
	tl   *Timeline
	v    Visitor
	each func(*tracefeed.Event)
	// open is, by thread, the span it is in, begun that of which the visitor
	// knows.
	open, reported []Span
	ended          Span
	reuse          *binfeed.Block
	ev             tracefeed.Event // the one that is looked at
}

func (t *visit) reportHolds(x holdIndex) {
	for _, c := range x {
		t.v.Hold(c.at, c.monitor(), c.thread(), c.isRelease(), c.shared())
	}
}

// stand tells how things stand where page i begins, with which the visit does.
func (t *visit) reportState(i int) {
	for id := range t.open {
		t.open[id] = t.tl.openSpan(tracefeed.ThreadID(id), i)
		if t.open[id].State != NotAlive {
			t.begin(tracefeed.ThreadID(id))
		}
	}
	if t.v.Hold == nil {
		return
	}
	for _, h := range t.tl.pages[i].all().Holds {
		t.v.Hold(-1, h.Monitor, h.Thread, false, h.Shared)
	}
}

// restart puts all threads where page i begins anew.
func (t *visit) restart(i int) {
	for id := range t.open {
		thread := tracefeed.ThreadID(id)
		next := t.tl.openSpan(thread, i)
		next.Start = max(next.Start, t.tl.pages[i].start)
		if !same(t.open[id], next) {
			t.end(thread, t.open[id], next.Start)
			t.open[id] = next
		}
		t.begin(thread)
	}
}

func (t *visit) page(b *binfeed.Block) {
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
			t.tl.machine.apply(open, ev)
			if open.Start != before.Start {
				t.end(thread, before, open.Start)
			}
		}
		if thread != tracefeed.NoThread {
			t.begin(thread)
		}
	}
}

// begin tells of the open span of a thread, if that is new.
func (t *visit) begin(thread tracefeed.ThreadID) {
	s, known := &t.open[thread], &t.reported[thread]
	now := *s
	now.Other, now.Forever = known.Other, known.Forever
	if now == *known {
		return
	}
	if t.v.End != nil && known.Start == s.Start && known.State != NotAlive {
		t.v.End(thread, known, s.Start) // it had no length
	}
	*known = *s
	if t.v.Begin != nil {
		t.v.Begin(thread, s)
	}
}

// end tells that a span is over, and before that, that it began, if that is
// new.
func (t *visit) end(thread tracefeed.ThreadID, s Span, at tracefeed.Time) {
	open := t.open[thread]
	t.open[thread] = s
	t.begin(thread)
	t.open[thread] = open
	if t.v.End != nil {
		t.ended = s // or each span would be allocated
		t.v.End(thread, &t.ended, at)
	}
	t.reported[thread] = Span{Start: at, State: NotAlive}
}
