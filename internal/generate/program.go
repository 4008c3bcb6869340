package generate

import "tiv/tracefeed"

// op is the operation of an instruction.
type op uint8

const (
	opCompute op = iota // for a duration
	opLock
	opUnlock // the monitor locked last
	opGet
	opPut
	opSuspend // for a duration
	opIO
	opOneIn  // skips instructions, except once in n times
	opAgain  // from the start
	opAlone  // opAgain for a role of one thread, which is kept out of deadlocks
	opAccept // starts an ended thread
	opEnd    // of the thread
	opStop   // the world, for a duration
	opStart  // the world again
	opStay   // opSuspend, for as long as a deadlock takes to close
	opGiveUp // unlocks and starts again, if the other monitor has no holder
)

// instr is one instruction of the code of a role.
type instr struct {
	scale   tracefeed.Time      // of a duration
	monitor tracefeed.MonitorID // a certain monitor; if none, one of class
	stack   tracefeed.StackID   // of a wait
	n, skip int32               // of opOneIn
	op      op
	class   uint8 // of monitors, or the number of a queue
	shared  bool
	cause   tracefeed.Cause
	fn      string // the function that waits
}

func compute(scale tracefeed.Time) []instr { return []instr{{op: opCompute, scale: scale}} }

func lock(class uint8, fn string) []instr { return []instr{{op: opLock, class: class, fn: fn}} }

func rlock(class uint8, fn string) []instr {
	return []instr{{op: opLock, class: class, shared: true, fn: fn}}
}

func unlock() []instr { return do(opUnlock) }

func do(o op) []instr { return []instr{{op: o}} }

func get(queue uint8, fn string) []instr {
	return []instr{{op: opGet, class: queue, cause: tracefeed.CauseChannel, fn: fn}}
}

func put(queue uint8, fn string) []instr {
	return []instr{{op: opPut, class: queue, cause: tracefeed.CauseChannel, fn: fn}}
}

func sleep(scale tracefeed.Time, fn string) []instr {
	return []instr{{op: opSuspend, scale: scale, cause: tracefeed.CauseSleep, fn: fn}}
}

func disk(scale tracefeed.Time, fn string) []instr {
	return []instr{{op: opIO, scale: scale, cause: tracefeed.CauseDisk, fn: fn}}
}

func network(scale tracefeed.Time, fn string) []instr {
	return []instr{{op: opIO, scale: scale, cause: tracefeed.CauseNet, fn: fn}}
}

// oneIn executes instructions once in n times.
func oneIn(n int32, parts ...[]instr) []instr {
	body := code(parts...)
	return append([]instr{{op: opOneIn, n: n, skip: int32(len(body))}}, body...)
}

func code(parts ...[]instr) []instr {
	var all []instr
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// again ends the code of a role that never ends.
func again(parts ...[]instr) []instr { return append(code(parts...), instr{op: opAgain}) }

// alone is again for a role of one thread.
func alone(parts ...[]instr) []instr { return append(code(parts...), instr{op: opAlone}) }

// advance executes instructions of a running thread, up to one that takes time.
func (m *machine) advance(id tracefeed.ThreadID) {
	t := &m.threads[id]
	for goes := true; goes; {
		in := &m.code[t.pc]
		t.pc++
		switch in.op {
		case opCompute:
			m.burst(id, m.chance.length(in.scale))
			return
		case opLock:
			goes = m.lock(id, in)
		case opUnlock:
			m.unlock(id)
		case opGet:
			goes = m.get(id, in)
		case opPut:
			goes = m.put(id, in)
		case opOneIn:
			if !m.chance.oneIn(uint32(in.n)) {
				t.pc += in.skip
			}
		case opAgain:
			m.again(id)
			m.crossing.send(t, m.emitted+int64(len(m.buf)))
		default:
			goes = m.rare(id, in)
		}
	}
}

// rare is advance for rare instructions.
func (m *machine) rare(id tracefeed.ThreadID, in *instr) (goes bool) {
	t := &m.threads[id]
	switch in.op {
	case opSuspend:
		m.suspend(id, in, m.chance.length(in.scale))
	case opStay:
		m.suspend(id, in, m.crossing.stay)
	case opIO:
		t.state = inIO
		ev := m.emit(tracefeed.IOStart, id)
		ev.Cause, ev.Stack = in.cause, in.stack
		m.timers.add(m.now+m.chance.length(in.scale), id)
		m.leaveCPU(t.cpu)
	case opAlone:
		m.again(id)
		return true
	case opAccept:
		m.accept(id)
		return true
	case opEnd:
		m.end(id)
	case opStop:
		m.stopWorld(id, m.chance.length(in.scale))
	case opStart:
		m.startWorld(id)
		return true
	case opGiveUp:
		m.giveUp(id, in)
		return true
	}
	return false
}

func (m *machine) suspend(id tracefeed.ThreadID, in *instr, length tracefeed.Time) {
	t := &m.threads[id]
	t.state = sleeping
	m.emitSuspend(id, in)
	m.timers.add(m.now+length, id)
	m.leaveCPU(t.cpu)
}

// again restarts the code of a thread, which holds nothing then.
func (m *machine) again(id tracefeed.ThreadID) {
	t := &m.threads[id]
	t.pc = t.start
	if m.extras != nil {
		m.extras.emit(m, id)
	}
}

// accept starts an ended thread of the same group, if there is one.
func (m *machine) accept(by tracefeed.ThreadID) {
	group := &m.shape.gone[m.threads[by].group]
	if group.head == 0 {
		return
	}
	id := m.threads.pop(group)
	m.emit(tracefeed.ThreadStart, id).Other = by
	m.goOn(id)
}

// end ends a thread.
func (m *machine) end(id tracefeed.ThreadID) {
	t := &m.threads[id]
	if m.extras != nil {
		m.extras.end(m, id)
	}
	m.emit(tracefeed.ThreadEnd, id)
	t.state, t.pc = gone, t.start
	m.threads.push(&m.shape.gone[t.group], id)
	m.leaveCPU(t.cpu)
}
