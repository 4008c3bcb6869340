package generate

import "tiv/tracefeed"

const (
	// quantum is the time slice of a thread while others wait for a processor.
	quantum = tracefeed.Millisecond
	// switchScale is the scale of a context switch's duration.
	switchScale = 400 * tracefeed.Nanosecond
)

// goOn gives a thread an idle processor, or a place in the run queue.
func (m *machine) goOn(id tracefeed.ThreadID) {
	last := len(m.idle) - 1
	if last < 0 || m.stopped {
		m.threads[id].state = queued
		m.threads.push(&m.ready, id)
		return
	}
	cpu := m.idle[last]
	m.idle = m.idle[:last]
	m.dispatch(id, cpu)
}

// dispatch reserves a processor for a thread, and switches to it.
func (m *machine) dispatch(id tracefeed.ThreadID, cpu int32) {
	t := &m.threads[id]
	t.state, t.cpu = switching, cpu
	m.cpus[cpu] = id
	m.timers.add(m.now+m.chance.length(switchScale), id)
}

// leaveCPU passes the processor of a thread to the next in the run queue.
func (m *machine) leaveCPU(cpu int32) {
	if m.ready.head != 0 && !m.stopped {
		m.dispatch(m.threads.pop(&m.ready), cpu)
		return
	}
	m.cpus[cpu] = tracefeed.NoThread
	m.idle = append(m.idle, cpu)
}

// enterCPU makes a thread run on the processor reserved for it.
func (m *machine) enterCPU(id tracefeed.ThreadID, t *thread) {
	m.emitRun(id)
	t.state, t.slice = running, m.now+quantum
	if t.retry {
		t.retry = false
		if !m.lockAgain(id) {
			return
		}
	}
	if t.left == 0 {
		m.advance(id)
	} else {
		m.burst(id, t.left)
	}
}

func (m *machine) emitRun(id tracefeed.ThreadID) {
	if m.sched {
		m.emit(tracefeed.Run, id).CPU = tracefeed.CPU(m.threads[id].cpu + 1)
	}
}

// burst makes a running thread compute for some time, or to the end of its
// slice.
func (m *machine) burst(id tracefeed.ThreadID, length tracefeed.Time) {
	t := &m.threads[id]
	end := m.now + length
	t.left = 0
	if end > t.slice {
		cut := max(t.slice, m.now)
		t.left, end = end-cut, cut
	}
	m.timers.add(end, id)
}

// endBurst continues a thread at the end of a burst or slice.
func (m *machine) endBurst(id tracefeed.ThreadID, t *thread) {
	switch {
	case t.left == 0:
		m.advance(id)
	case m.ready.head == 0 || m.stopped:
		t.slice = m.now + quantum
		m.burst(id, t.left)
	default:
		if m.sched {
			m.emit(tracefeed.Ready, id)
		}
		t.state = queued
		m.threads.push(&m.ready, id)
		m.leaveCPU(t.cpu)
	}
}

// stopWorld suspends all threads except the collector, which runs for the
// length of the pause. Other threads keep their timers, postponed by that
// length.
func (m *machine) stopWorld(collector tracefeed.ThreadID, pause tracefeed.Time) {
	m.emit(tracefeed.GCStart, tracefeed.NoThread)
	m.stopped = true
	for _, id := range m.cpus {
		if id == tracefeed.NoThread || id == collector {
			continue
		}
		t := &m.threads[id]
		t.delay += pause + 1 // later than the end of the pause, not in the same instant
		if t.state == running {
			m.emit(tracefeed.SuspendStart, id).Cause = tracefeed.CauseCollector
		}
	}
	m.threads[collector].slice = m.now + pause
	m.burst(collector, pause)
}

// startWorld ends the pause of stopWorld.
func (m *machine) startWorld(collector tracefeed.ThreadID) {
	for _, id := range m.cpus {
		if id != tracefeed.NoThread && id != collector && m.threads[id].state == running {
			m.emit(tracefeed.SuspendEnd, id)
			m.emitRun(id)
		}
	}
	m.stopped = false
	m.emit(tracefeed.GCEnd, tracefeed.NoThread)
	for m.ready.head != 0 && len(m.idle) > 0 {
		m.goOn(m.threads.pop(&m.ready))
	}
}
