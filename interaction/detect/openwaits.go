package detect

import (
	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// openWait is a wait that lasts to the end of the trace and that only another
// thread can end.
type openWait struct {
	thread tracefeed.ThreadID
	span   timeline.Span
	since  tracefeed.Time // the start of the wait, before changes of its blocker
	until  tracefeed.Time // the end of what is known of it
}

// lost returns the time that the wait has taken; 0 in a thread dump, whose times are
// invented.
func (w *openWait) lost(tl *timeline.Timeline) tracefeed.Time {
	if tl.OfDump() {
		return 0
	}
	return w.until - w.since
}

// openWaits returns the open waits, sorted by thread. A thread that waited for a lock when
// its process ended, while others went on, has not got it: it could not have ended itself.
func openWaits(tl *timeline.Timeline) (open []openWait) {
	for id := 1; id < len(tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		if tl.Threads[id].System {
			continue
		}
		lane := tl.Lane(t)
		switch lane.StateAt(tl.End) {
		case tracefeed.Running, tracefeed.Runnable, tracefeed.IO:
			continue
		}
		s, until := lastKnown(tl, t)
		switch s.State {
		case tracefeed.Blocking:
			open = append(open, openWait{t, s, interaction.WaitStart(lane, s), until})
		case tracefeed.NotAlive:
			end := lane.Since(tl.End).Start
			if s := lane.Since(end - 1); s.State == tracefeed.Blocking && endedWaiting(tl, t, end) {
				open = append(open, openWait{t, s, interaction.WaitStart(lane, s), end})
			}
		case tracefeed.Suspended:
			if s.Forever || s.Other == tracefeed.NoThread && needsOther(s.Cause) {
				open = append(open, openWait{t, s, s.Start, until})
			}
		}
	}
	return open
}

// lastKnown returns the last span of a thread, and up to when it is known. That is the end of
// the trace, or, in a trace of several processes, the end of what it has of the thread: no
// event has ended the wait since, and none is lost.
func lastKnown(tl *timeline.Timeline, t tracefeed.ThreadID) (span timeline.Span, until tracefeed.Time) {
	lane := tl.Lane(t)
	if span, _ = lane.At(tl.End); span.State != tracefeed.Unknown || tl.Counts.Gaps > 0 ||
		tl.Threads[t].Process == tracefeed.NoProcess {
		return span, tl.End
	}
	unknown := lane.Since(tl.End)
	if s, _ := lane.At(unknown.Start - 1); unknown.Start > 0 && (s.State == tracefeed.Blocking || s.State == tracefeed.Suspended) {
		return s, unknown.Start
	}
	return span, tl.End
}

// partEnds has, by process, the end of what a trace of several processes has of one that did not
// end then; 0 for the end of the trace. From there on, the states of all its threads are unknown, and
// no event is lost.
type partEnds []tracefeed.Time

// of returns the end of what the trace has of a thread: that of the trace, or of a part.
func (p partEnds) of(tl *timeline.Timeline, t tracefeed.ThreadID) tracefeed.Time {
	if process := tl.Threads[t].Process; int(process) < len(p) && p[process] > 0 {
		return p[process]
	}
	return tl.End
}

func partEndsOf(tl *timeline.Timeline) partEnds {
	if len(tl.Processes) == 0 || tl.Counts.Gaps > 0 {
		return nil
	}
	ends, goesOn := make(partEnds, len(tl.Processes)), make([]bool, len(tl.Processes))
	for id := 1; id < len(tl.Threads); id++ {
		process, lane := tl.Threads[id].Process, tl.Lane(tracefeed.ThreadID(id))
		last := lane.Since(tl.End)
		switch {
		case last.State == tracefeed.NotAlive:
		case last.State != tracefeed.Unknown:
			goesOn[process] = true
		case last.Start > 0 && lane.StateAt(last.Start-1) != tracefeed.NotAlive:
			ends[process] = max(ends[process], last.Start)
		}
	}
	for p := range ends {
		if goesOn[p] || p == int(tracefeed.NoProcess) {
			ends[p] = 0
		}
	}
	return ends
}

// endedWaiting reports whether a wait of a thread ended because its process did, or what is
// known of it, in a trace of several.
func endedWaiting(tl *timeline.Timeline, t tracefeed.ThreadID, end tracefeed.Time) bool {
	if tl.Threads[t].Process == tracefeed.NoProcess {
		return false
	}
	after := tl.Lane(t).StateAt(end)
	return after == tracefeed.NotAlive || after == tracefeed.Unknown
}

// needsOther reports whether only another thread can end a suspension. A plain park
// may have a timeout.
func needsOther(c tracefeed.Cause) bool {
	return c == tracefeed.CauseWait || c == tracefeed.CauseChannel || c == tracefeed.CauseJoin
}
