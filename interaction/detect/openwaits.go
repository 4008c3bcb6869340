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
}

// lost returns the time that the wait has taken; 0 in a thread dump, whose times are
// invented.
func (w *openWait) lost(tl *timeline.Timeline) tracefeed.Time {
	if tl.OfDump() {
		return 0
	}
	return tl.End - w.since
}

// openWaits returns the open waits, sorted by thread. A thread that waited for a lock when
// its process ended, while others went on, has not got it: it could not have ended itself.
func openWaits(tl *timeline.Timeline) (open []openWait) {
	for id := 1; id < len(tl.Threads); id++ {
		t := tracefeed.ThreadID(id)
		if tl.Threads[id].System {
			continue
		}
		switch lane := tl.Lane(t); lane.StateAt(tl.End) {
		case tracefeed.Blocking:
			s, _ := lane.At(tl.End)
			open = append(open, openWait{t, s, interaction.WaitStart(lane, s)})
		case tracefeed.NotAlive:
			end := lane.Since(tl.End).Start
			if s := lane.Since(end - 1); s.State == tracefeed.Blocking && endedWaiting(tl, t, end) {
				open = append(open, openWait{t, s, interaction.WaitStart(lane, s)})
			}
		case tracefeed.Suspended:
			if s, _ := lane.At(tl.End); s.Forever || s.Other == tracefeed.NoThread && needsOther(s.Cause) {
				open = append(open, openWait{t, s, s.Start})
			}
		}
	}
	return open
}

// endedWaiting reports whether a wait of a thread ended because its process did, in a trace of
// several.
func endedWaiting(tl *timeline.Timeline, t tracefeed.ThreadID, end tracefeed.Time) bool {
	return tl.Threads[t].Process != tracefeed.NoProcess && tl.Lane(t).StateAt(end) == tracefeed.NotAlive
}

// needsOther reports whether only another thread can end a suspension. A plain park
// may have a timeout.
func needsOther(c tracefeed.Cause) bool {
	return c == tracefeed.CauseWait || c == tracefeed.CauseChannel || c == tracefeed.CauseJoin
}
