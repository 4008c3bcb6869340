package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// lockOp is an event that enters, leaves or loses: its number among those of its
// thread in the page. at is how many monitors the events up to it have taken; once it
// has been looked at, the number of the deed that it begins, or -1 if nobody knows.
type lockOp struct{ event, at int32 }

// waitOp is an event after which a thread may be in another wait, or none: its number;
// how many values it and those before have taken, as columnCode.step counts them; and
// how many lockOps there are before.
type waitOp struct {
	at          uint64
	event, lock int32
}

// pick picks the events of a thread in some wait that matter. It has no branch that
// depends on them: nobody could guess which do.
func (c *columns) pick(g int, wait State) {
	group, first := c.block.Groups[g], c.block.Firsts[g]
	codes := c.block.Codes[group.First : group.First+group.Len]
	c.locks, c.waitOps = slices.Grow(c.locks[:0], len(codes)), slices.Grow(c.waitOps[:0], len(codes))
	ops, waitOps, l, t := c.locks[:len(codes)], c.waitOps[:len(codes)], 0, 0
	at, before := uint64(first.Monitor)|uint64(first.Other)<<32, uint8(wait)
	for k, code := range codes {
		pick := c.picks[code]
		at += c.steps[code]
		ops[l] = lockOp{int32(k), int32(at)}
		waitOps[t] = waitOp{at, int32(k), int32(l)}
		l += int(pick / locks)
		t += int(one(pick&^locks != before))
		before = pick &^ (locks | always)
	}
	c.locks, c.waitOps = ops[:l], waitOps[:t]
}

// goHold goes through the lockOps of a thread. Nearly always it holds one monitor at
// a time.
func (c *columns) goHold(g int) {
	b, group, ops := c.block, c.block.Groups[g], c.locks
	c.deeds = slices.Grow(c.deeds, len(ops))
	codes, times := b.Codes[group.First:group.First+group.Len], b.Times[group.First:group.First+group.Len]
	deeds, n := c.deeds[:cap(c.deeds)], len(c.deeds)
	held, open := c.held.only()
	for i := range ops {
		op := &ops[i]
		code, now, m := &c.codes[codes[op.event]], times[op.event], tracefeed.NoMonitor
		if code.monitor {
			m = b.Monitors[op.at-1]
		}
		op.at = -1
		switch {
		case m == tracefeed.NoMonitor && code.does != loses:
		case code.does == enters && held == tracefeed.NoMonitor:
			deeds[n] = deed{now, forever, whereHeld(m, code.shared), group.Thread}
			held, open, op.at = m, int32(n), int32(n)
			n++
		case code.does == leaves && held == m:
			deeds[open].end, held = now, tracefeed.NoMonitor
		default:
			c.held.set(held, open)
			c.deeds = deeds[:n]
			c.change(code, now, m, group.Thread)
			n = len(c.deeds)
			held, open = c.held.only()
		}
	}
	c.held.set(held, open)
	c.deeds = deeds[:n]
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

// goWait goes through the waitOps of a thread that is in a wait, or none. It gives up,
// and returns false, where the machine has to be asked. The wait that the thread is in
// is the next one of the list, which it may never join.
func (c *columns) goWait(g int, wait Wait) bool {
	b, group, waitOps := c.block, c.block.Groups[g], c.waitOps
	wait.Thread = group.Thread
	c.askFirst(&wait)
	c.waits, c.deeds = slices.Grow(c.waits, len(waitOps)+1), slices.Grow(c.deeds, 2*len(waitOps))
	codes, times := b.Codes[group.First:group.First+group.Len], b.Times[group.First:group.First+group.Len]
	waits, n, deeds, nd := c.waits[:cap(c.waits)], len(c.waits), c.deeds[:cap(c.deeds)], len(c.deeds)
	state := wait.State
	waits[n] = wait
	for i := range waitOps {
		op, w := &waitOps[i], &waits[n]
		code, now := &c.codes[codes[op.event]], times[op.event]
		if code.wait != state {
			last := int32(-1)
			if state == Blocking && now > b.Start {
				if last = c.entered(code, op, w.Monitor); last < 0 {
					deeds[nd] = deed{start: now - 1, end: forever, where: w.Monitor}
					last, nd = int32(nd), nd+1
				}
			}
			if state != Unknown {
				n += w.end(now, last)
				w = &waits[n]
			}
			if state = code.wait; state != Unknown {
				w.Thread, w.State, w.Start, w.First = group.Thread, state, now, -1
				if w.Monitor, w.Other = code.waitsFor(op.at, b.Monitors, b.Others); state == Blocking {
					deeds[nd] = deed{start: now, end: forever, where: w.Monitor}
					w.First, nd = int32(nd), nd+1
				}
			}
		} else if code.begins {
			return false
		}
		if code.does == wakes {
			w.wake(b.Others[op.at>>32-1])
		}
	}
	c.waits, c.deeds = waits[:n], deeds[:nd]
	if state != Unknown {
		c.stop(&waits[n], c.end, true)
	}
	return true
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

// entered returns the number of the deed that an event begins in which the thread
// enters a monitor, or -1.
func (c *columns) entered(code *columnCode, op *waitOp, m tracefeed.MonitorID) int32 {
	if code.does == enters {
		if n := c.locks[op.lock].at; n >= 0 && c.deeds[n].monitor() == m {
			return n
		}
	}
	return -1
}

// wake notes who lets the thread go on, if that is not known yet.
func (w *Wait) wake(by tracefeed.ThreadID) {
	if w.Other == tracefeed.NoThread && by != w.Thread {
		w.Other = by
	}
}

// end ends a wait, and returns 1 if it is of interest: one that nobody ended is
// not, if it is not for something that is held.
func (w *Wait) end(at tracefeed.Time, last int32) int {
	w.End, w.Open, w.Last = at, false, last
	return int(one(at > w.Start) & (one(w.State == Blocking) | one(w.Other != tracefeed.NoThread)))
}
