package gotrace

import "tiv/tracefeed"

// mapper turns the events of a Go trace into ours: a state machine for each
// goroutine, because a trace tells what changes and not what ends by it.
type mapper struct {
	tables *tracefeed.Tables
	stacks *stacks
	locks  *locks
	// ids are the runtime's numbers of the goroutines that events may be about,
	// and threads our own, which a goroutine gets when it first matters.
	ids     []uint64             // by gnum
	threads []tracefeed.ThreadID // by gnum, may be short
	gs      []goroutine          // by ThreadID
	out     events
	t0      int64          // the time that counts as 0
	now     tracefeed.Time // of the event that is being mapped; never goes back
	told    tracefeed.Time // of the last event made
	sync    int            // generations begun

	// The first generation is held back until it is complete: only then has
	// the trace said what everybody was doing when it began.
	holding bool
	atStart []tracefeed.Event

	pause  pause
	counts counts
}

// mostHeld is the number of events that are held back at most. A trace with
// more in its first generation says late what those do who change nothing.
const mostHeld = 1 << 21

// doing is what a goroutine does, as far as the events made say.
type doing uint8

const (
	unheardOf doing = iota
	running
	runnable
	stopped      // was runnable, or would be, but the world is stopped
	waiting      // as goroutine.wait says
	waitsSomehow // the trace says it waits, but not what for
	gone
)

// goroutine is what has to be known of one to understand what comes next.
type goroutine struct {
	// wants is the lock that it last said it would wait for, and shared how;
	// spoke is the lock that it last named.
	wants  tracefeed.MonitorID
	spoke  tracefeed.MonitorID
	shared bool
	doing  doing
	wait   wait              // while waiting
	at     tracefeed.StackID // where it waits
	// leaked: the trace has the proof that the wait never ends.
	leaked bool
	// began: the trace saw it begin, so there is no lock that it took before.
	began bool
	// named: its name won't get better.
	named bool
	// queued: it is in mapper.pause.queue.
	queued bool
	// guess is the place in mapper.atStart plus 1 of the wait without a kind
	// that it was in when the trace began.
	guess int32
}

func newMapper() *mapper {
	tables := tracefeed.NewTables()
	return &mapper{
		out:     events{packing: true},
		tables:  tables,
		stacks:  newStacks(tables),
		locks:   newLocks(tables),
		ids:     make([]uint64, 1),
		gs:      make([]goroutine, 1),
		holding: true,
	}
}

// pass goes on to the time of the next event.
func (m *mapper) pass(time int64) {
	if m.holding && m.out.count() >= mostHeld {
		m.release()
	}
	m.now = max(m.now, tracefeed.Time(time-m.t0))
	m.pause.budget++
}

// add maps one event.
func (m *mapper) add(ev *event) {
	if m.sync == 0 {
		m.t0 = ev.time
	}
	m.pass(ev.time)
	switch ev.what {
	case aChange:
		m.transition(ev)
	case willLock, hasLocked, hasUnlocked, willRLock, hasRLocked, hasRUnlocked, letsGo, letsOthersGo, namesLock:
		m.log(ev)
	case hasLeaked:
		m.leaked(ev.g)
	case namesOwner, namesReader, namesNoReader:
		m.owner(ev)
	case omitsLocks, isFull:
		m.count(ev)
	case markBegins, markGoesOn, markEnds:
		m.mark(ev.what)
	case worldStops, worldStopsForGC:
		m.stopTheWorld(ev.what == worldStopsForGC)
	case worldStarts:
		m.startTheWorld()
	case aGeneration:
		m.generation()
	}
}

// generation begins a new generation of the trace, or ends the last.
func (m *mapper) generation() {
	if m.sync++; m.sync == 2 {
		m.release()
	}
	if m.now > m.told {
		m.emit(tracefeed.NoKind, tracefeed.NoThread)
	}
}

// release lets go of the events that were held back, those about the start
// first.
func (m *mapper) release() {
	if !m.holding {
		return
	}
	m.holding = false
	sure := m.atStart[:0]
	for _, ev := range m.atStart {
		if ev.Kind != tracefeed.NoKind {
			sure = append(sure, ev)
		}
	}
	m.out.start, m.out.packing = sure, false
	m.atStart = nil
	m.writeCounts()
}

// emit makes an event of now. What else it says the caller fills in.
func (m *mapper) emit(k tracefeed.Kind, t tracefeed.ThreadID) *tracefeed.Event {
	m.told = m.now
	ev := m.out.push()
	*ev = tracefeed.Event{Time: m.now, Thread: t, Kind: k}
	return ev
}

// emitStart makes an event about the start of the trace, where that is still
// possible, and returns its place in atStart plus 1.
func (m *mapper) emitStart(ev tracefeed.Event) int32 {
	if !m.holding {
		if ev.Kind != tracefeed.NoKind {
			ev.Time = m.now
			*m.emit(ev.Kind, ev.Thread) = ev
		}
		return 0
	}
	m.atStart = append(m.atStart, ev)
	return int32(len(m.atStart))
}

// thread returns the thread of a goroutine, which may be new.
func (m *mapper) thread(g gnum) tracefeed.ThreadID {
	if int(g) < len(m.threads) && m.threads[g] != tracefeed.NoThread {
		return m.threads[g]
	}
	return m.newThread(g)
}

func (m *mapper) newThread(g gnum) tracefeed.ThreadID {
	if g == 0 {
		return tracefeed.NoThread
	}
	t := m.tables.AddThread(goroutineThread(int64(m.ids[g])))
	m.threads = grown(m.threads, int(g))
	m.threads[g] = t
	m.gs = append(m.gs, goroutine{})
	return t
}

// site interns a stack of the thread's own, and learns its name from it.
func (m *mapper) site(t tracefeed.ThreadID, n stackNum) (tracefeed.StackID, *site) {
	id := m.stacks.intern(n)
	at := &m.stacks.sites[id]
	if !m.gs[t].named {
		m.name(t, at)
	}
	return id, at
}

// name learns a thread's name from a stack of its own.
func (m *mapper) name(t tracefeed.ThreadID, at *site) {
	if at.root != "" {
		m.tables.NameThread(t, renamed(m.tables.Threads[t], at))
		m.gs[t].named = !starters[at.entry]
	}
}
