package oracle

import (
	"slices"

	"tiv/tracefeed"
)

// Edge is one part of a wait, with the thread that it is charged to.
type Edge struct {
	Start, End tracefeed.Time
	// Signal marks a wait for a notification or for bytes of a stream, not for a monitor.
	Signal  bool
	Blocked tracefeed.ThreadID
	// Blocker is NoThread if it is unknown.
	Blocker tracefeed.ThreadID
	Monitor tracefeed.MonitorID
	// Time is the time charged to Blocker: its share of the interval.
	Time tracefeed.Time
	// Evidence is "observed", "inferred" or "unknown".
	Evidence string
	// Wait is the number of the wait: the same for all its edges.
	Wait int
}

// Edges returns the charges of all waits of the history, by thread, start, and
// blocker. An interval lasts while the wait and the holders of its monitor stay
// the same.
func (h History) Edges() []Edge {
	var edges []Edge
	for t := range h.threads() {
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

// sameWait reports whether t is in the same wait at a and b, for the same
// threads.
func sameWait(a, b Moment, t tracefeed.ThreadID) bool {
	d, e := a.Threads[t], b.Threads[t]
	return d == e && (d.State != Blocking || slices.Equal(a.Owners[d.Monitor], b.Owners[d.Monitor]))
}

// charge returns the edges of t from moment m to end.
func charge(m Moment, t tracefeed.ThreadID, end tracefeed.Time) []Edge {
	d := m.Threads[t]
	whole := end - m.Start
	edge := Edge{Start: m.Start, End: end, Blocked: t, Blocker: d.Other, Monitor: d.Monitor, Time: whole,
		Evidence: "inferred", Wait: d.Stretch}
	switch {
	case whole == 0:
		return nil
	case d.State == IO && d.Other != tracefeed.NoThread && d.Shared:
		edge.Signal, edge.Evidence = true, "observed"
		return []Edge{edge}
	case (d.State == Suspended || d.State == IO) && d.Other != tracefeed.NoThread:
		edge.Signal = true
		return []Edge{edge}
	case d.State != Blocking:
		return nil
	}
	holders := m.Owners[d.Monitor]
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

// Whole returns edges with neighbours of one wait merged that have the same
// blocker, regardless of the threads that share the charge. Their Time is
// meaningless.
func Whole(edges []Edge) []Edge {
	var whole []Edge
	for _, e := range edges {
		i := slices.IndexFunc(whole, func(w Edge) bool {
			return w.Wait == e.Wait && w.Blocker == e.Blocker && w.Evidence == e.Evidence && w.End == e.Start
		})
		if i >= 0 {
			whole[i].End = e.End
		} else {
			whole = append(whole, e)
		}
	}
	return whole
}
