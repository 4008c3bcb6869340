package oracle

import (
	"slices"

	"tiv/tracefeed"
)

// WaitsFor returns the threads that t waits for at the moment, in a wait for a
// monitor.
func (m Moment) WaitsFor(t tracefeed.ThreadID) []tracefeed.ThreadID {
	d := m.Threads[t]
	switch {
	case d.State != Blocking:
		return nil
	case len(m.Owners[d.Monitor]) > 0:
		return m.Owners[d.Monitor]
	case d.Other != tracefeed.NoThread:
		return []tracefeed.ThreadID{d.Other}
	}
	return nil
}

// needs returns the threads without which t cannot continue. They are the
// threads it waits for, with two exceptions: a reader among readers needs the
// writers that wait for the same monitor, and the releaser of a handed-over
// monitor is unknown.
func (m Moment) needs(t tracefeed.ThreadID) []tracefeed.ThreadID {
	d := m.Threads[t]
	if d.State != Blocking || m.handed[d.Monitor] {
		return nil
	}
	owners := m.Owners[d.Monitor]
	if d.Shared && len(owners) > 0 && len(m.Readers[d.Monitor]) == len(owners) {
		var writers []tracefeed.ThreadID
		for w, doing := range m.Threads {
			if doing.State == Blocking && doing.Monitor == d.Monitor && !doing.Shared {
				writers = append(writers, tracefeed.ThreadID(w))
			}
		}
		if len(writers) > 0 {
			return writers
		}
	}
	return m.WaitsFor(t)
}

// anyOf reports whether any single one of the threads that t waits for can
// unblock it: several hold the monitor, none as a reader, so it is a semaphore.
func (m Moment) anyOf(t tracefeed.ThreadID) bool {
	monitor := m.Threads[t].Monitor
	return len(m.Owners[monitor]) > 1 && len(m.Readers[monitor]) == 0
}

// hopeless returns, by thread, whether it can never continue: it is gone, or
// needs a hopeless thread, or, at a semaphore, only hopeless ones.
func (m Moment) hopeless(gone []bool) []bool {
	lost := make([]bool, len(m.Threads))
	for t := range lost {
		lost[t] = true // until shown otherwise
	}
	for again := true; again; {
		again = false
		for t := range tracefeed.ThreadID(len(lost)) {
			free, bound := 0, 0
			for _, b := range m.needs(t) {
				if lost[b] {
					bound++
				} else {
					free++
				}
			}
			if lost[t] && !gone[t] && (bound == 0 || m.anyOf(t) && free > 0) {
				lost[t], again = false, true
			}
		}
	}
	return lost
}

// circles returns the groups of hopeless threads that need each other in a circle:
// the strongly connected components of the graph of needs that have an edge inside.
func (m Moment) circles(lost []bool) [][]tracefeed.ThreadID {
	// reach[a][b]: a needs b, or one that needs b, and so on.
	n := tracefeed.ThreadID(len(m.Threads))
	reach := make([][]bool, n)
	for a := range n {
		reach[a] = make([]bool, n)
		for _, b := range m.needs(a) {
			reach[a][b] = lost[a] && lost[b]
		}
	}
	for via := range n {
		for a := range n {
			for b := range n {
				reach[a][b] = reach[a][b] || reach[a][via] && reach[via][b]
			}
		}
	}
	var groups [][]tracefeed.ThreadID
	for a := range n {
		var group []tracefeed.ThreadID
		for b := range n {
			if reach[a][b] && reach[b][a] {
				group = append(group, b)
			}
		}
		if len(group) > 0 && group[0] == a {
			groups = append(groups, group)
		}
	}
	return groups
}

// Deadlock is a group of threads that wait for each other in a circle at the
// end of the trace.
type Deadlock struct {
	// Start is the time from which all of them are in their last waits.
	Start   tracefeed.Time
	Threads []tracefeed.ThreadID
}

// Deadlocks returns the deadlocks by thread.
func (h History) Deadlocks() []Deadlock {
	last := h[len(h)-1]
	var list []Deadlock
	for _, group := range last.circles(last.hopeless(h.gone())) {
		d := Deadlock{Threads: group}
		for _, t := range group {
			d.Start = max(d.Start, h.since(t))
		}
		list = append(list, d)
	}
	return list
}

// since returns the start of the wait for a monitor, or to read, that a thread is in at
// the end.
func (h History) since(t tracefeed.ThreadID) (start tracefeed.Time) {
	last := h[len(h)-1].Threads[t]
	same := func(d Doing) bool {
		return d.State == last.State && (d.State == Blocking && d.Monitor == last.Monitor || d.Stretch == last.Stretch)
	}
	for i := len(h) - 1; i >= 0 && same(h[i].Threads[t]); i-- {
		start = h[i].Start
	}
	return start
}

// gone returns, by thread, whether it will never act again: its wait has no
// end, or it ended a hundredth of the trace ago, or 50 ms.
func (h History) gone() []bool {
	last := h[len(h)-1]
	gone := make([]bool, len(last.Threads))
	for t, d := range last.Threads {
		ended := h.End()
		for i := len(h) - 1; i >= 0 && h[i].Threads[t].State == NotAlive; i-- {
			ended = h[i].Start
		}
		gone[t] = d.Forever || d.State == NotAlive && h.End()-ended >= min(h.End()/100, 50_000_000)
	}
	return gone
}

// InCycle reports whether a thread waits for others that, each for the next, wait
// for it: for owners of monitors, and not at semaphores.
func (m Moment) InCycle(t tracefeed.ThreadID) bool {
	reached := map[tracefeed.ThreadID]bool{}
	todo := []tracefeed.ThreadID{t}
	for ; len(todo) > 0; todo = todo[1:] {
		a := todo[0]
		if m.Threads[a].State != Blocking || m.anyOf(a) {
			continue
		}
		for _, b := range m.Owners[m.Threads[a].Monitor] {
			if b == t && a != t {
				return true
			}
			if b != t && !reached[b] {
				reached[b] = true
				todo = append(todo, b)
			}
		}
	}
	return false
}

// ReadRings returns the rings of threads in which each waits for one other thread at the end, one of
// them at least for bytes that the next is expected to put into a stream, and that have been closed for
// some time.
func (h History) ReadRings(settled tracefeed.Time) (list []Deadlock) {
	m := h[len(h)-1]
	next := func(t tracefeed.ThreadID) tracefeed.ThreadID {
		d := m.Threads[t]
		switch {
		case d.State == IO && !d.Shared:
			return d.Other
		case d.State == Blocking && len(m.Owners[d.Monitor]) == 1:
			return m.Owners[d.Monitor][0]
		}
		return tracefeed.NoThread
	}
	for t := range h.threads() {
		d, reads, at := Deadlock{}, false, t
		for range h.threads() {
			if at == tracefeed.NoThread || at < t { // a ring is that of its first thread
				break
			}
			d.Threads = append(d.Threads, at)
			d.Start = max(d.Start, h.since(at))
			reads = reads || m.Threads[at].State == IO
			if at = next(at); at == t {
				break
			}
		}
		if at == t && t != tracefeed.NoThread && reads && h.End()-d.Start >= settled {
			slices.Sort(d.Threads)
			list = append(list, d)
		}
	}
	return list
}
