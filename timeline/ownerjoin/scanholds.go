package ownerjoin

import (
	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// addHoldsBefore adds the holds of the threads before t, which have no events in
// the page.
func (s *scanner) addHoldsBefore(t tracefeed.ThreadID) {
	for ; len(s.initial) > 0 && s.initial[0].Key < uint64(t); s.initial = s.initial[1:] {
		s.addInitialHold(&s.block.Holds[s.initial[0].At])
	}
}

// loadHolds adds the holds of t at the start of the page and makes them the held
// set.
func (s *scanner) loadHolds(t tracefeed.ThreadID) {
	s.held.Clear()
	for ; len(s.initial) > 0 && s.initial[0].Key == uint64(t); s.initial = s.initial[1:] {
		h := &s.block.Holds[s.initial[0].At]
		if s.addInitialHold(h) {
			s.held.Add(replay.Held{Monitor: h.Monitor, Count: h.Count, Index: int32(len(s.holds) - 1)})
		}
	}
}

// addInitialHold adds a hold that the page begins with. It returns false for a
// duplicate.
func (s *scanner) addInitialHold(h *block.Hold) bool {
	if n := len(s.holds); n > 0 {
		if last := &s.holds[n-1]; last.Thread == h.Thread && last.Monitor == h.Monitor {
			return false
		}
	}
	s.addHold(s.block.Start-1, h.Monitor, h.Thread, h.Shared)
	return true
}

// addHold adds a hold that is not released yet. It sets the fields in place, because
// a copy would stall on the stores just before it.
func (s *scanner) addHold(at tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID, shared bool) holdIndex {
	s.holds = append(s.holds, Hold{})
	n := len(s.holds) - 1
	h := &s.holds[n]
	h.Start, h.End, h.Monitor, h.Thread, h.Shared, h.Try = at, forever, m, thread, shared, false
	if s.wantsLocks {
		s.locks.Stacks = append(s.locks.Stacks, tracefeed.NoStack)
	}
	return holdIndex(n)
}

// applyEffect applies the effect of an event to the monitors that the thread holds.
// It returns the hold that an acquisition begins, or noHold.
func (s *scanner) applyEffect(code *scanCode, at tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID) holdIndex {
	switch code.effect {
	case effectAcquire:
		return s.acquire(at, m, thread, code.shared)
	case effectRelease:
		s.release(at, m)
	case effectLost:
		s.releaseAll(at, thread)
	}
	return noHold
}

// acquire adds a hold, unless the thread holds the monitor already.
func (s *scanner) acquire(at tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID, shared bool) holdIndex {
	if m == tracefeed.NoMonitor || !s.held.Enter(m, shared) {
		return noHold
	}
	i := s.addHold(at, m, thread, shared)
	all := s.held.All()
	all[len(all)-1].Index = int32(i)
	if s.wantsLocks && len(all) > 1 {
		s.nest(i, all[:len(all)-1])
	}
	return i
}

// release ends the current thread's hold of a monitor at the outermost release.
func (s *scanner) release(at tracefeed.Time, m tracefeed.MonitorID) {
	i := s.held.Find(m)
	if i < 0 {
		return
	}
	hold := holdIndex(s.held.All()[i].Index)
	if _, last := s.held.Exit(m); last {
		s.endHold(hold, at)
	}
}

// releaseAll ends all holds of the current thread, whose events are missing.
func (s *scanner) releaseAll(at tracefeed.Time, thread tracefeed.ThreadID) {
	s.locks.Losses = append(s.locks.Losses, Loss{thread, at})
	for _, held := range s.held.All() {
		s.endHold(holdIndex(held.Index), at)
	}
	s.held.Clear()
}

// endHold ends a hold.
func (s *scanner) endHold(i holdIndex, at tracefeed.Time) {
	h := &s.holds[i]
	if h.End = at; h.Start == at {
		s.empty = append(s.empty, emptyHold{i, s.query(at-1, h.Monitor)})
	}
}
