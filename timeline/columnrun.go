package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// quickly goes through the events of a thread that is in a wait, the one that follows,
// or none. It gives up, and returns false, where the machine has to be asked. Most
// events do not matter; of the others nearly all are of a thread that holds one
// monitor at a time.
func (c *columns) quickly(g int, w *Wait) bool {
	b, group, first := c.block, c.block.Groups[g], c.block.Firsts[g]
	codes, times := b.Codes[group.First:group.First+group.Len], b.Times[group.First:group.First+group.Len]
	times = times[:len(codes)]
	deeds, state := c.deeds, w.State
	held, open := c.held.only()
	at := uint64(first.Monitor) | uint64(first.Other)<<32
	for k := 0; ; k++ {
		for k < len(codes) && c.picks[codes[k]] == uint8(state) {
			at += c.steps[codes[k]]
			k++
		}
		if k >= len(codes) {
			break
		}
		at += c.steps[codes[k]]
		code, now, entered := &c.codes[codes[k]], times[k], int32(-1)
		if code.does != nothing && code.does != wakes {
			m := tracefeed.NoMonitor
			if code.monitor {
				m = b.Monitors[uint32(at)-1]
			}
			switch {
			case m == tracefeed.NoMonitor && code.does != loses:
			case code.does == enters && held == tracefeed.NoMonitor:
				entered = int32(len(deeds))
				held, open = m, entered
				deeds = append(deeds, deed{now, forever, whereHeld(m, code.shared), group.Thread})
			case code.does == leaves && held == m:
				deeds[open].end, held = now, tracefeed.NoMonitor
			default:
				c.held.set(held, open)
				c.deeds = deeds
				c.change(code, now, m, group.Thread)
				if len(c.deeds) > len(deeds) {
					entered = int32(len(deeds))
				}
				deeds = c.deeds
				held, open = c.held.only()
			}
		}
		if code.wait != state {
			last := int32(-1)
			if state == Blocking && now > b.Start {
				if last = entered; last < 0 || deeds[last].monitor() != w.Monitor {
					last = int32(len(deeds))
					deeds = append(deeds, deed{start: now - 1, end: forever, where: w.Monitor})
				}
			}
			if state != Unknown && w.end(now, last) {
				c.waits = c.waits[:len(c.waits)+1]
				w = c.following()
			}
			if state = code.wait; state != Unknown {
				w.Thread, w.State, w.Start, w.First = group.Thread, state, now, -1
				w.Nested = state == Blocking && held != tracefeed.NoMonitor
				if w.Monitor, w.Other = code.waitsFor(at, b.Monitors, b.Others); state == Blocking {
					w.First = int32(len(deeds))
					deeds = append(deeds, deed{start: now, end: forever, where: w.Monitor})
				}
			}
		} else if code.begins {
			return false
		}
		if code.does == wakes {
			w.wake(b.Others[at>>32-1])
		}
	}
	c.deeds = deeds
	if state != Unknown {
		c.leaveOpen(w)
	}
	return true
}

// change does what an event does to the monitors that the thread at hand holds.
func (c *columns) change(code *columnCode, now tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID) {
	switch code.does {
	case enters:
		c.enter(now, m, thread, code.shared)
	case leaves:
		c.leave(now, m)
	case loses:
		c.lose(now)
	}
}

// leaveOpen has the wait that follows go on after the page.
func (c *columns) leaveOpen(w *Wait) {
	w.end(c.end, -1)
	w.Open = true
	c.waits = c.waits[:len(c.waits)+1]
}

// following returns the wait behind the last one of the list, which it may never join.
func (c *columns) following() *Wait {
	n := len(c.waits)
	if n == cap(c.waits) {
		c.waits = slices.Grow(c.waits, 1)
	}
	return &c.waits[:n+1][n]
}

// waitsFor returns what a wait that begins is for, after at values were taken.
func (code *columnCode) waitsFor(at uint64, monitors []tracefeed.MonitorID, others []tracefeed.ThreadID) (m tracefeed.MonitorID, o tracefeed.ThreadID) {
	if code.wait == Blocking && code.monitor {
		m = monitors[uint32(at)-1]
	}
	if code.wait == Blocking && code.other {
		o = others[at>>32-1]
	}
	return m, o
}

// wake notes who lets the thread go on, if that is not known yet.
func (w *Wait) wake(by tracefeed.ThreadID) {
	if w.Other == tracefeed.NoThread && by != w.Thread {
		w.Other = by
	}
}

// end ends a wait, and reports whether it is of interest: one that nobody ended is
// not, if it is not for something that is held.
func (w *Wait) end(at tracefeed.Time, last int32) bool {
	w.End, w.Open, w.Last = at, false, last
	return at > w.Start && (w.State == Blocking || w.Other != tracefeed.NoThread)
}
