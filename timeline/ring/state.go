package ring

import (
	"maps"
	"slices"

	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// Limits of what a state keeps of a program that opens things without end. What is beyond is left
// out of later states, not of the events.
const (
	maxOpen     = 1000 // calls and regions of a thread
	maxTasks    = 1 << 16
	maxCounters = 1 << 16
)

// State is what a program does at a moment: the states of its threads, their locks, their open calls, tasks,
// and the values of counters.
type State struct {
	machine replay.Machine
	threads []*thread // by id; nil if it is not alive, and holds nothing
	seen    []bool    // by id: it has had an event
	owners  map[tracefeed.MonitorID][]tracefeed.ThreadID
	// passed are monitors that were released for another thread, or by one that did not hold them.
	passed   map[tracefeed.MonitorID]bool
	counts   [tracefeed.NumStates + 1]int
	tasks    map[int64]tracefeed.Event
	counters map[counter]int64
	gc       int
}

type counter struct {
	thread tracefeed.ThreadID
	name   tracefeed.NameID
}

type thread struct {
	span block.Span
	// started: the trace has its start, so that it has no locks from before.
	started bool
	holds   replay.HoldSet
	open    []tracefeed.Event // the starts of calls and regions, outermost first
}

// newState returns the state before the first event of a feed with a header.
func newState(h tracefeed.Header) *State {
	return &State{machine: replay.New(h), owners: map[tracefeed.MonitorID][]tracefeed.ThreadID{},
		passed: map[tracefeed.MonitorID]bool{}, tasks: map[int64]tracefeed.Event{}, counters: map[counter]int64{}}
}

// clone returns a copy.
func (s *State) clone() *State {
	out := *s
	out.threads, out.seen = make([]*thread, len(s.threads)), slices.Clone(s.seen)
	for i, t := range s.threads {
		if t == nil {
			continue
		}
		c := &thread{span: t.span, started: t.started, open: slices.Clone(t.open)}
		for _, h := range t.holds.All() {
			c.holds.Add(h)
		}
		out.threads[i] = c
	}
	out.owners = maps.Clone(s.owners)
	for m, list := range out.owners {
		out.owners[m] = slices.Clone(list)
	}
	out.passed, out.tasks, out.counters = maps.Clone(s.passed), maps.Clone(s.tasks), maps.Clone(s.counters)
	return &out
}

// Span returns what a thread does; its State is NotAlive before its start and after its end.
func (s *State) Span(id tracefeed.ThreadID) block.Span {
	if int(id) < len(s.threads) && s.threads[id] != nil {
		return s.threads[id].span
	}
	return block.Span{State: tracefeed.NotAlive}
}

// Owners returns the threads that hold a monitor, in the order in which they got it; none for one
// that is passed on.
func (s *State) Owners(m tracefeed.MonitorID) []tracefeed.ThreadID {
	if m == tracefeed.NoMonitor || s.passed[m] {
		return nil
	}
	return s.owners[m]
}

// Passed reports whether a monitor was released by a thread that did not hold it, as a semaphore: who
// will release it is not known.
func (s *State) Passed(m tracefeed.MonitorID) bool { return s.passed[m] }

// Readers reports whether any, and whether all owners of a monitor are readers.
func (s *State) Readers(m tracefeed.MonitorID) (any, all bool) {
	all = len(s.owners[m]) > 0
	for _, t := range s.owners[m] {
		held := &s.threads[t].holds
		reads := held.All()[held.Find(m)].Shared
		any, all = any || reads, all && reads
	}
	return any, all
}

// Writers returns the threads that wait for a monitor, and not as readers.
func (s *State) Writers(m tracefeed.MonitorID) (list []tracefeed.ThreadID) {
	for id, t := range s.threads {
		if t != nil && t.span.State == tracefeed.Blocking && t.span.Monitor == m && !t.span.Shared {
			list = append(list, tracefeed.ThreadID(id))
		}
	}
	return list
}

// Share returns the number of threads in a state, and of all that are alive.
func (s *State) Share(of tracefeed.State) (in, alive int) {
	for state := range tracefeed.NumStates {
		alive += s.counts[state]
	}
	return s.counts[of], alive
}

// apply applies the next event.
func (s *State) apply(ev *tracefeed.Event) {
	switch {
	case ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread:
		for id, t := range s.threads {
			if t != nil {
				one := *ev
				one.Thread = tracefeed.ThreadID(id)
				s.ofThread(t, &one)
			}
		}
		clear(s.tasks)
		s.gc = 0
	case ev.Kind == tracefeed.GCStart:
		s.gc++
	case ev.Kind == tracefeed.GCEnd:
		s.gc = max(0, s.gc-1)
	case ev.Kind == tracefeed.Counter:
		key := counter{ev.Thread, ev.Name}
		if _, known := s.counters[key]; known || len(s.counters) < maxCounters {
			s.counters[key] = ev.Value
		}
	case ev.Kind == tracefeed.TaskStart:
		if len(s.tasks) < maxTasks {
			s.tasks[ev.Object] = *ev
		}
	case ev.Kind == tracefeed.TaskEnd:
		delete(s.tasks, ev.Object)
	}
	if ev.Thread != tracefeed.NoThread {
		s.ofThread(s.thread(ev.Thread, ev.Kind), ev)
	}
}

// thread returns a thread, before its next event. One that has none before exists since before the
// trace, unless the event is its start.
func (s *State) thread(id tracefeed.ThreadID, next tracefeed.Kind) *thread {
	for int(id) >= len(s.threads) {
		s.threads, s.seen = append(s.threads, nil), append(s.seen, false)
	}
	if s.threads[id] == nil {
		t := &thread{span: block.Span{State: tracefeed.NotAlive}}
		if !s.seen[id] && next != tracefeed.ThreadStart {
			t.span.State = tracefeed.Unknown
		}
		t.started = !s.seen[id] && next == tracefeed.ThreadStart
		s.threads[id], s.seen[id] = t, true
		s.counts[t.span.State]++
	}
	return s.threads[id]
}

// ofThread applies an event of a thread.
func (s *State) ofThread(t *thread, ev *tracefeed.Event) {
	before := t.span.State
	s.machine.Apply(&t.span, ev)
	s.counts[before]--
	s.counts[t.span.State]++
	switch ev.Kind {
	case tracefeed.MonitorEnter:
		if before != tracefeed.NotAlive && t.holds.Enter(ev.Monitor, ev.Shared) {
			s.owners[ev.Monitor] = append(s.owners[ev.Monitor], ev.Thread)
		}
	case tracefeed.MonitorExit:
		held, last := t.holds.Exit(ev.Monitor)
		strange := !held && t.started && len(s.owners[ev.Monitor]) > 0
		if strange || ev.Other != tracefeed.NoThread {
			s.passed[ev.Monitor] = true
		}
		if held && last {
			s.disown(ev.Monitor, ev.Thread)
		}
	case tracefeed.Lost:
		for _, h := range t.holds.All() {
			s.disown(h.Monitor, ev.Thread)
		}
		t.holds.Clear()
		t.open = nil
	case tracefeed.ThreadStart, tracefeed.ThreadEnd:
		t.open = nil
	case tracefeed.CallEnter, tracefeed.RegionStart:
		if len(t.open) < maxOpen {
			t.open = append(t.open, *ev)
		}
	case tracefeed.CallExit, tracefeed.RegionEnd:
		t.leave(ev)
	}
	if t.span.State == tracefeed.NotAlive && len(t.holds.All()) == 0 {
		s.threads[ev.Thread] = nil
		s.counts[tracefeed.NotAlive]--
	}
}

func (s *State) disown(m tracefeed.MonitorID, t tracefeed.ThreadID) {
	left := slices.DeleteFunc(s.owners[m], func(o tracefeed.ThreadID) bool { return o == t })
	if len(left) == 0 {
		delete(s.owners, m)
		return
	}
	s.owners[m] = left
}

// leave ends the innermost call or region that an event can be about; the calls inside of a call end
// with it.
func (t *thread) leave(ev *tracefeed.Event) {
	start := tracefeed.CallEnter
	if ev.Kind == tracefeed.RegionEnd {
		start = tracefeed.RegionStart
	}
	later := int64(0)
	if ev.Kind == tracefeed.RegionEnd {
		later = ev.Value
	}
	for i := len(t.open) - 1; i >= 0; i-- {
		o := &t.open[i]
		if o.Kind != start || o.Name != ev.Name || start == tracefeed.RegionStart && o.Object != ev.Object {
			continue
		}
		if later > 0 {
			later--
			continue
		}
		t.open = slices.Delete(t.open, i, i+1)
		if start == tracefeed.CallEnter {
			kept := slices.DeleteFunc(t.open[i:], func(o tracefeed.Event) bool { return o.Kind == tracefeed.CallEnter })
			t.open = t.open[:i+len(kept)]
		}
		return
	}
}
