package generate

import "tiv/tracefeed"

// crossing is a deadlock. Once it is due, a thread that holds nothing is sent
// to lock a first monitor for a while. The next such thread locks a second one,
// and then each waits for the other's. If no second thread arrives in time, the
// first returns to its code, and the next attempt lasts twice as long.
type crossing struct {
	at    int64    // number of events before it; 0 for never
	codes [2]int32 // start of the code of each of the two
	taken int
	stay  tracefeed.Time
}

// send sends a thread that is about to restart its code into the deadlock, if
// that is due after a number of events.
func (c *crossing) send(t *thread, events int64) {
	if c.at > 0 && c.taken < len(c.codes) && events >= c.at {
		t.pc = c.codes[c.taken]
		c.taken++
	}
}

// addCrossing adds the monitors and the code of a deadlock.
func (b builder) addCrossing(events int64) {
	const stay = 20 * us
	first, second := b.addMonitor("account-a", 1, false), b.addMonitor("account-b", 1, false)
	b.m.crossing = crossing{at: events - events/5, stay: stay}
	b.m.crossing.codes[0] = b.addCode("transfer", again([]instr{
		{op: opLock, monitor: first, fn: "deposit"}, {op: opStay, cause: tracefeed.CauseSleep, fn: "confirm"},
		{op: opGiveUp, monitor: second},
		{op: opLock, monitor: second, fn: "withdraw"}, {op: opUnlock}, {op: opUnlock},
	}))
	b.m.crossing.codes[1] = b.addCode("transfer", again([]instr{
		{op: opLock, monitor: second, fn: "deposit"}, {op: opCompute, scale: stay / 4},
		{op: opLock, monitor: first, fn: "withdraw"}, {op: opUnlock}, {op: opUnlock},
	}))
}

// giveUp returns the first thread to its code if no second one has arrived.
func (m *machine) giveUp(id tracefeed.ThreadID, in *instr) {
	if m.monitors[in.monitor].holders > 0 {
		return
	}
	m.crossing.taken = 0
	m.crossing.stay = min(2*m.crossing.stay, tracefeed.Second)
	m.unlock(id)
	m.threads[id].pc = m.threads[id].start
}
