package totals

import (
	"context"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Query selects a time window and threads.
type Query struct {
	// From and To bound the window, [From, To). Waits and holds are clipped to it.
	From, To tracefeed.Time
	// Of reports whether a thread's waits count. It is called once for each thread.
	Of func(tracefeed.ThreadID) bool
	// Progress, if not nil, is called now and then with the fraction processed, from 0
	// to 1.
	Progress func(share float64)
	// Base, if not nil, is the only time of threads that counts: waits and holds are cut to
	// it, and have the length of their parts together. The parts of one are still one.
	Base interaction.Set
	// Sets are parts of the time of threads of which Tally.In has the times.
	Sets []interaction.Set
}

// Episode is a hold or a wait, with its thread and start.
type Episode struct {
	Thread tracefeed.ThreadID
	Start  tracefeed.Time
	Length tracefeed.Time
}

// keepLonger sets m to o if o is longer. Ties are resolved by the earlier start,
// then by the lower thread id.
func (m *Episode) keepLonger(o Episode) {
	switch {
	case o.Length < m.Length || m.Thread != tracefeed.NoThread && o.Length == m.Length && o.Start > m.Start:
	case m.Thread != tracefeed.NoThread && o.Length == m.Length && o.Start == m.Start && o.Thread > m.Thread:
	default:
		*m = o
	}
}

// span is a wait that has begun.
type span struct {
	timeline.Span
	open bool
}

// pass is one pass through the window of a query.
type pass struct {
	Query
	tl   *timeline.Timeline
	of   []bool // by thread
	open []span // by thread: its current wait
	// begin is called when a wait of a selected thread begins, wait when one ends,
	// with the part of it in the window: it is not empty, and has time in the base.
	begin func(t tracefeed.ThreadID, s *timeline.Span)
	wait  func(t tracefeed.ThreadID, s *timeline.Span, start, end tracefeed.Time)
	// hold is called for each acquisition and release before the end of the window;
	// page is called when all changes up to end are complete. Both may be nil.
	hold func(timeline.HoldChange)
	page func(end tracefeed.Time)
}

// newPass returns a pass through the part of a query's window that lies in the
// trace.
func newPass(tl *timeline.Timeline, q Query) *pass {
	p := &pass{Query: q, tl: tl, of: make([]bool, len(tl.Threads)), open: make([]span, len(tl.Threads))}
	p.From, p.To = max(q.From, 0), min(q.To, tl.End)
	for id := 1; id < len(p.of); id++ {
		p.of[id] = q.Of(tracefeed.ThreadID(id))
	}
	return p
}

// run makes the pass. ok is false if ctx was done before the end.
func (p *pass) run(ctx context.Context) (ok bool) {
	if p.From >= p.To {
		return ctx.Err() == nil
	}
	v := timeline.Visitor{Begin: p.beginSpan, End: p.endSpan, Page: func(end tracefeed.Time) bool { return p.endPage(ctx, end) }}
	if p.hold != nil {
		v.Hold = func(c timeline.HoldChange) {
			if c.At < p.To {
				p.hold(c)
			}
		}
	}
	p.tl.Visit(p.From, v)
	for t := range p.open {
		p.endSpan(tracefeed.ThreadID(t), &p.open[t].Span, p.To)
	}
	return ctx.Err() == nil
}

func (p *pass) beginSpan(t tracefeed.ThreadID, s *timeline.Span) {
	if p.of[t] && isWait(s.State) {
		p.open[t] = span{*s, true}
		p.begin(t, s)
	}
}

func (p *pass) endSpan(t tracefeed.ThreadID, s *timeline.Span, at tracefeed.Time) {
	if !p.open[t].open {
		return
	}
	p.open[t].open = false
	if start, end := max(s.Start, p.From), min(at, p.To); start < end && p.episode(t, start, end).Length > 0 {
		p.wait(t, s, start, end)
	}
}

// endPage ends a page. It returns false to end the pass.
func (p *pass) endPage(ctx context.Context, end tracefeed.Time) bool {
	if p.page != nil {
		p.page(end)
	}
	if p.Progress != nil {
		p.Progress(float64(min(max(end, p.From), p.To)-p.From) / float64(p.To-p.From))
	}
	return end < p.To && ctx.Err() == nil
}

func isWait(s tracefeed.State) bool {
	return s == tracefeed.Blocking || s == tracefeed.Suspended || s == tracefeed.IO
}
