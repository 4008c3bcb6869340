package generate

import "tiv/tracefeed"

// machine is a simulated machine and the program on it. It jumps from timer to
// timer; every thread that runs, sleeps or does IO has exactly one, the others
// stand in exactly one list.
type machine struct {
	chance
	timers
	now   tracefeed.Time
	sched bool // tell Ready and Run
	buf   []tracefeed.Event
	told  int64 // events told before buf

	threads  []thread // by id; 0 is nobody
	monitors []monitor
	queues   []queue
	code     []instr
	shape    shape
	tables   *tracefeed.Tables

	cpus    []tracefeed.ThreadID // who is on each processor
	idle    []int32              // processors that nobody is on; the last is taken first
	ready   list                 // threads that wait for a processor
	stopped bool                 // the collector has stopped the world
	over    bool                 // nobody can ever go on

	crossing crossing
	extras   *extras // nil if there are none
}

// state is what the machine knows a thread to be doing.
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

// thread is one thread. It has no pointers, and as little as can be.
type thread struct {
	left  tracefeed.Time // of its burst, once its timer is over
	slice tracefeed.Time // when it has to make room for others
	delay tracefeed.Time // put its timer off by that
	next  tracefeed.ThreadID
	pc    int32 // the next instruction
	start int32 // the first one
	cpu   int32
	group int32
	want  tracefeed.MonitorID // what it waits for
	held  [2]tracefeed.MonitorID
	depth int8 // how many of held it holds
	state state
	// shared says that it wants to be a reader; retry that it was woken to try
	// again for what it wants.
	shared, retry bool
}

// list is a queue of threads, linked through thread.next.
type list struct{ head, tail tracefeed.ThreadID }

func (m *machine) push(l *list, id tracefeed.ThreadID) {
	m.threads[id].next = 0
	if l.head == 0 {
		l.head = id
	} else {
		m.threads[l.tail].next = id
	}
	l.tail = id
}

func (m *machine) pushFront(l *list, id tracefeed.ThreadID) {
	m.threads[id].next = l.head
	if l.head == 0 {
		l.tail = id
	}
	l.head = id
}

func (m *machine) pop(l *list) tracefeed.ThreadID {
	id := l.head
	l.head = m.threads[id].next
	return id
}

// tell adds an event; the caller fills in the rest before it tells another.
func (m *machine) tell(kind tracefeed.Kind, id tracefeed.ThreadID) *tracefeed.Event {
	m.buf = append(m.buf, tracefeed.Event{Time: m.now, Thread: id, Kind: kind})
	return &m.buf[len(m.buf)-1]
}

// run returns the next events, n or a few more; fewer only if the program can
// never go on. They are valid until the next call.
func (m *machine) run(n int) []tracefeed.Event {
	m.told += int64(len(m.buf))
	m.buf = m.buf[:0]
	for len(m.buf) < n && !m.over {
		m.step()
	}
	return m.buf
}

// step does what the next timer asks for.
func (m *machine) step() {
	next, ok := m.take()
	if !ok {
		m.over = true
		m.now += 1 + m.now/8
		m.tell(tracefeed.NoKind, tracefeed.NoThread)
		return
	}
	id := next.thread
	t := &m.threads[id]
	if t.delay > 0 {
		m.add(next.at+t.delay, id)
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
		m.tell(tracefeed.IOEnd, id)
		m.goOn(id)
	case sleeping:
		m.tell(tracefeed.SuspendEnd, id)
		m.goOn(id)
	case unborn:
		m.tell(tracefeed.ThreadStart, id)
		m.goOn(id)
	}
}
