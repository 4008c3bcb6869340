package generate

import "tiv/tracefeed"

const (
	// quantum is how long a thread may run while others wait for a processor.
	quantum = tracefeed.Millisecond
	// switchScale is the scale of how long a processor takes to turn to
	// another thread.
	switchScale = 400 * tracefeed.Nanosecond
)

// goOn gives a thread that can go on an idle processor, or a place in the
// queue for one.
func (m *machine) goOn(id tracefeed.ThreadID) {
	last := len(m.idle) - 1
	if last < 0 || m.stopped {
		m.threads[id].state = queued
		m.push(&m.ready, id)
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
	m.add(m.now+m.length(switchScale), id)
}

// leaveCPU gives the processor of a thread to the next that waits for one.
func (m *machine) leaveCPU(cpu int32) {
	if m.ready.head != 0 && !m.stopped {
		m.dispatch(m.pop(&m.ready), cpu)
		return
	}
	m.cpus[cpu] = tracefeed.NoThread
	m.idle = append(m.idle, cpu)
}

// enterCPU lets a thread run on the processor that is reserved for it.
func (m *machine) enterCPU(id tracefeed.ThreadID, t *thread) {
	m.tellRun(id)
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

func (m *machine) tellRun(id tracefeed.ThreadID) {
	if m.sched {
		m.tell(tracefeed.Run, id).CPU = tracefeed.CPU(m.threads[id].cpu + 1)
	}
}

// burst lets a running thread compute for some time, or up to the end of its
// slice.
func (m *machine) burst(id tracefeed.ThreadID, length tracefeed.Time) {
	t := &m.threads[id]
	end := m.now + length
	t.left = 0
	if end > t.slice {
		cut := max(t.slice, m.now)
		t.left, end = end-cut, cut
	}
	m.add(end, id)
}

// endBurst goes on with a thread whose burst or slice is over.
func (m *machine) endBurst(id tracefeed.ThreadID, t *thread) {
	switch {
	case t.left == 0:
		m.advance(id)
	case m.ready.head == 0 || m.stopped:
		t.slice = m.now + quantum
		m.burst(id, t.left)
	default:
		if m.sched {
			m.tell(tracefeed.Ready, id)
		}
		t.state = queued
		m.push(&m.ready, id)
		m.leaveCPU(t.cpu)
	}
}

// stopWorld suspends everybody but the collector, which runs for as long as
// told. Who holds a timer keeps it, put off by the length of the pause.
func (m *machine) stopWorld(collector tracefeed.ThreadID, pause tracefeed.Time) {
	m.tell(tracefeed.GCStart, tracefeed.NoThread)
	m.stopped = true
	for _, id := range m.cpus {
		if id == tracefeed.NoThread || id == collector {
			continue
		}
		t := &m.threads[id]
		t.delay += pause + 1 // later than the end of the pause, not in the same instant
		if t.state == running {
			m.tell(tracefeed.SuspendStart, id).Cause = tracefeed.CauseCollector
		}
	}
	m.threads[collector].slice = m.now + pause
	m.burst(collector, pause)
}

// startWorld ends what stopWorld began.
func (m *machine) startWorld(collector tracefeed.ThreadID) {
	for _, id := range m.cpus {
		if id != tracefeed.NoThread && id != collector && m.threads[id].state == running {
			m.tell(tracefeed.SuspendEnd, id)
			m.tellRun(id)
		}
	}
	m.stopped = false
	m.tell(tracefeed.GCEnd, tracefeed.NoThread)
	for m.ready.head != 0 && len(m.idle) > 0 {
		m.goOn(m.pop(&m.ready))
	}
}
