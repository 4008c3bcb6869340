package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// NextChange returns the next moment after t at which one of some threads, which
// are sorted by id, begins or ceases to block; ok is false if there is none. The
// cost follows what happens until then.
func NextChange(tl *timeline.Timeline, threads []tracefeed.ThreadID, t tracefeed.Time) (at tracefeed.Time, ok bool) {
	for from, long := t+1, shortestSearch; from <= tl.End; from, long = from+long, 2*long {
		to := min(from+long, tl.End+1)
		eachTurn(tl, threads, from, to, func(turn tracefeed.Time) bool {
			if !ok || turn < at {
				at, ok = turn, true
			}
			return false
		})
		if ok {
			break
		}
	}
	return at, ok
}

// LastChange is NextChange backwards: the last such moment before t.
func LastChange(tl *timeline.Timeline, threads []tracefeed.ThreadID, t tracefeed.Time) (at tracefeed.Time, ok bool) {
	for to, long := min(t, tl.End+1), shortestSearch; to > 0; to, long = to-long, 2*long {
		eachTurn(tl, threads, max(to-long, 0), to, func(turn tracefeed.Time) bool {
			if !ok || turn > at {
				at, ok = turn, true
			}
			return true
		})
		if ok {
			break
		}
	}
	return at, ok
}

// shortestSearch is how much of a trace a search for a change looks at first.
// It doubles until something is found.
const shortestSearch = tracefeed.Millisecond

// eachTurn calls f for the moments in [from, to) at which each thread begins or
// ceases to block, in order of time, until f returns false; then it goes on with
// the next thread.
func eachTurn(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time, f func(tracefeed.Time) bool) {
	if from > 0 && to < tl.End && !restless(tl, threads, from-1, to) {
		return
	}
	for _, thread := range threads {
		blocked := from > 0 && tl.Lane(thread).StateAt(from-1) == timeline.Blocking
		tl.Lane(thread).Spans(from, to, func(s *timeline.Span, _ tracefeed.Time) bool {
			now := s.State == timeline.Blocking
			turns := now != blocked
			blocked = now
			return !turns || s.Start < from || s.Start >= to || f(s.Start)
		})
	}
}

// restless reports whether any of some threads blocks during a part of [from,
// to), and not all of it.
func restless(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time) (some bool) {
	tl.EachSum(threads, from, to, func(_ int, b *timeline.Bucket) {
		some = some || b[timeline.Blocking] > 0 && b[timeline.Blocking] < to-from
	})
	return some
}
