package threaddump

import "tiv/tracefeed"

// The limits of a text. Frames and locks of a thread beyond them are left out.
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

// dump is one dump: the states of threads at a moment.
type dump struct {
	line int // of its first thread
	// at is the time of the dump in nanoseconds since 1970, 0 if it is not known.
	at     int64
	names  *names
	ids    map[string]tracefeed.ThreadID // by the ids of the source
	states []state
	index  map[tracefeed.ThreadID]int // of the states of threads
	// holds are the monitors that threads hold, each listed once.
	holds []hold
	held  map[hold]bool
	// samples are the stacks of threads that do not wait.
	samples []tracefeed.Event
	// endless are the threads whose waits cannot end. ring is true if they have a ring of
	// owners.
	endless map[tracefeed.ThreadID]bool
	ring    bool
	counts
}

// hold is a monitor that a thread holds.
type hold struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID
}

// state is the beginning of a thread's state, and for how long it has lasted.
type state struct {
	event  tracefeed.Event
	stack  tracefeed.StackID
	lasted tracefeed.Time
}

func newDump(names *names, line int) *dump {
	return &dump{line: line, names: names, ids: map[string]tracefeed.ThreadID{}, index: map[tracefeed.ThreadID]int{}, held: map[hold]bool{}}
}

// add adds a thread, and returns its id.
func (d *dump) add(th *thread) tracefeed.ThreadID {
	id := d.names.thread(th.Thread)
	d.ids[th.ID] = id
	ev, stack := th.state, d.names.stacks.Add(th.stack)
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
		ev.Monitor = d.names.monitor(th.wants)
	}
	d.index[id] = len(d.states)
	d.states = append(d.states, state{ev, stack, th.lasted})
	for _, m := range th.holds {
		d.hold(id, d.names.monitor(m))
	}
	return id
}

// hold records that a thread holds a monitor.
func (d *dump) hold(t tracefeed.ThreadID, m tracefeed.MonitorID) {
	if h := (hold{t, m}); !d.held[h] {
		d.held[h] = true
		d.holds = append(d.holds, h)
	}
}

// stateOf returns the state of a thread, nil if the dump does not have it.
func (d *dump) stateOf(t tracefeed.ThreadID) *state {
	i, ok := d.index[t]
	if !ok {
		return nil
	}
	return &d.states[i]
}
