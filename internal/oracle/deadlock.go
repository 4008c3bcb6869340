package oracle

import (
	"slices"

	"tiv/tracefeed"
)

// WaitsFor returns the threads that t waits for at the moment, as far as
// blocking goes.
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

// anyOf reports whether one of the threads that t waits for is enough to let
// it go on: several hold the monitor, none as a reader, so it is a semaphore.
func (m Moment) anyOf(t tracefeed.ThreadID) bool {
	monitor := m.Threads[t].Monitor
	return len(m.Owners[monitor]) > 1 && len(m.Readers[monitor]) == 0
}

// hopeless returns, by thread, who waits for others of whom it needs one who is
// hopeless too, or, at a semaphore, of whom all are.
func (m Moment) hopeless() []bool {
	lost := make([]bool, len(m.Threads))
	for t := range lost {
		lost[t] = true // until shown otherwise
	}
	for again := true; again; {
		again = false
		for t := range tracefeed.ThreadID(len(lost)) {
			free, bound := 0, 0
			for _, b := range m.WaitsFor(t) {
				if lost[b] {
					bound++
				} else {
					free++
				}
			}
			if lost[t] && (bound == 0 || m.anyOf(t) && free > 0) {
				lost[t], again = false, true
			}
		}
	}
	return lost
}

// Deadlocks returns the groups of threads that wait for each other in a
// circle at the moment: the strongly connected components of the wait-for
// graph of the hopeless that have an edge inside. Sorted.
func (m Moment) Deadlocks() [][]tracefeed.ThreadID {
	// reach[a][b]: a waits for b, or for one that waits for b, and so on.
	lost := m.hopeless()
	n := tracefeed.ThreadID(len(m.Threads))
	reach := make([][]bool, n)
	for a := range n {
		reach[a] = make([]bool, n)
		for _, b := range m.WaitsFor(a) {
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

// Deadlock is a group of threads that waited for each other in a circle.
type Deadlock struct {
	Start, End tracefeed.Time
	Threads    []tracefeed.ThreadID
}

// Deadlocks returns all deadlocks of the history by the time at which they
// closed, and by thread. One ends when its threads are no more exactly such a
// group.
func (h History) Deadlocks() []Deadlock {
	var list []Deadlock
	for i, m := range h {
		for _, group := range m.Deadlocks() {
			again := slices.IndexFunc(list, func(d Deadlock) bool {
				return i > 0 && d.End == m.Start && slices.Equal(d.Threads, group)
			})
			if again >= 0 {
				list[again].End = m.End
			} else {
				list = append(list, Deadlock{m.Start, m.End, group})
			}
		}
	}
	return list
}
