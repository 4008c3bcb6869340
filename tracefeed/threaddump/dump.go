package threaddump

import (
	"cmp"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// The limits of a dump. Frames and locks of a thread beyond them are left out.
const (
	maxThreads = 1 << 20
	maxFrames  = 256
	maxHolds   = 256
)

// thread is a thread as its lines describe it.
type thread struct {
	tracefeed.Thread
	// state is the event that begins its state: kind, cause, and marks of the
	// wait; of NoKind if the state is unknown.
	state tracefeed.Event
	// lasted is the time for which it has been in the state at least.
	lasted tracefeed.Time
	stack  []tracefeed.Frame // the innermost call first
	// wants is the monitor that it waits for, holds those that it holds.
	wants tracefeed.Monitor
	holds []tracefeed.Monitor
}

// dump is one dump, with tables of its own.
type dump struct {
	line   int // of its first thread
	tables *tracefeed.Tables
	ids    map[string]tracefeed.ThreadID
	states []state
	// holds are the monitors that threads hold, each listed once.
	holds []hold
	held  map[hold]bool
	// samples are the stacks of threads that do not wait.
	samples  []tracefeed.Event
	monitors map[string]tracefeed.MonitorID
	stacks   *tracefeed.StackIndex
}

// hold is a monitor that a thread holds.
type hold struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID
}

// state is the beginning of a thread's state, and for how long it has lasted.
type state struct {
	event  tracefeed.Event
	lasted tracefeed.Time
}

func newDump(line int) *dump {
	tables := tracefeed.NewTables()
	return &dump{line: line, tables: tables, ids: map[string]tracefeed.ThreadID{},
		monitors: map[string]tracefeed.MonitorID{}, stacks: tracefeed.NewStackIndex(tables), held: map[hold]bool{}}
}

// add adds a thread.
func (d *dump) add(th *thread) {
	id := d.tables.AddThread(th.Thread)
	d.ids[th.ID] = id
	ev, stack := th.state, d.stacks.Add(th.stack)
	ev.Thread = id
	switch ev.Kind {
	case tracefeed.NoKind, tracefeed.Run, tracefeed.Ready: // their spans have no stack
		if stack != tracefeed.NoStack {
			d.samples = append(d.samples, tracefeed.Event{Kind: tracefeed.Sample, Thread: id, Stack: stack, Value: 1})
		}
	default:
		ev.Stack = stack
	}
	if th.wants.ID != "" {
		ev.Monitor = d.monitor(th.wants)
	}
	if ev.Kind != tracefeed.NoKind {
		d.states = append(d.states, state{ev, th.lasted})
	}
	for _, m := range th.holds {
		d.hold(id, d.monitor(m))
	}
}

// hold records that a thread holds a monitor.
func (d *dump) hold(t tracefeed.ThreadID, m tracefeed.MonitorID) {
	if h := (hold{t, m}); !d.held[h] {
		d.held[h] = true
		d.holds = append(d.holds, h)
	}
}

// monitor returns the id of a monitor. A name that goes on where the known one ends
// replaces that: it has the place of a wait.
func (d *dump) monitor(m tracefeed.Monitor) tracefeed.MonitorID {
	id, ok := d.monitors[m.ID]
	if !ok {
		id = d.tables.AddMonitor(m)
		d.monitors[m.ID] = id
	} else if strings.HasPrefix(m.Name, d.tables.Monitors[id].Name+" ") {
		d.tables.NameMonitor(id, m)
	}
	return id
}

// The length of the dump's moment, so that it can be seen: a sixtieth of the longest
// known wait, within limits. Known times have a resolution of a minute.
const (
	shortestMoment = 10 * tracefeed.Millisecond
	longestMoment  = tracefeed.Minute
)

// events returns the dump as a trace, which begins with the longest known wait.
func (d *dump) events() []tracefeed.Event {
	var moment tracefeed.Time
	for _, s := range d.states {
		moment = max(moment, s.lasted)
	}
	end := moment + min(max(moment/60, shortestMoment), longestMoment)
	out := make([]tracefeed.Event, 0, len(d.states)+len(d.holds)+len(d.samples)+2)
	out = append(out, tracefeed.Event{Kind: tracefeed.Counter, Name: d.tables.AddName(tracefeed.DumpedThreads),
		Value: int64(len(d.tables.Threads) - 1)})
	for _, h := range d.holds {
		out = append(out, tracefeed.Event{Kind: tracefeed.MonitorEnter, Time: moment, Thread: h.thread, Monitor: h.monitor})
	}
	for _, s := range d.states {
		s.event.Time = moment - s.lasted
		out = append(out, s.event)
	}
	slices.SortStableFunc(out, func(a, b tracefeed.Event) int { return cmp.Compare(a.Time, b.Time) })
	for _, ev := range d.samples {
		ev.Time = end
		out = append(out, ev)
	}
	return append(out, tracefeed.Event{Time: end})
}
