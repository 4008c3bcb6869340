package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// place is what makes two waits like each other.
type place struct {
	state   timeline.State
	cause   tracefeed.Cause
	stack   tracefeed.StackID
	monitor tracefeed.MonitorID // only where there is no stack
}

// like is what is known of the finished waits at one place.
type like struct {
	count     int
	longest   tracefeed.Time
	lastStart tracefeed.Time // when the last of them began
}

type waker struct {
	place  place
	thread tracefeed.ThreadID // who was woken
}

// likeness knows the finished waits of a trace by place.
type likeness struct {
	likes map[place]like
	// wakers are who ended the waits of a thread at a place.
	wakers map[waker]map[tracefeed.ThreadID]bool
}

// learn collects the finished waits of a whole trace.
func learn(tl *timeline.Timeline) likeness {
	l := likeness{map[place]like{}, map[waker]map[tracefeed.ThreadID]bool{}}
	tl.Visit(timeline.Visitor{End: func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if s.State == timeline.Blocking || s.State == timeline.Suspended {
			l.add(t, *s, end)
		}
	}})
	return l
}

func (l *likeness) add(t tracefeed.ThreadID, s timeline.Span, end tracefeed.Time) {
	p := placeOf(s)
	k := l.likes[p]
	k.count++
	k.longest = max(k.longest, end-s.Start)
	k.lastStart = max(k.lastStart, s.Start)
	l.likes[p] = k
	if s.Other == tracefeed.NoThread {
		return
	}
	w := waker{p, t}
	if l.wakers[w] == nil {
		l.wakers[w] = map[tracefeed.ThreadID]bool{}
	}
	l.wakers[w][s.Other] = true
}

func placeOf(s timeline.Span) place {
	p := place{state: s.State, cause: s.Cause, stack: s.Stack}
	if s.Stack == tracefeed.NoStack {
		p.monitor = s.Monitor
	}
	return p
}

func (l *likeness) of(s timeline.Span) like { return l.likes[placeOf(s)] }

// orphaned reports whether all threads that ever ended a wait of this thread at
// this place have ended themselves, one of them during this wait. Threads that
// come, wake somebody and go, before the next wait, are no reason to worry.
func (l *likeness) orphaned(w openWait, tl *timeline.Timeline) bool {
	during := false
	for t := range l.wakers[waker{placeOf(w.span), w.thread}] {
		s, _ := tl.Lane(t).At(tl.End)
		if s.State != timeline.NotAlive {
			return false
		}
		during = during || s.Start >= w.since
	}
	return during
}
