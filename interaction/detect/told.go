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

func (t *Told) fits(in extent) bool {
	return in.thread(t.Waiter) && in.thread(t.Thread) && in.monitor(t.Monitor)
}

// text describes the hold.
func (t *Told) text(w wording) string {
	return " " + w.thread(t.Thread) + " held its lock, " + w.locks.Full(t.Monitor) + ", until " + t.Until.String() +
		", and has ended: if it signalled then, " + w.thread(t.Waiter) + " did not wait yet."
}

// Answered is the end of a thread that ended the last wait of another at a place, while that
// waits there again. It may have been the one to end this wait, too: that is statistical, and
// no proof.
type Answered struct {
	// Waiter is the waiting thread.
	Waiter tracefeed.ThreadID
	// Thread ended the wait before, and itself at the time Ended.
	Thread tracefeed.ThreadID
	Ended  tracefeed.Time
}

// answeredBefore returns the thread that ended the last wait of a thread at the same place as
// an open one; nil if it is not known, or did not end during the open wait.
func answeredBefore(tl *timeline.Timeline, w openWait) *Answered {
	const asFarBack = 1000 // spans
	if w.span.Stack == tracefeed.NoStack {
		return nil
	}
	lane := tl.Lane(w.thread)
	at := w.since
	for range asFarBack {
		if at--; at < 0 {
			break
		}
		before := lane.Since(at)
		at = before.Start
		if before.State != w.span.State || before.Stack != w.span.Stack || before.Cause != w.span.Cause {
			continue
		}
		before, _ = lane.At(at)
		if before.Other == tracefeed.NoThread {
			return nil
		}
		if _, died := tl.Lane(before.Other).Life(); died > w.since && died < tl.End {
			return &Answered{w.thread, before.Other, died}
		}
		return nil
	}
	return nil
}

func (a *Answered) fits(in extent) bool {
	return in.thread(a.Waiter) && a.Thread != tracefeed.NoThread && in.thread(a.Thread) && in.interval(a.Ended, in.tl.End)
}

// text describes the end of the thread.
func (a *Answered) text(w wording) string {
	return " " + w.thread(a.Thread) + " ended its last wait there, and has ended at " + a.Ended.String() +
		", while " + w.thread(a.Waiter) + " waited: it may have been the one to end this wait (statistical)."
}
