package interaction

import (
	"context"

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
	likes map[place]*like
	// wakers are who ended the waits of a thread at a place.
	wakers map[waker]map[tracefeed.ThreadID]bool
	// recent is, by thread, what its last waits taught: the next one is often
	// alike.
	recent [][2]lesson
}

// lesson is that waits at a place, ended by somebody, are known.
type lesson struct {
	place place
	other tracefeed.ThreadID
	like  *like
}

// learn collects the finished waits of a whole trace.
func learn(ctx context.Context, tl *timeline.Timeline) likeness {
	l := likeness{map[place]*like{}, map[waker]map[tracefeed.ThreadID]bool{}, make([][2]lesson, len(tl.Threads))}
	tl.Visit(timeline.Visitor{End: func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if s.State == timeline.Blocking || s.State == timeline.Suspended {
			l.add(t, *s, end)
		}
	}, Page: func(tracefeed.Time) bool { return ctx.Err() == nil }})
	return l
}

func (l *likeness) add(t tracefeed.ThreadID, s timeline.Span, end tracefeed.Time) {
	p := placeOf(s)
	recent := &l.recent[t]
	if r := &recent[1]; r.like == nil || r.place != p || r.other != s.Other {
		recent[0], recent[1] = recent[1], recent[0]
	}
	r := &recent[1]
	if r.like == nil || r.place != p || r.other != s.Other {
		*r = l.learn(t, p, s.Other)
	}
	r.like.count++
	r.like.longest = max(r.like.longest, end-s.Start)
	r.like.lastStart = max(r.like.lastStart, s.Start)
}

// learn notes that a thread waits at a place, and who ended that.
func (l *likeness) learn(t tracefeed.ThreadID, p place, other tracefeed.ThreadID) lesson {
	k := l.likes[p]
	if k == nil {
		k = &like{}
		l.likes[p] = k
	}
	if other != tracefeed.NoThread {
		w := waker{p, t}
		if l.wakers[w] == nil {
			l.wakers[w] = map[tracefeed.ThreadID]bool{}
		}
		l.wakers[w][other] = true
	}
	return lesson{p, other, k}
}

func placeOf(s timeline.Span) place {
	p := place{state: s.State, cause: s.Cause, stack: s.Stack}
	if s.Stack == tracefeed.NoStack {
		p.monitor = s.Monitor
	}
	return p
}

func (l *likeness) of(s timeline.Span) like {
	if k := l.likes[placeOf(s)]; k != nil {
		return *k
	}
	return like{}
}

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
