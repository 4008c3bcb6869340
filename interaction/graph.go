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

// WaitStart returns the start of the wait that a span is part of: a wait consists
// of several spans if its blocker changed.
func WaitStart(lane timeline.Lane, s timeline.Span) tracefeed.Time {
	for s.Start > 0 {
		before := lane.Since(s.Start - 1)
		if before.State != tracefeed.Blocking || before.Monitor != s.Monitor {
			break
		}
		s = before
	}
	return s.Start
}
