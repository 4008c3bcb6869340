package timeline

import (
	"sort"

	"tiv/tracefeed"
)

// Span is a stretch of time that one thread spent in one state, for one
// reason. It ends where the next span of its lane starts.
type Span struct {
	// Start is when it began, in nanoseconds since the start of the trace.
	Start tracefeed.Time
	// Stack is where in its code the thread was.
	Stack tracefeed.StackID
	// Monitor is what the thread waits for (Blocking).
	Monitor tracefeed.MonitorID
	// Other is the thread that let this one go on (Suspended), or that it
	// waits for (Blocking), where the source says no more than that.
	Other tracefeed.ThreadID
	// State is what the thread was doing.
	State State
	// Cause tells kinds of suspension and IO apart.
	Cause tracefeed.Cause
	// Shared marks a wait to become a reader (Blocking).
	Shared bool
	// Forever marks a suspension that by its nature never ends.
	Forever bool
}

// Lane is the history of one thread: its spans, without gaps, from the start of
// the trace to its end. The time before a thread's birth and after its death is
// a NotAlive span.
type Lane struct {
	tl     *Timeline
	thread tracefeed.ThreadID
}

// Spans calls f for each span that covers some of [from, to) with its end, in
// order of time, until f returns false. The last span of the trace may have no
// length: what began with the last event. It is there if to is after it or
// equal to the end of the trace. The cost follows the events in the window.
func (l Lane) Spans(from, to tracefeed.Time, f func(s *Span, end tracefeed.Time) bool) {
	w := l.tl.walkAt(l.thread, from)
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

// Each calls f for every span with its end, in order of time.
func (l Lane) Each(f func(s *Span, end tracefeed.Time)) {
	l.Spans(0, forever, func(s *Span, end tracefeed.Time) bool {
		f(s, end)
		return true
	})
}

// At returns the span that covers t and its end. At the end of the trace that
// is the last span. Where the thread does not exist the state is NotAlive.
func (l Lane) At(t tracefeed.Time) (s Span, end tracefeed.Time) {
	if t < 0 {
		return Span{State: NotAlive}, t
	}
	w := l.tl.walkAt(l.thread, t)
	if s, end, ok := w.next(); ok {
		return s, end
	}
	return w.open, l.tl.End
}

// Since returns the span that covers t, as At does, but with what is known of
// it at t: Other and Forever may be missing. It costs less, because it does not
// search for the end.
func (l Lane) Since(t tracefeed.Time) Span {
	if t < 0 {
		return Span{State: NotAlive}
	}
	w := l.tl.walkAt(l.thread, t)
	return w.open
}

// StateAt returns what the thread does at t: the state of the span that covers
// t, for less than At costs.
func (l Lane) StateAt(t tracefeed.Time) State {
	i := l.tl.pageAt(t)
	if i < 0 {
		return NotAlive
	}
	if life := &l.tl.lives[l.thread]; life.preexisting && t < life.first {
		return Unknown
	}
	b := l.tl.pages[i].states()
	if g := b.Group(l.thread); g >= 0 {
		group := b.Groups[g]
		times := b.Times[group.First : group.First+group.Len]
		if k := sort.Search(len(times), func(k int) bool { return times[k] > t }); k > 0 {
			return State(b.Table[b.Codes[int(group.First)+k-1]].State)
		}
	}
	if c := b.Carry(l.thread); c != nil {
		return State(c.State)
	}
	return NotAlive
}

// Origin returns the thread that started this one, and the stack at which it did;
// none of both where the trace does not say.
func (l Lane) Origin() (by tracefeed.ThreadID, at tracefeed.StackID) {
	life := &l.tl.lives[l.thread]
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

// Life returns from when to when the thread was first and last alive. What was
// there before its first event, or never had one, was there from the start of
// the trace.
func (l Lane) Life() (born, died tracefeed.Time) {
	life := &l.tl.lives[l.thread]
	return life.born, max(life.born, min(life.died, l.tl.End))
}
