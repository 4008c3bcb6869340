package ending

import (
	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Wait is a wait that lasts to the end of the trace and that only another
// thread can end.
type Wait struct {
	Thread tracefeed.ThreadID
	Span   timeline.Span
	Since  tracefeed.Time // the start of the wait, before changes of its blocker
	Until  tracefeed.Time // the end of what is known of it
}

// Lost returns the time that the wait has taken; 0 in a thread dump, whose times are
// invented.
func (w *Wait) Lost(tl *timeline.Timeline) tracefeed.Time {
	if tl.Header.OfDump() {
		return 0
	}
	return w.Until - w.Since
}

// openWaits returns the open waits, sorted by thread. A thread that waited for a lock when
// its process ended, while others went on, has not got it: it could not have ended itself.
func openWaits(tl *timeline.Timeline) (open []Wait) {
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
		s, until := LastKnown(tl, t)
		switch s.State {
		case tracefeed.Blocking:
			open = append(open, Wait{t, s, interaction.WaitStart(lane, s), until})
		case tracefeed.NotAlive:
			end := lane.Since(tl.End).Start
			if s := lane.Since(end - 1); s.State == tracefeed.Blocking && endedWaiting(tl, t, end) {
				open = append(open, Wait{t, s, interaction.WaitStart(lane, s), end})
			}
		case tracefeed.Suspended:
			if s.Forever || s.Other == tracefeed.NoThread && needsOther(s.Cause) {
				open = append(open, Wait{t, s, s.Start, until})
			}
		}
	}
	return open
}

// LastKnown returns the last span of a thread, and up to when it is known. That is the end of
// the trace, or, in a trace of several processes, the end of what it has of the thread: no
// event has ended the wait since, and none is lost.
func LastKnown(tl *timeline.Timeline, t tracefeed.ThreadID) (span timeline.Span, until tracefeed.Time) {
	lane := tl.Lane(t)
	if span, _ = lane.At(tl.End); span.State != tracefeed.Unknown || tl.Counts.Gaps > 0 ||
		tl.Threads[t].Process == tracefeed.NoProcess {
		return span, tl.End
	}
	unknown := lane.Since(tl.End)
	if s, _ := lane.At(unknown.Start - 1); unknown.Start > 0 &&
		(s.State == tracefeed.Blocking || s.State == tracefeed.Suspended || s.Signalled()) {
		return s, unknown.Start
	}
	return span, tl.End
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
