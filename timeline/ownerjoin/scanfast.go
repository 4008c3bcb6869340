package ownerjoin

import (
	"tiv/block"
	"tiv/tracefeed"
)

// scanFast processes the events of group g from the event columns alone. w is the
// scratch wait: the wait in progress at the start of the page, with State Unknown
// if there is none. It returns false if a wait may follow a wait of the same state;
// the caller then discards the results for this thread and calls scanSlow.
//
// Most events are irrelevant and only move the column positions. Nearly all others
// belong to a thread that holds at most one monitor, which is kept in local
// variables: held and hold are a result of HoldSet.Only.
func (s *scanner) scanFast(g int, w *Wait) bool {
	b, group := s.block, s.block.Groups[g]
	codes, times := b.Codes[group.First:group.First+group.Len], b.Times[group.First:group.First+group.Len]
	times = times[:len(codes)]
	state := w.State
	held, hold := s.held.Only()
	taken := takenBefore(&b.Firsts[g])
	for k := 0; ; k++ {
		for ; k < len(codes) && s.classes[codes[k]] == uint8(state); k++ {
			taken += s.advances[codes[k]]
		}
		if k >= len(codes) {
			break
		}
		taken += s.advances[codes[k]]
		code, acquired := &s.codes[codes[k]], noHold
		if code.effect >= effectAcquire {
			m := code.monitorAt(taken, b)
			switch {
			case m == tracefeed.NoMonitor && code.effect != effectLost:
			case code.effect == effectRelease && m == held:
				s.endHold(holdIndex(hold), times[k])
				held = tracefeed.NoMonitor
			case code.effect == effectAcquire && held == tracefeed.NoMonitor:
				acquired = s.addHold(times[k], m, group.Thread, code.shared)
				held, hold = m, int32(acquired)
			default:
				s.held.SetOnly(held, hold)
				acquired = s.applyEffect(code, times[k], m, group.Thread)
				held, hold = s.held.Only()
			}
			if acquired != noHold && s.wantsLocks {
				s.locks.Stacks[acquired], s.holds[acquired].Try = code.stackAt(taken, b), code.try
			}
		}
		if code.state != state {
			if state != tracefeed.Unknown {
				w = s.endWait(w, times[k], acquired)
			}
			if state = code.state; state != tracefeed.Unknown {
				s.beginWait(w, code, times[k], taken, held != tracefeed.NoMonitor)
			}
		} else if code.restarts {
			return false
		}
		if code.effect == effectWake {
			w.wake(code.otherAt(taken, b), code.seen)
		}
	}
	if state != tracefeed.Unknown {
		s.addLasting(w)
	}
	return true
}

// beginWait begins a wait at an event, of a thread that holds a monitor or not.
func (s *scanner) beginWait(w *Wait, code *scanCode, at tracefeed.Time, taken uint64, holds bool) {
	w.begin(code, at, taken, s.block)
	if code.state == tracefeed.Blocking {
		w.Nested, s.start = holds, s.query(at, w.Monitor)
	}
}

// endWait ends the scratch wait at time at and returns the next scratch wait.
// acquired is the hold that begins then, or noHold.
func (s *scanner) endWait(w *Wait, at tracefeed.Time, acquired holdIndex) *Wait {
	if !w.close(at) {
		return w
	}
	end := noQuery
	switch {
	case w.State != tracefeed.Blocking || at == s.block.Start:
		acquired = noHold
	case acquired == noHold || s.holds[acquired].Monitor != w.Monitor:
		acquired, end = noHold, s.query(at-1, w.Monitor)
	}
	s.commit(acquired, end)
	next := s.scratchWait()
	next.Thread = w.Thread
	return next
}

// begin makes w the wait that an event begins, Nested not yet known. taken is as for
// scanCode.monitorAt.
func (w *Wait) begin(code *scanCode, at tracefeed.Time, taken uint64, b *block.Block) {
	w.State, w.Start, w.Monitor, w.Other = code.state, at, code.monitorAt(taken, b), tracefeed.NoThread
	w.Nested, w.Seen, w.First, w.Last = false, false, 0, 0
	if code.state == tracefeed.Blocking {
		w.Other = code.otherAt(taken, b)
	}
}
