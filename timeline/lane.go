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

// blockLen is how many spans lie between two sums of a lane: more makes buckets
// slower, fewer takes more memory.
const blockLen = 32

// Lane is the history of one thread: its spans, without gaps, from the start of
// the trace to its end. The time before a thread's birth and after its death is
// a NotAlive span.
//
// A lane of a published Timeline never changes.
type Lane struct {
	// blocks and then tail are the spans that no later event can change. Each
	// block has blockLen of them, tail fewer.
	blocks [][]Span
	tail   []Span
	// sums[k] is the time spent in each state before block k, the tail being
	// the last.
	sums []Bucket
	// starts[k] is when block k begins.
	starts []tracefeed.Time
	// sum is the time spent in each state before the open span.
	sum Bucket
	// open is the last span.
	open Span
	// end is where the last span ends: the end of the trace so far.
	end tracefeed.Time
}

// closed returns how many spans come before the open one.
func (l *Lane) closed() int { return len(l.blocks)*blockLen + len(l.tail) }

// block returns block k, the tail being the last.
func (l *Lane) block(k int) []Span {
	if k < len(l.blocks) {
		return l.blocks[k]
	}
	return l.tail
}

// Len returns the number of spans. The last may have no length: what began
// with the last event of the trace.
func (l *Lane) Len() int { return l.closed() + 1 }

// Span returns span i and its end.
func (l *Lane) Span(i int) (s Span, end tracefeed.Time) {
	if i == l.closed() {
		return l.open, l.end
	}
	b, at := l.block(i/blockLen), i%blockLen
	return b[at], l.after(i/blockLen, at)
}

// after returns where the span at a place of block k ends.
func (l *Lane) after(k, at int) tracefeed.Time {
	if b := l.block(k); at+1 < len(b) {
		return b[at+1].Start
	}
	if next := l.block(k + 1); k < len(l.blocks) && len(next) > 0 {
		return next[0].Start
	}
	return l.open.Start
}

// Each calls f for every span with its end, in order of time: what a loop over
// Span does, but faster.
func (l *Lane) Each(f func(s *Span, end tracefeed.Time)) {
	for k := range l.sums {
		b := l.block(k)
		for i := range b[:len(b)-1] {
			f(&b[i], b[i+1].Start)
		}
		f(&b[len(b)-1], l.after(k, len(b)-1))
	}
	f(&l.open, l.end)
}

// Find returns the index of the span that covers t: the last one that starts
// at or before t. It is -1 before the start of the trace.
func (l *Lane) Find(t tracefeed.Time) int {
	if l.open.Start <= t {
		return l.closed()
	}
	k := l.blockAt(0, t)
	if k < 0 {
		return -1
	}
	b := l.block(k)
	return k*blockLen + sort.Search(len(b), func(i int) bool { return b[i].Start > t }) - 1
}

// blockAt returns the last block from number first on that begins at or before
// t; first-1 if there is none.
func (l *Lane) blockAt(first int, t tracefeed.Time) int {
	return first + sort.Search(len(l.starts)-first, func(i int) bool { return l.starts[first+i] > t }) - 1
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
	lane  *Lane
	block int    // where the next span that has not been added up lies
	at    int    // in that block
	sum   Bucket // up to its start
}

// until returns the time spent in each state before t.
func (c *cursor) until(t tracefeed.Time) Bucket {
	l := c.lane
	t = min(t, l.end)
	c.skip(t)
	if t >= l.open.Start || len(l.sums) == 0 {
		c.block, c.at, c.sum = len(l.sums), 0, l.sum
		return charge(l.sum, l.open, t)
	}
	for ; ; c.block, c.at = c.block+1, 0 {
		b := l.block(c.block)
		for ; c.at < len(b); c.at++ {
			end := l.after(c.block, c.at)
			if end > t {
				return charge(c.sum, b[c.at], t)
			}
			c.sum = charge(c.sum, b[c.at], end)
		}
	}
}

// skip moves the cursor over whole blocks that end before t, by the lane's
// sums.
func (c *cursor) skip(t tracefeed.Time) {
	l := c.lane
	if c.block+1 >= len(l.starts) || l.starts[c.block+1] > t {
		return
	}
	c.block, c.at = l.blockAt(c.block+1, t), 0
	c.sum = l.sums[c.block]
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
	l.close(s.Start)
	l.open = s
}

// close moves the open span, which ends at a time, to the closed ones.
func (l *Lane) close(end tracefeed.Time) {
	if len(l.tail) == blockLen {
		l.blocks = append(l.blocks, l.tail)
		l.tail = make([]Span, 0, blockLen)
	}
	if len(l.tail) == 0 {
		l.sums = append(l.sums, l.sum)
		l.starts = append(l.starts, l.open.Start)
	}
	l.tail = append(l.tail, l.open)
	l.sum = charge(l.sum, l.open, end)
}

// same reports whether b only says again what a says.
func same(a, b Span) bool {
	b.Start = a.Start
	return a == b
}
