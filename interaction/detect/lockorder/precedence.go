package lockorder

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// precedence says which moments of threads precede others, because one thread
// started another or waited for its end: the relation "happened before" of Lamport
// (Time, clocks, and the ordering of events in a distributed system, 1978), without
// the edges that only show how this run was scheduled.
type precedence struct {
	tl    *timeline.Timeline
	spans int // left to visit
	joins map[tracefeed.ThreadID][]join
}

// join is the end of a wait for another thread.
type join struct {
	at tracefeed.Time
	by tracefeed.ThreadID
}

func newPrecedence(tl *timeline.Timeline, spans int) *precedence {
	return &precedence{tl: tl, spans: spans, joins: map[tracefeed.ThreadID][]join{}}
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
	return ended < p.tl.End && ended <= lastEnded
}

// joinsOf returns the waits of a thread for others, in order of their ends.
func (p *precedence) joinsOf(t tracefeed.ThreadID) []join {
	joins, known := p.joins[t]
	if !known && p.spans > 0 {
		p.tl.Lane(t).Spans(0, p.tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			p.spans--
			if s.State == tracefeed.Suspended && s.Cause == tracefeed.CauseJoin && s.Other != tracefeed.NoThread && end < p.tl.End {
				joins = append(joins, join{end, s.Other})
			}
			return p.spans > 0
		})
		p.joins[t] = joins
	}
	return joins
}
