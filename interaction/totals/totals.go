// Package totals adds up what happened in a stretch of time: who held each
// monitor and waited for it, and how long threads waited.
//
// A timeline and a Query go in, sums come out, exact to the nanosecond. Nothing
// here knows single edges, tables or how things look.
package totals

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Query says what is asked for.
type Query struct {
	// From and To bound the time. What reaches beyond is cut there.
	From, To tracefeed.Time
	// Of reports whether a thread's waits count. It is called for each thread
	// once.
	Of func(tracefeed.ThreadID) bool
	// Tell is told now and then how much of the time is done, from 0 to 1; nil
	// if nobody wants to know.
	Tell func(share float64)
}

// Moment is something that lasted long, and when it began.
type Moment struct {
	Thread tracefeed.ThreadID
	Start  tracefeed.Time
	Length tracefeed.Time
}

// take makes m the longer of itself and another. Of two that are as long, the
// earlier counts, and then the one of the thread with the lower id.
func (m *Moment) take(o Moment) {
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

// pass goes once through the time of a query.
type pass struct {
	Query
	tl   *timeline.Timeline
	of   []bool // by thread
	open []span // by thread: what it waits for
	// begin is told that a wait has begun, wait that one is over, and the part
	// of it in the time, which has a length. Both are told of asked threads only.
	begin func(t tracefeed.ThreadID, s *timeline.Span)
	wait  func(t tracefeed.ThreadID, s *timeline.Span, start, end tracefeed.Time)
	// hold is told who begins or stops to hold a monitor, up to the end of the
	// time; page that all before a time has been told. Both may be nil.
	hold func(at tracefeed.Time, m tracefeed.MonitorID, t tracefeed.ThreadID, leaves bool)
	page func(end tracefeed.Time)
}

// newPass returns a pass through the part of a query's time that the trace has.
func newPass(tl *timeline.Timeline, q Query) *pass {
	p := &pass{Query: q, tl: tl, of: make([]bool, len(tl.Threads)), open: make([]span, len(tl.Threads))}
	p.From, p.To = max(q.From, 0), min(q.To, tl.End)
	for id := 1; id < len(p.of); id++ {
		p.of[id] = q.Of(tracefeed.ThreadID(id))
	}
	return p
}

// run goes through the trace. ok is false if ctx was done before.
func (p *pass) run(ctx context.Context) (ok bool) {
	if p.From >= p.To {
		return ctx.Err() == nil
	}
	v := timeline.Visitor{Begin: p.begins, End: p.ends, Page: func(end tracefeed.Time) bool { return p.turn(ctx, end) }}
	if p.hold != nil {
		v.Hold = func(at tracefeed.Time, m tracefeed.MonitorID, t tracefeed.ThreadID, leaves, _ bool) {
			if at < p.To {
				p.hold(at, m, t, leaves)
			}
		}
	}
	p.tl.VisitFrom(p.From, v)
	for t := range p.open {
		p.ends(tracefeed.ThreadID(t), &p.open[t].Span, p.To)
	}
	return ctx.Err() == nil
}

func (p *pass) begins(t tracefeed.ThreadID, s *timeline.Span) {
	if p.of[t] && isWait(s.State) {
		p.open[t] = span{*s, true}
		p.begin(t, s)
	}
}

func (p *pass) ends(t tracefeed.ThreadID, s *timeline.Span, at tracefeed.Time) {
	if !p.open[t].open {
		return
	}
	p.open[t].open = false
	if start, end := max(s.Start, p.From), min(at, p.To); start < end {
		p.wait(t, s, start, end)
	}
}

// turn ends a page. It reports whether another is wanted.
func (p *pass) turn(ctx context.Context, end tracefeed.Time) bool {
	if p.page != nil {
		p.page(end)
	}
	if p.Tell != nil {
		p.Tell(float64(min(max(end, p.From), p.To)-p.From) / float64(p.To-p.From))
	}
	return end < p.To && ctx.Err() == nil
}

func isWait(s timeline.State) bool {
	return s == timeline.Blocking || s == timeline.Suspended || s == timeline.IO
}
