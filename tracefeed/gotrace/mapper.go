package gotrace

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// mapper maps the events of a Go trace to tracefeed events. It is a state
// machine for each goroutine, because an event of a Go trace reports only the
// new state, not the wait that ends.
type mapper struct {
	tables *tracefeed.Tables
	stacks *stacks
	locks  *locks
	// userNames are the names of user tasks and regions.
	userNames userNames
	names     wire.Names // of the decoder
	// ids are the runtime's ids of goroutines, and threads the ids in tables,
	// assigned when first needed.
	threads     []tracefeed.ThreadID // by G, may be short
	gs          []goroutine          // by ThreadID
	out         events
	t0          int64          // the time of the trace's start
	now         tracefeed.Time // of the current event; never goes back
	lastEmitted tracefeed.Time // time of the last event made
	generations int            // begun so far
	carried     carrying       // events have the threads of Carried
	// dumps are the goroutine dumps whose moment was not reached, dumped the waits of the
	// one that was, by the number of the goroutine; waited is a remark on their lengths.
	dumps  []goroutineDump
	dumped map[string]dumpedWait
	waited string

	// The first generation is held back until it is complete: only then the
	// state of every goroutine at its start is known.
	holding bool
	// starts are the events of time 0, with NoKind for one that is not known yet.
	starts []tracefeed.Event

	// missing are the goroutines that were alive before missing generations, until the end
	// of the next one; gaps is the number of places where generations are missing.
	missing []tracefeed.ThreadID
	gaps    int
	fresh   bool // the next generation is the first after missing ones

	pause  pause
	counts counts
	search search
}

// maxHeld is the maximum number of events held back. In a trace with more in
// its first generation, goroutines that do not change state get it late.
const maxHeld = 1 << 21

// doing is the state of a goroutine according to the events made so far.
type doing uint8

const (
	unseen doing = iota
	running
	runnable
	stopped        // runnable, but the world is stopped
	waiting        // for goroutine.wait
	waitingUnknown // waits, for an unknown reason
	ended
)

// goroutine is the state of the mapper for one goroutine.
type goroutine struct {
	// wants is the lock that it last requested, and shared whether as a
	// reader; spoke is the lock that it last named.
	wants tracefeed.MonitorID
	spoke tracefeed.MonitorID
	// awaits is the condition or wait group that it last waited for.
	awaits tracefeed.MonitorID
	// channel is the channel that it last waited for, as far as recorded.
	channel tracefeed.MonitorID
	shared  bool
	doing   doing
	wait    wait              // while waiting
	at      tracefeed.StackID // where it waits
	// leaked: the trace has the proof that the wait never ends.
	leaked bool
	// began: its creation is in the trace, so it acquired no lock before.
	began bool
	// named: its name is final.
	named bool
	// queued: it is in mapper.pause.queue.
	queued bool
	// openStart is the index plus 1 in mapper.starts of its wait at the start of
	// the trace, while the kind of that wait is unknown.
	openStart int32
}

func newMapper() *mapper {
	tables := tracefeed.NewTables()
	return &mapper{
		out:       events{packing: true},
		tables:    tables,
		stacks:    newStacks(tables),
		locks:     newLocks(tables),
		userNames: userNames{tables: tables},
		gs:        make([]goroutine, 1),
		holding:   true,
	}
}

// pass moves to the time of the next event that can change a state.
func (m *mapper) pass(time int64) {
	m.moveTo(time)
	m.pause.budget++
}

// moveTo moves to the time of the next event.
func (m *mapper) moveTo(time int64) {
	if m.holding && m.out.count() >= maxHeld {
		m.release()
	}
	m.now = max(m.now, tracefeed.Time(time-m.t0))
}

// NewGeneration implements wire.Sink.
func (m *mapper) NewGeneration(names wire.Names) {
	m.names, m.locks.names = names, names
	m.stacks.newGeneration(names)
	dumpJoiner{m}.add(names)
}

// Run implements wire.Sink.
func (m *mapper) Run(time int64, g wire.G, cpu tracefeed.CPU) {
	m.pass(time)
	m.run(m.thread(g), cpu)
}

// Wait implements wire.Sink.
func (m *mapper) Wait(time int64, g wire.G, why wire.Reason, at wire.Stack) {
	m.pass(time)
	m.stop(m.thread(g), why, at)
}

// Ready implements wire.Sink.
func (m *mapper) Ready(time int64, g wire.G) {
	m.pass(time)
	m.ready(m.thread(g))
}

// Unblock implements wire.Sink.
func (m *mapper) Unblock(time int64, g, by wire.G, at wire.Stack) {
	m.pass(time)
	m.unblock(g, by, at)
}

// Full implements wire.Sink.
func (m *mapper) Full() bool { return m.out.enough() }

// Add implements wire.Sink.
func (m *mapper) Add(ev *wire.Event) {
	if m.generations == 0 {
		m.t0 = ev.Time
	}
	if ev.Kind >= wire.CPUSample {
		m.moveTo(ev.Time)
		m.observe(ev)
		return
	}
	m.pass(ev.Time)
	switch ev.Kind {
	case wire.StateChange:
		m.transition(ev)
	case wire.LockRequested, wire.LockAcquired, wire.LockReleased, wire.RLockRequested, wire.RLockAcquired, wire.RLockReleased, wire.OwnReleased, wire.OtherReleased, wire.LockNamed, wire.SignalAwaited, wire.ChannelAwaited, wire.UnitTaken:
		lockMapper{m}.log(ev)
	case wire.LeakProven:
		m.leaked(ev.G)
	case wire.LeaksSought, wire.LeaksUnsought:
		m.search = search{known: true, off: ev.Kind == wire.LeaksUnsought, count: m.names.Address(ev.Lock)}
	case wire.OwnerNamed, wire.ReaderNamed, wire.OwnerGone, wire.UnitOwnerNamed:
		lockMapper{m}.owner(ev)
	case wire.WaiterNamed, wire.RWaiterNamed:
		lockMapper{m}.waits(ev)
	case wire.LocksOmitted, wire.CallsOmitted, wire.RecordingFull:
		m.count(ev)
	case wire.MarkBegin, wire.MarkActive, wire.MarkEnd:
		m.mark(ev.Kind)
	case wire.STWBegin, wire.STWBeginGC, wire.STWBeginDump:
		m.stopTheWorld(ev.Kind == wire.STWBeginGC)
		if ev.Kind == wire.STWBeginDump {
			dumpJoiner{m}.join()
		}
	case wire.STWEnd:
		m.startTheWorld()
	case wire.GenerationBoundary:
		m.generation()
	case wire.GenerationsMissing:
		gapMapper{m}.endMissing()
		gapMapper{m}.lose()
	}
}

// generation begins a new generation of the trace, or ends the last.
func (m *mapper) generation() {
	if m.generations++; m.generations == 2 {
		m.release()
	}
	if !m.fresh {
		gapMapper{m}.endMissing()
	}
	m.fresh = false
	if m.now > m.lastEmitted {
		m.emit(tracefeed.NoKind, tracefeed.NoThread)
	}
}

// release emits the events that were held back, those about the start first.
func (m *mapper) release() {
	if !m.holding {
		return
	}
	m.holding = false
	sure := m.starts[:0]
	for _, ev := range m.starts {
		if ev.Kind != tracefeed.NoKind {
			sure = append(sure, ev)
		}
	}
	m.out.start, m.out.packing = sure, false
	m.starts = nil
	m.writeCounts()
}

// emit emits an event at the current time. The caller sets its other fields.
func (m *mapper) emit(k tracefeed.Kind, t tracefeed.ThreadID) *tracefeed.Event {
	m.lastEmitted = m.now
	ev := m.out.push()
	*ev = tracefeed.Event{Time: m.now, Thread: t, Kind: k}
	return ev
}

// emitStart emits an event about the start of the trace, if that is still
// possible, and returns its index in starts plus 1.
func (m *mapper) emitStart(ev tracefeed.Event) int32 {
	if !m.holding {
		if ev.Kind != tracefeed.NoKind {
			ev.Time = m.now
			*m.emit(ev.Kind, ev.Thread) = ev
		}
		return 0
	}
	m.starts = append(m.starts, ev)
	return int32(len(m.starts))
}

// thread returns the thread of a goroutine, and adds it if necessary.
func (m *mapper) thread(g wire.G) tracefeed.ThreadID {
	if int(g) < len(m.threads) && m.threads[g] != tracefeed.NoThread {
		return m.threads[g]
	}
	return m.newThread(g)
}

func (m *mapper) newThread(g wire.G) tracefeed.ThreadID {
	if g == 0 {
		return tracefeed.NoThread
	}
	t := m.tables.AddThread(goroutineThread(int64(m.names.GoroutineID(g))))
	m.threads = grown(m.threads, int(g))
	m.threads[g] = t
	m.gs = append(m.gs, goroutine{})
	return t
}

// site interns a stack of the thread itself, and derives the thread's name from
// it.
func (m *mapper) site(t tracefeed.ThreadID, n wire.Stack) (tracefeed.StackID, *site) {
	id := m.stacks.intern(n)
	at := &m.stacks.sites[id]
	for _, helper := range m.stacks.learned {
		unname(m.gs, m.tables.Threads, shortFunc(helper)+" ")
	}
	m.stacks.learned = m.stacks.learned[:0]
	if !m.gs[t].named {
		m.name(t, at)
	}
	return id, at
}

// name derives a thread's name from a stack of its own.
func (m *mapper) name(t tracefeed.ThreadID, at *site) {
	if at.root == "" {
		return
	}
	entry := at.entry
	if m.stacks.helpers.known[at.root] && at.inner != "" {
		entry = at.inner
	}
	m.tables.NameThread(t, renamed(m.tables.Threads[t], entry, at.root))
	m.gs[t].named = !starters[entry] && !m.stacks.helpers.known[entry]
}

// unname makes the names of goroutines with a prefix preliminary.
func unname(gs []goroutine, threads []tracefeed.Thread, prefix string) {
	for t := range gs {
		if strings.HasPrefix(threads[t].Name, prefix) {
			gs[t].named = false
		}
	}
}
