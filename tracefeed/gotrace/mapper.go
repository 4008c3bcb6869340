package gotrace

import (
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
	userNames   userNames
	names       wire.Names // of the decoder
	gs          goroutines
	out         events
	t0          int64    // the time of the trace's start
	generations int      // begun so far
	carried     carrying // events have the threads of Carried
	// dumps are the goroutine dumps whose moment was not reached, dumped the waits of the
	// one that was, by the number of the goroutine; waited is a remark on their lengths.
	dumps  []goroutineDump
	dumped map[string]dumpedWait
	waited string

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

func newMapper() *mapper {
	tables := tracefeed.NewTables()
	stacks := newStacks(tables)
	return &mapper{
		out:       events{holding: true},
		tables:    tables,
		stacks:    stacks,
		locks:     newLocks(tables),
		userNames: userNames{tables: tables},
		gs:        goroutines{tables: tables, stacks: stacks, list: make([]goroutine, 1)},
	}
}

// pass moves to the time of the next event that can change a state.
func (m *mapper) pass(time int64) {
	m.moveTo(time)
	m.pause.budget++
}

// moveTo moves to the time of the next event.
func (m *mapper) moveTo(time int64) {
	if m.out.holding && m.out.count() >= maxHeld {
		m.release()
	}
	m.out.now = max(m.out.now, tracefeed.Time(time-m.t0))
}

// NewGeneration implements wire.Sink.
func (m *mapper) NewGeneration(names wire.Names) {
	m.names, m.gs.names, m.locks.names = names, names, names
	m.stacks.newGeneration(names)
	dumpJoiner{m}.add(names)
}

// Run implements wire.Sink.
func (m *mapper) Run(time int64, g wire.G, cpu tracefeed.CPU) {
	m.pass(time)
	m.run(m.gs.thread(g), cpu)
}

// Wait implements wire.Sink.
func (m *mapper) Wait(time int64, g wire.G, why wire.Reason, at wire.Stack) {
	m.pass(time)
	m.stop(m.gs.thread(g), why, at)
}

// Ready implements wire.Sink.
func (m *mapper) Ready(time int64, g wire.G) {
	m.pass(time)
	m.ready(m.gs.thread(g))
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
	case wire.LockRequested, wire.LockAcquired, wire.LockReleased, wire.RLockRequested, wire.RLockAcquired, wire.RLockReleased,
		wire.OwnReleased, wire.OtherReleased, wire.LockNamed, wire.SignalAwaited, wire.ChannelAwaited, wire.UnitTaken:
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
		m.pause.mark(&m.out, ev.Kind != wire.MarkEnd, ev.Kind == wire.MarkActive && m.generations == 1)
	case wire.STWBegin, wire.STWBeginGC, wire.STWBeginDump:
		m.pause.stopTheWorld(&m.out, m.gs.list, ev.Kind == wire.STWBeginGC)
		if ev.Kind == wire.STWBeginDump {
			dumpJoiner{m}.join()
		}
	case wire.STWEnd:
		m.pause.startTheWorld(&m.out, m.gs.list)
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
	if m.out.now > m.out.lastEmitted {
		m.out.emit(tracefeed.NoKind, tracefeed.NoThread)
	}
}

// release emits the events that were held back, those about the start first.
func (m *mapper) release() {
	if !m.out.holding {
		return
	}
	m.out.release()
	m.counts.write(m.tables, &m.out)
}
