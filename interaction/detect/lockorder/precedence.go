package lockorder

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// precedence says which moments of threads precede others, because one thread
// started another or waited for its end: the relation "happened before" of Lamport
// (Time, clocks, and the ordering of events in a distributed system, 1978), without
// the edges that only show how this run was scheduled.
type precedence struct {
	tl *timeline.Timeline
	// until is the time after which nothing is known about threads.
	until tracefeed.Time
	spans int // left to visit
	joins map[tracefeed.ThreadID]joins
}

// joins are the waits of a thread for others that ended up to a time, in order of their ends.
type joins struct {
	list  []join
	until tracefeed.Time
}

// join is the end of a wait for another thread.
type join struct {
	at tracefeed.Time
	by tracefeed.ThreadID
}

func newPrecedence(spans int) *precedence {
	return &precedence{spans: spans, joins: map[tracefeed.ThreadID]joins{}}
}

// clone returns a copy.
func (p *precedence) clone() *precedence {
	out := *p
	out.joins = make(map[tracefeed.ThreadID]joins, len(p.joins))
	for t, j := range p.joins {
		out.joins[t] = joins{slices.Clip(j.list), j.until}
	}
	return &out
}

// moment is a time in the life of a thread.
type moment struct {
	thread tracefeed.ThreadID
	at     tracefeed.Time
}

// canMeet reports whether neither of two acquisitions precedes the other, as those of
// one thread do. It returns false if finding out takes too long.
func (p *precedence) canMeet(a, b *Order) bool {
	first, second := moment{a.Thread, a.At}, moment{b.Thread, b.At}
	return !p.precedes(first, second) && !p.precedes(second, first) && p.spans > 0
}

// precedes reports whether moment a is known to come before b. It goes back from b
// to the starts and ends of threads that precede it.
func (p *precedence) precedes(a, b moment) bool {
	known := map[tracefeed.ThreadID]tracefeed.Time{}
	for left := []moment{b}; len(left) > 0; {
		m := left[len(left)-1]
		left = left[:len(left)-1]
		if at, ok := known[m.thread]; ok && at >= m.at || m.at < a.at {
			continue // earlier moments of all threads come before a
		}
		if known[m.thread] = m.at; m.thread == a.thread {
			return true
		}
		lane := p.tl.Lane(m.thread)
		if by, _ := lane.Origin(); by != tracefeed.NoThread {
			born, _ := lane.Life()
			left = append(left, moment{by, min(born, m.at)})
		}
		for _, j := range p.joinsOf(m.thread) {
			if j.at > m.at {
				break
			}
			if a.at <= j.at && p.finishedWith(a.thread, j.by) {
				return true
			}
			left = append(left, moment{j.by, j.at})
		}
	}
	return false
}

// finishedWith reports whether a thread was started at the same place as another one
// and ended no later. A wait for a group of threads names only the last of them.
func (p *precedence) finishedWith(t, last tracefeed.ThreadID) bool {
	by, stack := p.tl.Lane(t).Origin()
	if lastBy, lastStack := p.tl.Lane(last).Origin(); stack == tracefeed.NoStack || by != lastBy || stack != lastStack {
		return false
	}
	_, ended := p.tl.Lane(t).Life()
	_, lastEnded := p.tl.Lane(last).Life()
	return ended < p.until && ended <= lastEnded
}

// joinsOf returns the waits of a thread for others that ended up to p.until, in order of their
// ends.
func (p *precedence) joinsOf(t tracefeed.ThreadID) []join {
	known, read := p.joins[t]
	if read && known.until >= p.until || p.spans <= 0 {
		return known.list
	}
	from := known.until
	p.tl.Lane(t).Spans(from, p.until+1, func(s *timeline.Span, end tracefeed.Time) bool {
		p.spans--
		ended := (end > from || !read) && end <= p.until && end < p.tl.End
		if ended && s.State == tracefeed.Suspended && s.Cause == tracefeed.CauseJoin && s.Other != tracefeed.NoThread {
			known.list = append(known.list, join{end, s.Other})
		}
		return p.spans > 0
	})
	known.until = p.until
	p.joins[t] = known
	return known.list
}
