package timeline

import (
	"sort"

	"tiv/block"
	"tiv/tracefeed"
)

// Span is a block.Span: an interval that one thread spent in one state.
type Span = block.Span

// Lane is the history of one thread: its spans, without gaps, from the start of
// the trace to its end. The time before a thread's birth and after its death is
// a NotAlive span.
type Lane struct {
	tl     *Timeline
	thread tracefeed.ThreadID
}

// Spans calls f for each span that overlaps [from, to), with its end, in order of
// time, until f returns false. A span of no length that begins with the last event
// of the trace is included if to is at or after the end of the trace. The cost
// grows with the events in the window.
func (l Lane) Spans(from, to tracefeed.Time, f func(s *Span, end tracefeed.Time) bool) {
	w := l.walkAt(from)
	for {
		s, end, ok := w.next()
		if !ok {
			s, end = w.open, l.tl.End
		}
		if s.Start >= to && (ok || s.Start > to || to < l.tl.End) {
			return
		}
		if (end > from || !ok) && !f(&s, end) || !ok {
			return
		}
	}
}

// At returns the span that covers t, and its end. At the end of the trace that is
// the last span. The state is NotAlive where the thread does not exist.
func (l Lane) At(t tracefeed.Time) (s Span, end tracefeed.Time) {
	if t < 0 {
		return Span{State: tracefeed.NotAlive}, t
	}
	w := l.walkAt(t)
	if s, end, ok := w.next(); ok {
		return s, end
	}
	return w.open, l.tl.End
}

// Since returns the span that covers t as known at t: Other and Forever may be
// missing, and Other can still be another thread in a wait to read a stream. It costs less than At, because it does not search for the end.
func (l Lane) Since(t tracefeed.Time) Span {
	if t < 0 {
		return Span{State: tracefeed.NotAlive}
	}
	w := l.walkAt(t)
	return w.open
}

// StateAt returns the state of the span that covers t, at less cost than At.
func (l Lane) StateAt(t tracefeed.Time) tracefeed.State {
	i := l.tl.pages.at(t)
	if i < 0 {
		return tracefeed.NotAlive
	}
	if life := l.tl.lives.at(l.thread); life.preexisting && t < life.first {
		return tracefeed.Unknown
	}
	b := l.tl.pages[i].states()
	if g := b.Group(l.thread); g >= 0 {
		group := b.Groups[g]
		times := b.Times[group.First : group.First+group.Len]
		if k := sort.Search(len(times), func(k int) bool { return times[k] > t }); k > 0 {
			return b.Table[b.Codes[int(group.First)+k-1]].State
		}
	}
	if c := b.OpenSpan(l.thread); c != nil {
		return c.State
	}
	return tracefeed.NotAlive
}

// Origin returns the thread that started this one and the stack of that call; both
// are none if the trace does not have them.
func (l Lane) Origin() (by tracefeed.ThreadID, at tracefeed.StackID) {
	life := l.tl.lives.at(l.thread)
	if life.preexisting || int(life.page) >= len(l.tl.pages) {
		return tracefeed.NoThread, tracefeed.NoStack
	}
	b := l.tl.pages[life.page].all()
	g := b.Group(l.thread)
	if g < 0 {
		return tracefeed.NoThread, tracefeed.NoStack
	}
	var ev tracefeed.Event
	for events := b.Events(g); ; {
		if _, ok := events.Next(&ev); !ok {
			return tracefeed.NoThread, tracefeed.NoStack
		}
		if ev.Kind == tracefeed.ThreadStart {
			return ev.Other, ev.Stack
		}
	}
}

// AcquiredAt returns the stack with which the thread acquired a monitor at time t, or
// that of the wait that ended then; NoStack if the trace has neither. It reads one page.
func (l Lane) AcquiredAt(m tracefeed.MonitorID, t tracefeed.Time) tracefeed.StackID {
	i := l.tl.pages.at(t)
	if i < 0 {
		return tracefeed.NoStack
	}
	h := ThreadHold{Monitor: m, Since: t, Stack: acquisition(l.tl.pages[i].all(), l.thread, m, t)}
	l.placeHold(&h)
	return h.Stack
}

// Life returns when the thread was first and last alive. A thread that existed
// before its first event, or never had one, was alive from the start of the trace.
func (l Lane) Life() (born, died tracefeed.Time) {
	life := l.tl.lives.at(l.thread)
	return life.born, max(life.born, min(life.died, l.tl.End))
}

// Seen reports whether the trace has an event of the thread itself. It has none of a thread
// of another process, which its own threads wait for.
func (l Lane) Seen() bool { return l.tl.lives.at(l.thread).first != forever }
