package oracle

import (
	"slices"

	"tiv/tracefeed"
)

// Edge is one stretch of a wait, and whom it is charged to.
type Edge struct {
	Start, End tracefeed.Time
	// Signal tells a wait to be told from a wait for a monitor.
	Signal  bool
	Blocked tracefeed.ThreadID
	// Blocker is NoThread where nobody can be named.
	Blocker tracefeed.ThreadID
	Monitor tracefeed.MonitorID
	// Time is what is charged to Blocker: its share of the stretch.
	Time tracefeed.Time
	// Evidence is "observed", "inferred" or "unknown".
	Evidence string
}

// Edges returns whom all waits of the trace are charged to, by thread, start,
// and blocker. A stretch lasts while the wait and the holders of its monitor
// stay the same.
func (h History) Edges() []Edge {
	var edges []Edge
	for t := range tracefeed.ThreadID(len(h[0].Threads)) {
		for first := 0; first < len(h); {
			next := first + 1
			for next < len(h) && sameWait(h[first], h[next], t) {
				next++
			}
			edges = append(edges, charge(h[first], t, h[next-1].End)...)
			first = next
		}
	}
	return edges
}

// sameWait reports whether t waits at b as at a, for the same threads.
func sameWait(a, b Moment, t tracefeed.ThreadID) bool {
	d, e := a.Threads[t], b.Threads[t]
	return d == e && (d.State != Blocking || slices.Equal(a.Holders[d.Monitor], b.Holders[d.Monitor]))
}

// charge returns the edges of what t does from moment m to end.
func charge(m Moment, t tracefeed.ThreadID, end tracefeed.Time) []Edge {
	d := m.Threads[t]
	whole := end - m.Start
	edge := Edge{Start: m.Start, End: end, Blocked: t, Blocker: d.Other, Monitor: d.Monitor, Time: whole,
		Evidence: "inferred"}
	switch {
	case whole == 0:
		return nil
	case d.State == Suspended && d.Other != tracefeed.NoThread:
		edge.Signal = true
		return []Edge{edge}
	case d.State != Blocking:
		return nil
	}
	holders := m.Holders[d.Monitor]
	if len(holders) == 0 {
		if d.Other == tracefeed.NoThread {
			edge.Evidence = "unknown"
		}
		return []Edge{edge}
	}
	var edges []Edge
	n := tracefeed.Time(len(holders))
	for i, holder := range holders {
		edge.Blocker, edge.Evidence, edge.Time = holder, "observed", whole/n
		if i == 0 {
			edge.Time += whole % n
		}
		edges = append(edges, edge)
	}
	return edges
}

// WaitsFor returns the threads that t waits for at the moment, as far as
// blocking goes.
func (m Moment) WaitsFor(t tracefeed.ThreadID) []tracefeed.ThreadID {
	d := m.Threads[t]
	switch {
	case d.State != Blocking:
		return nil
	case len(m.Holders[d.Monitor]) > 0:
		return m.Holders[d.Monitor]
	case d.Other != tracefeed.NoThread:
		return []tracefeed.ThreadID{d.Other}
	}
	return nil
}

// Deadlocks returns the groups of threads that wait for each other in a
// circle at the moment: the strongly connected components of the wait-for
// graph that have an edge inside. Sorted.
func (m Moment) Deadlocks() [][]tracefeed.ThreadID {
	// reach[a][b]: a waits for b, or for one that waits for b, and so on.
	n := tracefeed.ThreadID(len(m.Threads))
	reach := make([][]bool, n)
	for a := range n {
		reach[a] = make([]bool, n)
		for _, b := range m.WaitsFor(a) {
			reach[a][b] = true
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
