package generate

import "tiv/tracefeed"

// machine is a simulated machine and its program. It jumps from timer to timer.
// Every thread that runs, sleeps or does IO has exactly one timer; every other
// thread is in exactly one list.
type machine struct {
	chance  chance
	timers  timers
	now     tracefeed.Time
	sched   bool // emit Ready and Run
	buf     []tracefeed.Event
	emitted int64 // number of events before buf

	threads  threads
	monitors []monitor
	queues   []queue
	code     []instr
	shape    shape
	tables   *tracefeed.Tables

	cpus    []tracefeed.ThreadID // the thread on each processor
	idle    []int32              // idle processors; the last is used first
	ready   list                 // threads that wait for a processor
	stopped bool                 // the collector has stopped the world
	over    bool                 // no thread can ever continue

	crossing crossing
	extras   *extras // nil if there are none
}

// state is the state of a thread in the machine.
type state uint8

const (
	unborn    state = iota // its timer starts it
	queued                 // in a list: waits for a processor, a monitor or a queue
	switching              // its timer puts it on its processor
	running                // its timer ends its burst or its slice
	sleeping               // its timer ends a suspension
	inIO                   // its timer ends the IO
	gone                   // may be started again
)

// thread is one thread. It is small and without pointers.
type thread struct {
	left  tracefeed.Time // of its burst, after its timer
	slice tracefeed.Time // the end of its time slice
	delay tracefeed.Time // by which its timer is postponed
	next  tracefeed.ThreadID
	pc    int32 // the next instruction
	start int32 // the first one
	cpu   int32
	group int32
	want  tracefeed.MonitorID // the monitor it waits for
	held  [2]tracefeed.MonitorID
	depth int8 // the number of monitors in held
	state state
	// shared marks a request as a reader; retry marks a thread that was woken
	// to try again.
	shared, retry bool
}

// threads are all threads, by id; 0 is none.
type threads []thread

// list is a queue of threads, linked through thread.next.
type list struct{ head, tail tracefeed.ThreadID }

func (t threads) push(l *list, id tracefeed.ThreadID) {
	t[id].next = 0
	if l.head == 0 {
		l.head = id
	} else {
		t[l.tail].next = id
	}
	l.tail = id
}

func (t threads) pushFront(l *list, id tracefeed.ThreadID) {
	t[id].next = l.head
	if l.head == 0 {
		l.tail = id
	}
	l.head = id
}

func (t threads) pop(l *list) tracefeed.ThreadID {
	id := l.head
	l.head = t[id].next
	return id
}

// emit adds an event; the caller sets its other fields before the next call.
func (m *machine) emit(kind tracefeed.Kind, id tracefeed.ThreadID) *tracefeed.Event {
	m.buf = append(m.buf, tracefeed.Event{Time: m.now, Thread: id, Kind: kind})
	return &m.buf[len(m.buf)-1]
}

// run returns the next events: n or a few more, fewer only if the program is
// blocked forever. They are valid until the next call.
func (m *machine) run(n int) []tracefeed.Event {
	m.emitted += int64(len(m.buf))
	m.buf = m.buf[:0]
	for len(m.buf) < n && !m.over {
		m.step()
	}
	return m.buf
}

// step processes the next timer.
func (m *machine) step() {
	next, ok := m.timers.take()
	if !ok {
		m.over = true
		m.now += 1 + m.now/8
		m.emit(tracefeed.NoKind, tracefeed.NoThread)
		return
	}
	id := next.thread
	t := &m.threads[id]
	if t.delay > 0 {
		m.timers.add(next.at+t.delay, id)
		t.delay = 0
		return
	}
	m.now = next.at
	switch t.state {
	case running:
		m.endBurst(id, t)
	case switching:
		m.enterCPU(id, t)
	case inIO:
		m.emit(tracefeed.IOEnd, id)
		m.goOn(id)
	case sleeping:
		m.emit(tracefeed.SuspendEnd, id)
		m.goOn(id)
	case unborn:
		m.emit(tracefeed.ThreadStart, id)
		m.goOn(id)
	}
}
