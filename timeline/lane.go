package timeline

import (
	"math"
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

// sumEvery is how many spans lie between two sums of a lane: more makes
// buckets slower, fewer takes more memory.
const sumEvery = 32

// Lane is the history of one thread: its spans, without gaps, from the start of
// the trace to its end. The time before a thread's birth and after its death is
// a NotAlive span.
//
// A lane of a published Timeline never changes.
type Lane struct {
	// closed are the spans that no later event can change.
	closed []Span
	// sums[k] is the time spent in each state before closed[k×sumEvery].
	sums []Bucket
	// open is the last span; State is NotAlive before the thread is born.
	open Span
	// end is where the last span ends: the end of the trace so far.
	end tracefeed.Time
}

// Len returns the number of spans. The last may have no length: what began
// with the last event of the trace.
func (l *Lane) Len() int { return len(l.closed) + 1 }

// Span returns span i and its end.
func (l *Lane) Span(i int) (s Span, end tracefeed.Time) {
	switch {
	case i == len(l.closed):
		return l.open, l.end
	case i == len(l.closed)-1:
		return l.closed[i], l.open.Start
	default:
		return l.closed[i], l.closed[i+1].Start
	}
}

// Find returns the index of the span that covers t: the last one that starts
// at or before t. It is -1 before the start of the trace.
func (l *Lane) Find(t tracefeed.Time) int {
	if l.open.Start <= t {
		return len(l.closed)
	}
	return sort.Search(len(l.closed), func(i int) bool { return l.closed[i].Start > t }) - 1
}

// At returns the span that covers t and its end. At the end of the trace that
// is the last span. Where the thread does not exist the state is NotAlive.
func (l *Lane) At(t tracefeed.Time) (s Span, end tracefeed.Time) {
	i := l.Find(t)
	if i < 0 {
		return Span{State: NotAlive}, t
	}
	return l.Span(i)
}

// Sum returns the time spent in each state from time from to time to.
func (l *Lane) Sum(from, to tracefeed.Time) Bucket {
	if to <= from {
		return Bucket{}
	}
	c := cursor{lane: l}
	before := c.until(from)
	return c.until(to).minus(before)
}

// Buckets fills out with the buckets of len(out) steps of length step, the
// first of which begins at from. Time before the start or after the end of the
// trace counts nothing. The cost follows len(out), not the number of spans:
// about the logarithm of the spans for each bucket.
func (l *Lane) Buckets(from, step tracefeed.Time, out []Bucket) {
	c := cursor{lane: l}
	before := c.until(from)
	for i := range out {
		next := from + step
		if next < from {
			next = math.MaxInt64 // the step ends after all times there are
		}
		from = next
		now := c.until(from)
		out[i] = now.minus(before)
		before = now
	}
}

// cursor adds up states along a lane, at times that never go back.
type cursor struct {
	lane *Lane
	next int    // the first closed span that has not been added up
	sum  Bucket // up to the start of closed[next]
}

// until returns the time spent in each state before t.
func (c *cursor) until(t tracefeed.Time) Bucket {
	l := c.lane
	t = min(t, l.end)
	c.skip(t)
	n := len(l.closed)
	for c.next < n {
		s, end := l.Span(c.next)
		if end > t {
			return charge(c.sum, s, t)
		}
		c.sum = charge(c.sum, s, end)
		c.next++
	}
	return charge(c.sum, l.open, t)
}

// skip moves the cursor over whole blocks of spans that end before t, by the
// lane's sums.
func (c *cursor) skip(t tracefeed.Time) {
	l := c.lane
	block := c.next/sumEvery + 1
	if block >= len(l.sums) || l.closed[block*sumEvery].Start > t {
		return
	}
	rest := l.sums[block:]
	i := block + sort.Search(len(rest), func(i int) bool {
		return l.closed[(block+i)*sumEvery].Start > t
	}) - 1
	c.next, c.sum = i*sumEvery, l.sums[i]
}

// charge adds the part of s before t to b.
func charge(b Bucket, s Span, t tracefeed.Time) Bucket {
	if s.State != NotAlive && t > s.Start {
		b[s.State] += t - s.Start
	}
	return b
}

// change closes the open span and opens s. A span without length is forgotten,
// and one that says the same as its predecessor prolongs it.
func (l *Lane) change(s Span) {
	if s.Start == l.open.Start {
		l.open = s
		return
	}
	if same(l.open, s) {
		return
	}
	if len(l.closed)%sumEvery == 0 {
		l.sums = append(l.sums, l.sumClosed())
	}
	l.closed = append(l.closed, l.open)
	l.open = s
}

// same reports whether b only says again what a says.
func same(a, b Span) bool {
	b.Start = a.Start
	return a == b
}

// sumClosed returns the sum of everything before the open span.
func (l *Lane) sumClosed() Bucket {
	if len(l.sums) == 0 {
		return Bucket{}
	}
	last := len(l.sums) - 1
	sum := l.sums[last]
	for i := last * sumEvery; i < len(l.closed); i++ {
		s, end := l.Span(i)
		sum = charge(sum, s, end)
	}
	return sum
}
