package generate

import "tiv/tracefeed"

// queue is a queue of bounded length through which threads hand on items: a
// channel.
type queue struct {
	getters list // wait for an item; only while there is none
	putters list // wait for room; only while there is none
	items   int32
	limit   int32
}

func (m *machine) queueFor(id tracefeed.ThreadID, in *instr) *queue {
	return &m.queues[m.threads[id].group*m.shape.queues+int32(in.class)]
}

// get takes an item; false if the thread has to wait for it.
func (m *machine) get(id tracefeed.ThreadID, in *instr) bool {
	q := m.queueFor(id, in)
	if q.items == 0 {
		m.waitToBeTold(id, &q.getters, in)
		return false
	}
	if q.putters.head != 0 {
		m.wake(m.pop(&q.putters), id) // its item takes the place
	} else {
		q.items--
	}
	return true
}

// put hands an item on; false if the thread has to wait for room.
func (m *machine) put(id tracefeed.ThreadID, in *instr) bool {
	q := m.queueFor(id, in)
	switch {
	case q.getters.head != 0:
		m.wake(m.pop(&q.getters), id)
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
	m.push(l, id)
	m.tellSuspend(id, in)
	m.leaveCPU(t.cpu)
}

func (m *machine) tellSuspend(id tracefeed.ThreadID, in *instr) {
	ev := m.tell(tracefeed.SuspendStart, id)
	ev.Cause, ev.Stack = in.cause, in.stack
}

// wake ends the suspension of a thread.
func (m *machine) wake(id, by tracefeed.ThreadID) {
	m.tell(tracefeed.Wake, id).Other = by
	m.tell(tracefeed.SuspendEnd, id)
	m.goOn(id)
}
