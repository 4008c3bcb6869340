package detect

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

// toldBefore returns the last hold of the lock of a wait for a signal; nil if it is not
// known, if its thread still exists, or if the thread has waited there before.
func (s *trace) toldBefore(w openWait) *Told {
	if w.span.Cause != tracefeed.CauseWait || !firstWait(s.tl, w) {
		return nil
	}
	m := s.releasedFor(w)
	if m == tracefeed.NoMonitor || s.tl.HandedOver(m) {
		return nil
	}
	t := Told{Waiter: w.thread, Monitor: m}
	s.tl.Holding(m).Each(0, w.since, func(_, end tracefeed.Time, holders []tracefeed.ThreadID) {
		if len(holders) == 1 && holders[0] != w.thread {
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
func (s *trace) releasedFor(w openWait) (m tracefeed.MonitorID) {
	s.tl.EachPage(context.Background(), w.since, w.since, func(p *timeline.Page) {
		g := p.Group(w.thread)
		if g < 0 {
			return
		}
		var ev tracefeed.Event
		events := p.Events(g)
		for _, ok := events.Next(&ev); ok && ev.Time <= w.since; _, ok = events.Next(&ev) {
			switch {
			case ev.Kind == tracefeed.MonitorExit:
				m = ev.Monitor
			case ev.Kind != tracefeed.SuspendStart || ev.Time < w.since:
				m = tracefeed.NoMonitor
			}
		}
	})
	return m
}

// text describes the hold.
func (t *Told) text(w wording) string {
	return " " + w.thread(t.Thread) + " held its lock, " + w.locks.Full(t.Monitor) + ", until " + t.Until.String() +
		", and has ended: if it signalled then, " + w.thread(t.Waiter) + " did not wait yet."
}
