package ownerjoin

import "tiv/tracefeed"

// scanFast processes the events of group g from the event columns alone. w is the
// scratch wait: the wait in progress at the start of the page, with State Unknown
// if there is none. It returns false if a wait may follow a wait of the same state;
// the caller then discards the results for this thread and calls scanSlow.
//
// Most events are irrelevant and only move the column positions. Nearly all others
// belong to a thread that holds at most one monitor, which is kept in local
// variables: held and hold are a result of HoldSet.Only.
func (s *scanner) scanFast(g int, w *Wait) bool {
	b, group, first := s.block, s.block.Groups[g], s.block.Firsts[g]
	codes, times := b.Codes[group.First:group.First+group.Len], b.Times[group.First:group.First+group.Len]
	times = times[:len(codes)]
	state := w.State
	held, hold := s.held.Only()
	taken := uint64(first.Monitor) | uint64(first.Other)<<32
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
		}
		if code.state != state {
			w = s.changeState(w, code, times[k], taken, acquired)
			w.Nested = code.state == tracefeed.Blocking && held != tracefeed.NoMonitor
			state = code.state
		} else if code.restarts {
			return false
		}
		if code.effect == effectWake {
			w.wake(b.Others[taken>>32-1])
		}
	}
	if state != tracefeed.Unknown {
		s.addLasting(w)
	}
	return true
}

// changeState ends the scratch wait, if its thread waits, and begins the one that
// the event leads to. acquired is the hold that the event begins, or noHold. It
// returns the new scratch wait.
func (s *scanner) changeState(w *Wait, code *scanCode, at tracefeed.Time, taken uint64, acquired holdIndex) *Wait {
	if w.State != tracefeed.Unknown && w.close(at) {
		if w.State == tracefeed.Blocking && at > s.block.Start {
			if acquired != noHold && s.holds[acquired].monitor == w.Monitor {
				s.scratch.acquired = acquired
			} else {
				s.scratch.end = s.query(at-1, w.Monitor)
			}
		}
		thread := w.Thread
		s.commit()
		w = s.scratchWait()
		w.Thread = thread
	}
	w.State, w.Start, w.First, w.Last = code.state, at, 0, 0
	if code.state != tracefeed.Unknown {
		w.Monitor, w.Other = code.target(taken, s.block)
		s.scratch = waitBounds{noQuery, noHold, noQuery}
	}
	if code.state == tracefeed.Blocking {
		s.scratch.start = s.query(at, w.Monitor)
	}
	return w
}
