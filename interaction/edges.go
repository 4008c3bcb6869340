package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// EachEdge calls f for every edge of a thread's waits within [from, to), clipped to
// that interval, in order of time; edges of the same interval are sorted by
// blocker. The cost grows with the waits in the window and with the changes of
// holders of their monitors.
func EachEdge(tl *timeline.Timeline, thread tracefeed.ThreadID, from, to tracefeed.Time, f func(Edge)) {
	held := ownerCursors(tl)
	eachWait(tl, thread, from, to, func(s timeline.Span, start, end tracefeed.Time) {
		splitWait(held(s.Monitor), thread, s, start, end, f)
	})
}

// eachWait calls f for each span in [from, to) that can have edges, and the part of
// it in that interval.
func eachWait(tl *timeline.Timeline, thread tracefeed.ThreadID, from, to tracefeed.Time,
	f func(s timeline.Span, start, end tracefeed.Time)) {
	tl.Lane(thread).Spans(from, to, func(s *timeline.Span, end tracefeed.Time) bool {
		start, end := max(s.Start, from), min(end, to)
		if (s.State == tracefeed.Blocking || s.Signalled()) && start < end {
			f(*s, start, end)
		}
		return true
	})
}

// holders calls f for each interval in which the holders of a monitor do not
// change, as timeline.Holds.Each does.
type holders func(from, to tracefeed.Time, f func(start, end tracefeed.Time, holders []tracefeed.ThreadID))

// ownerCursors returns the owners of monitors over time, for queries in order of
// time.
func ownerCursors(tl *timeline.Timeline) func(tracefeed.MonitorID) holders {
	known := map[tracefeed.MonitorID]holders{}
	return func(m tracefeed.MonitorID) holders {
		h := known[m]
		switch {
		case h != nil:
		case tl.HandedOver(m):
			h = unowned
		default:
			h = tl.Holding(m).Each
		}
		known[m] = h
		return h
	}
}

// unowned is the history of a monitor without an owner.
func unowned(from, to tracefeed.Time, f func(start, end tracefeed.Time, holders []tracefeed.ThreadID)) {
	if from < to {
		f(from, to, nil)
	}
}

// splitWait splits the part [start, end) of a wait into edges; holds is the history
// of the monitor.
func splitWait(holds holders, thread tracefeed.ThreadID, s timeline.Span, start, end tracefeed.Time, f func(Edge)) {
	e := Edge{Blocked: thread, Monitor: s.Monitor, Start: start, End: end, Sharers: 1}
	if s.State != tracefeed.Blocking {
		e.Kind, e.Evidence, e.Blocker = Signal, SignalEvidence(&s), s.Other
		f(e)
		return
	}
	holds(start, end, func(a, b tracefeed.Time, holders []tracefeed.ThreadID) {
		e.Start, e.End, e.Rank = a, b, 0
		e.Sharers = int32(max(1, len(holders)))
		if len(holders) == 0 {
			e.Blocker, e.Evidence = s.Other, NoEvidence
			if s.Other != tracefeed.NoThread {
				e.Evidence = Inferred
			}
			f(e)
			return
		}
		e.Evidence = Observed
		for i, h := range holders {
			e.Blocker, e.Rank = h, int32(i)
			f(e)
		}
	})
}

// SignalEvidence returns the evidence of the signal edge of a span: observed if the trace has the
// bytes with which a wait to read a stream ended.
func SignalEvidence(s *timeline.Span) Evidence {
	return evidenceOf(s.State == tracefeed.IO && s.Shared)
}

// evidenceOf is SignalEvidence of a wait of which it is known whether the trace has the bytes.
func evidenceOf(seen bool) Evidence {
	if seen {
		return Observed
	}
	return Inferred
}

// EachMergedEdge is EachEdge with consecutive edges of a wait merged if they have
// the same blocker, regardless of the other holders, as tables of edges list them.
func EachMergedEdge(tl *timeline.Timeline, thread tracefeed.ThreadID, from, to tracefeed.Time, f func(Edge)) {
	var edges []Edge
	held, latest := ownerCursors(tl), map[tracefeed.ThreadID]int{} // index of a blocker's last edge
	eachWait(tl, thread, from, to, func(s timeline.Span, start, end tracefeed.Time) {
		edges = edges[:0]
		clear(latest)
		splitWait(held(s.Monitor), thread, s, start, end, func(e Edge) {
			i, ok := latest[e.Blocker]
			if ok && edges[i].End == e.Start && edges[i].Evidence == e.Evidence {
				edges[i].End = e.End
				return
			}
			latest[e.Blocker] = len(edges)
			edges = append(edges, e)
		})
		for _, e := range edges {
			f(e)
		}
	})
}
