package generate

import "tiv/tracefeed"

// queue is a queue of bounded length between threads: a channel.
type queue struct {
	getters list // wait for an item; empty if there are items
	putters list // wait for room; empty if there is room
	items   int32
	limit   int32
}

// get takes an item; it returns false if the thread has to wait for one.
func (m *machine) get(id tracefeed.ThreadID, in *instr) bool {
	q := &m.queues[m.shape.queue(m.threads[id].group, in.class)]
	if q.items == 0 {
		m.waitToBeTold(id, &q.getters, in)
		return false
	}
	if q.putters.head != 0 {
		m.wake(m.threads.pop(&q.putters), id) // its item takes the place
	} else {
		q.items--
	}
	return true
}

// put adds an item; it returns false if the thread has to wait for room.
func (m *machine) put(id tracefeed.ThreadID, in *instr) bool {
	q := &m.queues[m.shape.queue(m.threads[id].group, in.class)]
	switch {
	case q.getters.head != 0:
		m.wake(m.threads.pop(&q.getters), id)
	case q.items < q.limit:
		q.items++
	default:
		m.waitToBeTold(id, &q.putters, in)
		return false
	}
	return true
}

func (m *machine) waitToBeTold(id tracefeed.ThreadID, l *list, in *instr) {
	t := &m.threads[id]
	t.state = queued
	m.threads.push(l, id)
	m.emitSuspend(id, in)
	m.leaveCPU(t.cpu)
}

func (m *machine) emitSuspend(id tracefeed.ThreadID, in *instr) {
	ev := m.emit(tracefeed.SuspendStart, id)
	ev.Cause, ev.Stack = in.cause, in.stack
}

// wake ends the suspension of a thread.
func (m *machine) wake(id, by tracefeed.ThreadID) {
	m.emit(tracefeed.Wake, id).Other = by
	m.emit(tracefeed.SuspendEnd, id)
	m.goOn(id)
}
