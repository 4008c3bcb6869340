package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// scanFast processes the events of group g from the event columns alone. w is the
// scratch wait: the wait in progress at the start of the page, with State Unknown
// if there is none. It returns false if a wait may follow a wait of the same state;
// the caller then discards the results for this thread and calls scanSlow.
//
// Most events are irrelevant and only move the column positions. Nearly all others
// belong to a thread that holds at most one monitor, which is kept in local
// variables.
func (c *columns) scanFast(g int, w *Wait) bool {
	b, group, first := c.block, c.block.Groups[g], c.block.Firsts[g]
	codes, times := b.Codes[group.First:group.First+group.Len], b.Times[group.First:group.First+group.Len]
	times = times[:len(codes)]
	records, state := c.records, w.State
	held, holdRecord := c.held.only()
	taken := uint64(first.Monitor) | uint64(first.Other)<<32
	for k := 0; ; k++ {
		for k < len(codes) && c.classes[codes[k]] == uint8(state) {
			taken += c.advances[codes[k]]
			k++
		}
		if k >= len(codes) {
			break
		}
		taken += c.advances[codes[k]]
		code, now, acquired := &c.codes[codes[k]], times[k], int32(-1)
		if code.effect != effectNone && code.effect != effectWake {
			m := tracefeed.NoMonitor
			if code.monitor {
				m = b.Monitors[uint32(taken)-1]
			}
			switch {
			case m == tracefeed.NoMonitor && code.effect != effectLost:
			case code.effect == effectAcquire && held == tracefeed.NoMonitor:
				acquired = int32(len(records))
				held, holdRecord = m, acquired
				records = append(records, lockRecord{now, forever, monitorRef(m, code.shared), group.Thread})
			case code.effect == effectRelease && held == m:
				records[holdRecord].end, held = now, tracefeed.NoMonitor
			default:
				c.held.set(held, holdRecord)
				c.records = records
				c.applyEffect(code, now, m, group.Thread)
				if len(c.records) > len(records) {
					acquired = int32(len(records))
				}
				records = c.records
				held, holdRecord = c.held.only()
			}
		}
		if code.state != state {
			last := int32(-1)
			if state == tracefeed.Blocking && now > b.Start {
				if last = acquired; last < 0 || records[last].monitor() != w.Monitor {
					last = int32(len(records))
					records = append(records, lockRecord{start: now - 1, end: forever, ref: w.Monitor})
				}
			}
			if state != tracefeed.Unknown && w.end(now, last) {
				c.waits = c.waits[:len(c.waits)+1]
				w = c.scratchWait()
			}
			if state = code.state; state != tracefeed.Unknown {
				w.Thread, w.State, w.Start, w.First = group.Thread, state, now, -1
				w.Nested = state == tracefeed.Blocking && held != tracefeed.NoMonitor
				if w.Monitor, w.Other = code.waitTarget(taken, b.Monitors, b.Others); state == tracefeed.Blocking {
					w.First = int32(len(records))
					records = append(records, lockRecord{start: now, end: forever, ref: w.Monitor})
				}
			}
		} else if code.restarts {
			return false
		}
		if code.effect == effectWake {
			w.wake(b.Others[taken>>32-1])
		}
	}
	c.records = records
	if state != tracefeed.Unknown {
		c.addOpenWait(w)
	}
	return true
}

// applyEffect applies the effect of an event to the monitors that the current
// thread holds.
func (c *columns) applyEffect(code *columnCode, now tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID) {
	switch code.effect {
	case effectAcquire:
		c.acquire(now, m, thread, code.shared)
	case effectRelease:
		c.release(now, m)
	case effectLost:
		c.releaseAll(now)
	}
}

// addOpenWait commits the scratch wait w as one that lasts beyond the page.
func (c *columns) addOpenWait(w *Wait) {
	w.end(c.end, -1)
	w.Open = true
	c.waits = c.waits[:len(c.waits)+1]
}

// scratchWait returns a pointer to the slot just past len(c.waits). The caller
// commits it by extending the slice.
func (c *columns) scratchWait() *Wait {
	n := len(c.waits)
	if n == cap(c.waits) {
		c.waits = slices.Grow(c.waits, 1)
	}
	return &c.waits[:n+1][n]
}

// waitTarget returns the monitor and the thread that a new wait is for. taken
// counts the values read from the columns so far, as columnCode.advance does.
func (code *columnCode) waitTarget(taken uint64, monitors []tracefeed.MonitorID, others []tracefeed.ThreadID) (m tracefeed.MonitorID, o tracefeed.ThreadID) {
	if code.state == tracefeed.Blocking && code.monitor {
		m = monitors[uint32(taken)-1]
	}
	if code.state == tracefeed.Blocking && code.other {
		o = others[taken>>32-1]
	}
	return m, o
}

// wake records the thread that ended the wait, unless it is known already.
func (w *Wait) wake(by tracefeed.ThreadID) {
	if w.Other == tracefeed.NoThread && by != w.Thread {
		w.Other = by
	}
}

// end ends a wait at time at; last is the index of the record for its last
// nanosecond, or -1. It reports whether to keep the wait: suspensions without a
// known waker and waits of no length are discarded.
func (w *Wait) end(at tracefeed.Time, last int32) bool {
	w.End, w.Open, w.Last = at, false, last
	return at > w.Start && (w.State == tracefeed.Blocking || w.Other != tracefeed.NoThread)
}
