package generate

import "tiv/tracefeed"

// monitor is a mutex, a read-write lock or a semaphore.
//
// A release normally hands the monitor over to the first waiter, so that it
// stays held while there are waiters. A barging monitor becomes free instead,
// and the first waiter is woken to try for it: another thread may be faster.
type monitor struct {
	queue   list
	holders int32
	limit   int32 // of holders that are not readers
	shared  bool  // the holders are readers
	barging bool
	waking  bool // a woken waiter has not tried yet
}

// free reports whether a thread that has not waited may enter.
func (k *monitor) free(shared bool) bool {
	return k.holders == 0 || k.queue.head == 0 && k.admits(shared)
}

// admits reports whether one more thread may hold it.
func (k *monitor) admits(shared bool) bool {
	return k.holders == 0 || shared && k.shared || !shared && !k.shared && k.holders < k.limit
}

// lock makes a running thread enter a monitor; it returns false if the thread
// has to wait.
func (m *machine) lock(id tracefeed.ThreadID, in *instr) bool {
	which := in.monitor
	if which == tracefeed.NoMonitor {
		which = m.shape.monitor(m.threads[id].group, in.class, &m.chance)
	}
	t, k := &m.threads[id], &m.monitors[which]
	if k.free(in.shared) {
		m.enter(id, which, in.shared)
		return true
	}
	t.want, t.shared, t.state = which, in.shared, queued
	m.threads.push(&k.queue, id)
	m.emitWait(id, in.stack)
	m.leaveCPU(t.cpu)
	return false
}

// lockAgain is lock for a thread that was woken to try.
func (m *machine) lockAgain(id tracefeed.ThreadID) bool {
	t := &m.threads[id]
	k := &m.monitors[t.want]
	k.waking = false
	if k.holders == 0 {
		m.enter(id, t.want, t.shared)
		return true
	}
	t.state = queued
	m.threads.pushFront(&k.queue, id)
	m.emitWait(id, m.code[t.pc-1].stack)
	m.leaveCPU(t.cpu)
	return false
}

func (m *machine) emitWait(id tracefeed.ThreadID, stack tracefeed.StackID) {
	t := &m.threads[id]
	ev := m.emit(tracefeed.MonitorWait, id)
	ev.Monitor, ev.Shared, ev.Stack = t.want, t.shared, stack
}

// enter makes a thread hold a monitor that admits it.
func (m *machine) enter(id tracefeed.ThreadID, which tracefeed.MonitorID, shared bool) {
	t, k := &m.threads[id], &m.monitors[which]
	k.holders++
	k.shared = shared
	t.held[t.depth] = which
	t.depth++
	ev := m.emit(tracefeed.MonitorEnter, id)
	ev.Monitor, ev.Shared = which, shared
}

// unlock releases the monitor that a thread entered last, and admits waiters.
func (m *machine) unlock(id tracefeed.ThreadID) {
	t := &m.threads[id]
	t.depth--
	which := t.held[t.depth]
	m.emit(tracefeed.MonitorExit, id).Monitor = which
	k := &m.monitors[which]
	k.holders--
	if k.barging {
		m.wakeFirst(k)
		return
	}
	for k.queue.head != 0 && k.admits(m.threads[k.queue.head].shared) {
		first := m.threads.pop(&k.queue)
		m.enter(first, which, m.threads[first].shared)
		m.goOn(first)
	}
}

// wakeFirst wakes the first waiter to try for a monitor, unless one is about
// to.
func (m *machine) wakeFirst(k *monitor) {
	if k.waking || k.queue.head == 0 {
		return
	}
	k.waking = true
	first := m.threads.pop(&k.queue)
	m.threads[first].retry = true
	if m.sched {
		m.emit(tracefeed.Ready, first)
	}
	m.goOn(first)
}

// monitor chooses a monitor of a class for a group: lower numbers are more frequent, and
// it is occasionally one of the next group.
func (s *shape) monitor(group int32, class uint8, by *chance) tracefeed.MonitorID {
	const elsewhere = 128
	c := &s.classes[class]
	n := by.skewed(uint32(c.count * elsewhere))
	if n%elsewhere == 0 {
		group = (group + 1) % s.groups
	}
	return tracefeed.MonitorID(1 + group*s.monitors + c.first + int32(n/elsewhere))
}
