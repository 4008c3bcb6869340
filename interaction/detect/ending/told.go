package ending

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Told is the last hold of a condition's lock by another thread before a wait for the
// condition. If the thread signalled then, it was too early: a lost wakeup. The trace does
// not have signals without a waiter, so that is a hint, and no proof.
type Told struct {
	// Waiter is the waiting thread, Monitor the lock that it released to wait.
	Waiter  tracefeed.ThreadID
	Monitor tracefeed.MonitorID
	// Thread held the lock until the time Until. It has ended since.
	Thread tracefeed.ThreadID
	Until  tracefeed.Time
}

// ToldBefore returns the last hold of the lock of a wait for a signal; nil if it is not
// known, if its thread still exists, or if the thread has waited there before.
func (s *Ending) ToldBefore(w Wait) *Told {
	if w.Span.Cause != tracefeed.CauseWait || !FirstWait(s.tl, w) {
		return nil
	}
	m := releasedFor(s.tl, w)
	if m == tracefeed.NoMonitor || s.tl.HandedOver(m) {
		return nil
	}
	t := Told{Waiter: w.Thread, Monitor: m}
	s.tl.Holding(m).Each(0, w.Since, func(_, end tracefeed.Time, holders []tracefeed.ThreadID) {
		if len(holders) == 1 && holders[0] != w.Thread {
			t.Thread, t.Until = holders[0], end
		}
	})
	if t.Thread == tracefeed.NoThread || s.tl.Lane(t.Thread).StateAt(s.tl.End) != tracefeed.NotAlive {
		return nil
	}
	return &t
}

// releasedFor returns the monitor that a thread released directly before a wait;
// NoMonitor if there is none.
func releasedFor(tl *timeline.Timeline, w Wait) (m tracefeed.MonitorID) {
	tl.EachPage(context.Background(), w.Since, w.Since, func(p *timeline.Page) {
		g := p.Group(w.Thread)
		if g < 0 {
			return
		}
		var ev tracefeed.Event
		events := p.Events(g)
		for _, ok := events.Next(&ev); ok && ev.Time <= w.Since; _, ok = events.Next(&ev) {
			switch {
			case ev.Kind == tracefeed.MonitorExit:
				m = ev.Monitor
			case ev.Kind != tracefeed.SuspendStart || ev.Time < w.Since:
				m = tracefeed.NoMonitor
			}
		}
	})
	return m
}

// FirstWait reports whether a thread waits at the place of its open wait for the
// first time.
func FirstWait(tl *timeline.Timeline, w Wait) bool {
	first := true
	lane := tl.Lane(w.Thread)
	born, _ := lane.Life()
	lane.Spans(born, w.Since, func(s *timeline.Span, _ tracefeed.Time) bool {
		first = s.Start >= w.Since || s.State != w.Span.State || s.Stack != w.Span.Stack
		return first
	})
	return first
}

// IsFree reports whether a wait is for a monitor that its last holder has released:
// the waiter can go on, though it has not run yet.
func IsFree(tl *timeline.Timeline, w Wait) (free bool) {
	if w.Span.State != tracefeed.Blocking || tl.HandedOver(w.Span.Monitor) {
		return false
	}
	held := false
	tl.Holding(w.Span.Monitor).Each(0, tl.End, func(_, _ tracefeed.Time, holders []tracefeed.ThreadID) {
		held, free = held || len(holders) > 0, len(holders) == 0
	})
	return held && free
}
