package handler

import (
	"context"
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// IdleTime is when the threads of a trace are idle. It does not change.
type IdleTime struct {
	*Idle
	// threads are, by class and thread.
	threads [numClasses][]stretches
}

// stretches are intervals of a thread, in order of time and apart from each other.
type stretches struct {
	list []timeline.Interval
	// before has, for each, the time in those before it.
	before []tracefeed.Time
}

// mostIdle is the number of intervals up to which idle time is kept: 100 MB.
const mostIdle = 4 << 20

// FindIdleTime finds when the threads of a trace are idle, by its idle waits; if those of idle are of another trace, by
// FindIdle. It returns nil if none ever is, or if there are millions of idle waits. It reads the trace once, or twice
// with FindIdle; its memory grows with the idle waits. Once ctx is done, it returns nil early.
func FindIdleTime(ctx context.Context, tl *timeline.Timeline, idle *Idle) *IdleTime {
	if !idle.Of(tl) {
		idle = FindIdle(ctx, tl)
	}
	if !idle.Any() {
		return nil
	}
	x, n := &IdleTime{Idle: idle}, 0
	of := make([]bool, len(tl.Threads))
	for t := range of {
		of[t] = tracefeed.ThreadID(t) != tracefeed.NoThread
	}
	for _, class := range waits {
		x.threads[class] = make([]stretches, len(tl.Threads))
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tl.EachSpan(ctx, of, 0, tl.End, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if idle.Loop(s.State, s.Stack) == "" || s.Start >= end {
			return
		}
		if n++; n > mostIdle {
			stop()
			return
		}
		x.threads[ClassOf(s.State)][t].add(s.Start, end)
	})
	if ctx.Err() != nil || n == 0 {
		return nil
	}
	return x
}

// add adds an interval behind the others.
func (s *stretches) add(from, to tracefeed.Time) {
	sum := tracefeed.Time(0)
	if n := len(s.list); n > 0 {
		last := s.list[n-1]
		if last.End == from {
			s.list[n-1].End = to
			return
		}
		sum = s.before[n-1] + last.End - last.Start
	}
	s.list, s.before = append(s.list, timeline.Interval{Start: from, End: to}), append(s.before, sum)
}

// until returns the time of the intervals before a time.
func (s *stretches) until(t tracefeed.Time) tracefeed.Time {
	i := sort.Search(len(s.list), func(i int) bool { return s.list[i].Start >= t }) - 1
	if i < 0 {
		return 0
	}
	return s.before[i] + min(t, s.list[i].End) - s.list[i].Start
}

// Time returns for how long a thread is idle in a state, between two times. Its cost is the
// logarithm of the thread's idle waits.
func (x *IdleTime) Time(t tracefeed.ThreadID, state tracefeed.State, from, to tracefeed.Time) tracefeed.Time {
	class := ClassOf(state)
	if class != Wait && class != IO || int(t) >= len(x.threads[class]) || from >= to {
		return 0
	}
	s := &x.threads[class][t]
	return s.until(to) - s.until(from)
}
