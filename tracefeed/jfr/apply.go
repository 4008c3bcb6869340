package jfr

import (
	"slices"

	"tiv/tracefeed"
)

// apply makes the events of the begin or end of a record.
func (m *mapper) apply(p point, r *record) {
	if p.begin {
		m.budget++
	}
	switch {
	case r.what == collection:
		m.collect(p)
	case r.what == stop:
		m.stop(p, r)
	case r.what == lost:
		m.lose(p.at)
	case r.what == contextual:
		m.context(p, r)
	case r.thread != tracefeed.NoThread && r.waits():
		m.wait(p, r)
	case r.thread != tracefeed.NoThread:
		m.moment(r)
	case r.what == sampled:
		m.emit(tracefeed.Event{Kind: tracefeed.Sample, Time: r.start, Stack: r.stack, Value: r.value})
	}
}

func (m *mapper) emit(ev tracefeed.Event) { m.out = append(m.out, ev) }

// wait begins or ends a wait of a thread.
func (m *mapper) wait(p point, r *record) {
	th := &m.threads[r.thread]
	if th.ended {
		return
	}
	switch {
	case r.base && p.begin:
		th.base = p.record
	case r.base && r.followed:
		return
	case r.base:
		th.base = none
	case p.begin:
		th.open = append(th.open, p.record)
	default:
		if th.shown == p.record && !r.seen && r.other != tracefeed.NoThread && r.what != waitsIO {
			m.emit(tracefeed.Event{Kind: tracefeed.Wake, Time: p.at, Thread: r.thread, Other: r.other})
		}
		i := slices.Index(th.open, p.record)
		th.open = slices.Delete(th.open, i, i+1)
	}
	m.show(r.thread, p.at)
}

// moment makes the event of a record without a length.
func (m *mapper) moment(r *record) {
	th := &m.threads[r.thread]
	ev := tracefeed.Event{Time: r.start, Thread: r.thread, Stack: r.stack, Value: r.value}
	switch r.what {
	case began:
		if th.shown != unknown && !th.ended {
			return
		}
		ev.Kind, ev.Other, ev.Value = tracefeed.ThreadStart, r.other, 0
		*th = thread{shown: running, base: th.base}
	case ended:
		if th.ended {
			return
		}
		ev.Kind, ev.Stack, ev.Value = tracefeed.ThreadEnd, tracefeed.NoStack, 0
		*th = thread{shown: unknown, base: none, ended: true}
	case ran:
		if th.shown == unknown && !th.ended {
			m.change(r.thread, running, r.start)
		}
		return
	case sampled:
		ev.Kind = tracefeed.Sample
	case allocated, allocatedBuffer, allocatedNative:
		if r.what != m.allocations {
			return
		}
		ev.Kind = tracefeed.Alloc
	}
	m.emit(ev)
	if r.what == began && !m.covered {
		m.show(r.thread, r.start)
	}
}

// collect begins or ends a collection. Collections of several generations overlap.
func (m *mapper) collect(p point) {
	kind := tracefeed.GCStart
	if p.begin {
		m.collections++
	} else {
		m.collections--
		kind = tracefeed.GCEnd
	}
	if m.collections == 0 || p.begin && m.collections == 1 {
		m.emit(tracefeed.Event{Kind: kind, Time: p.at})
	}
}

// stop begins or ends an interval in which no thread runs.
func (m *mapper) stop(p point, r *record) {
	if p.begin {
		if m.stops++; m.stops == 1 {
			m.stopCause = r.cause
			m.stopAll(p.at)
		}
		return
	}
	if m.stops--; m.stops > 0 {
		return
	}
	for t := range m.threads {
		if m.threads[t].shown == stopped {
			m.show(tracefeed.ThreadID(t), p.at)
		}
	}
}

// stopAll suspends the threads that run, if that does not cost too much.
func (m *mapper) stopAll(at tracefeed.Time) {
	n := 0
	for t := range m.threads {
		if m.threads[t].shown == running {
			n++
		}
	}
	if 2*n > m.budget {
		return
	}
	m.budget -= 2 * n
	for t := range m.threads {
		if m.threads[t].shown == running {
			m.show(tracefeed.ThreadID(t), at)
		}
	}
}

// lose makes the state of every thread unknown, except where a record has it.
func (m *mapper) lose(at tracefeed.Time) {
	m.emit(tracefeed.Event{Kind: tracefeed.Lost, Time: at})
	for t := range m.threads {
		if th := &m.threads[t]; !th.ended {
			if th.shown = unknown; len(th.open) > 0 || th.base >= 0 {
				m.show(tracefeed.ThreadID(t), at)
			}
		}
	}
}

// show makes the events that lead a thread to its present state.
func (m *mapper) show(t tracefeed.ThreadID, at tracefeed.Time) {
	th := &m.threads[t]
	switch n := len(th.open); {
	case n > 0:
		m.change(t, th.open[n-1], at)
	case th.base >= 0 && m.at(th.base).what != runs:
		m.change(t, th.base, at)
	case th.base < 0 && !m.covered:
		m.change(t, unknown, at)
	case m.stops > 0:
		m.change(t, stopped, at)
	default:
		m.change(t, running, at)
	}
}

// change makes the events that lead a thread to a state, as of thread.shown.
func (m *mapper) change(t tracefeed.ThreadID, to int32, at tracefeed.Time) {
	th := &m.threads[t]
	if th.shown == to {
		return
	}
	if kind := m.endOf(th.shown); kind != tracefeed.NoKind {
		m.emit(tracefeed.Event{Kind: kind, Time: at, Thread: t})
	} else if to == running {
		m.emit(tracefeed.Event{Kind: tracefeed.Run, Time: at, Thread: t})
	}
	switch {
	case to == unknown:
		m.emit(tracefeed.Event{Kind: tracefeed.StateUnknown, Time: at, Thread: t})
	case to == stopped:
		m.emit(tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: m.stopCause, Time: at, Thread: t})
	case to >= 0:
		m.emit(m.begin(t, m.at(to), at))
	}
	th.shown = to
}

// endOf returns the kind of event that ends a state, NoKind if none is needed.
func (m *mapper) endOf(shown int32) tracefeed.Kind {
	switch {
	case shown == stopped:
		return tracefeed.SuspendEnd
	case shown < 0 || m.at(shown).what == gap:
		return tracefeed.NoKind
	}
	return [...]tracefeed.Kind{blocked: tracefeed.Run, suspended: tracefeed.SuspendEnd, waitsIO: tracefeed.IOEnd}[m.at(shown).what]
}

// begin returns the event that begins a wait. A wait that goes on after one within it
// begins again.
func (m *mapper) begin(t tracefeed.ThreadID, r *record, at tracefeed.Time) tracefeed.Event {
	ev := tracefeed.Event{Time: at, Thread: t, Stack: r.stack, Cause: r.cause}
	switch r.what {
	case blocked:
		ev.Kind, ev.Monitor, ev.Shared, ev.Cause = tracefeed.MonitorWait, r.monitor, r.shared, tracefeed.NoCause
		if r.seen {
			ev.Other = r.other
		}
	case suspended:
		ev.Kind = tracefeed.SuspendStart
	case waitsIO:
		ev.Kind = tracefeed.IOStart
	default:
		ev = tracefeed.Event{Kind: tracefeed.StateUnknown, Time: at, Thread: t}
	}
	return ev
}
