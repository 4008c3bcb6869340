package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// NextChange returns the first time after t at which one of some threads, sorted by
// id, begins or ceases to block; ok is false if there is none. The cost grows with
// the events up to then.
func NextChange(tl *timeline.Timeline, threads []tracefeed.ThreadID, t tracefeed.Time) (at tracefeed.Time, ok bool) {
	for from, length := t+1, firstSearch; from <= tl.End; from, length = from+length, 2*length {
		to := min(from+length, tl.End+1)
		eachChange(tl, threads, from, to, func(change tracefeed.Time) bool {
			if !ok || change < at {
				at, ok = change, true
			}
			return false
		})
		if ok {
			break
		}
	}
	return at, ok
}

// LastChange returns the last such time before t.
func LastChange(tl *timeline.Timeline, threads []tracefeed.ThreadID, t tracefeed.Time) (at tracefeed.Time, ok bool) {
	for to, length := min(t, tl.End+1), firstSearch; to > 0; to, length = to-length, 2*length {
		eachChange(tl, threads, max(to-length, 0), to, func(change tracefeed.Time) bool {
			if !ok || change > at {
				at, ok = change, true
			}
			return true
		})
		if ok {
			break
		}
	}
	return at, ok
}

// firstSearch is the length of the first interval searched. It doubles until a
// change is found.
const firstSearch = tracefeed.Millisecond

// eachChange calls f for the times in [from, to) at which each thread begins or
// ceases to block, in order of time. When f returns false it continues with the
// next thread.
func eachChange(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time, f func(tracefeed.Time) bool) {
	if from > 0 && to < tl.End && !anyChange(tl, threads, from-1, to) {
		return
	}
	for _, thread := range threads {
		blocked := from > 0 && tl.Lane(thread).StateAt(from-1) == tracefeed.Blocking
		tl.Lane(thread).Spans(from, to, func(s *timeline.Span, _ tracefeed.Time) bool {
			now := s.State == tracefeed.Blocking
			turns := now != blocked
			blocked = now
			return !turns || s.Start < from || s.Start >= to || f(s.Start)
		})
	}
}

// anyChange reports whether any of some threads blocks during a part of [from, to)
// but not all of it.
func anyChange(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time) (some bool) {
	tl.EachSum(threads, from, to, func(_ int, b *tracefeed.StateTimes) {
		some = some || b[tracefeed.Blocking] > 0 && b[tracefeed.Blocking] < to-from
	})
	return some
}
