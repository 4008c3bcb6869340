package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Wait is a wait that is in progress at some time.
type Wait struct {
	Thread tracefeed.ThreadID
	// Since is when the wait began.
	Since tracefeed.Time
	// Monitor is the monitor waited for, if the source names it.
	Monitor tracefeed.MonitorID
	// Blockers are the threads that can end the wait, sorted by id; none if they
	// are not known. Several waits may share the list.
	Blockers []tracefeed.ThreadID
	Evidence Evidence
}

// At returns the wait-for graph at time t: the waits of all blocking threads,
// sorted by thread.
func At(tl *timeline.Timeline, t tracefeed.Time) []Wait {
	var waits []Wait
	known := map[tracefeed.MonitorID][]tracefeed.ThreadID{}
	holders := func(m tracefeed.MonitorID) []tracefeed.ThreadID {
		list, ok := known[m]
		if !ok {
			list = tl.Owners(m, t)
			known[m] = list
		}
		return list
	}
	for id := 1; id < len(tl.Threads); id++ {
		if w, ok := waitAt(tl, tracefeed.ThreadID(id), t, holders); ok {
			waits = append(waits, w)
		}
	}
	return waits
}

// WaitAt returns the wait of one thread at time t; ok is false if it is not
// blocking.
func WaitAt(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time) (w Wait, ok bool) {
	return waitAt(tl, thread, t, func(m tracefeed.MonitorID) []tracefeed.ThreadID { return tl.Owners(m, t) })
}

// waitAt is WaitAt with a function that returns the holders of a monitor at t.
func waitAt(tl *timeline.Timeline, thread tracefeed.ThreadID, t tracefeed.Time,
	holders func(tracefeed.MonitorID) []tracefeed.ThreadID) (w Wait, ok bool) {
	lane := tl.Lane(thread)
	if lane.StateAt(t) != tracefeed.Blocking {
		return Wait{}, false
	}
	s := lane.Since(t)
	w = Wait{Thread: thread, Since: WaitStart(lane, s), Monitor: s.Monitor}
	if w.Blockers = holders(s.Monitor); len(w.Blockers) > 0 {
		w.Evidence = Observed
	} else if s, _ = lane.At(t); s.Other != tracefeed.NoThread {
		w.Blockers, w.Evidence = []tracefeed.ThreadID{s.Other}, Inferred
	}
	return w, true
}

// sameWait reports whether two consecutive spans are parts of one wait: a wait for a
// monitor consists of several spans if its blocker changed.
func sameWait(a, b *timeline.Span) bool {
	return a.State == tracefeed.Blocking && b.State == tracefeed.Blocking && a.Monitor == b.Monitor
}

// WaitStart returns the start of a span, or of the wait that it is part of.
func WaitStart(lane timeline.Lane, s timeline.Span) tracefeed.Time {
	for s.Start > 0 {
		before := lane.Since(s.Start - 1)
		if !sameWait(&before, &s) {
			break
		}
		s = before
	}
	return s.Start
}

// InSameWait reports whether a thread is in the same span at two times, or in spans of the same
// wait. first is the earlier one.
func InSameWait(lane timeline.Lane, first, last tracefeed.Time) bool {
	s := lane.Since(last)
	for s.Start > first {
		before := lane.Since(s.Start - 1)
		if !sameWait(&before, &s) {
			return false
		}
		s = before
	}
	return true
}

// WaitEnd returns the end of a span that ends at time end, or of the wait that it is
// part of. last reports whether the trace ends with it.
func WaitEnd(lane timeline.Lane, s timeline.Span, end, traceEnd tracefeed.Time) (at tracefeed.Time, last bool) {
	final, _ := lane.At(traceEnd)
	for s.Start != final.Start {
		next, nextEnd := lane.At(end)
		if !sameWait(&s, &next) {
			return end, false
		}
		s, end = next, nextEnd
	}
	return end, true
}
