package interaction

import (
	"context"
	"slices"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// EachMergedEdgeOf is EachMergedEdge for the threads for which of is true. It costs
// much less than one thread after the other. It calls f when waits end: in order of time
// within a thread but not across threads. progress is called with the fraction
// processed, from 0 to 1. Once ctx is done, it returns early.
func EachMergedEdgeOf(ctx context.Context, tl *timeline.Timeline, of []bool, from, to tracefeed.Time, progress func(float64),
	f func(Edge)) {
	w := newEdgeMerger(tl, from, to, f)
	tl.EachJoinedPage(ctx, w.from, w.to, func(m *ownerjoin.Page) {
		w.page(m, func(wait *ownerjoin.Wait) bool { return of[wait.Thread] })
		progress(w.progress(m))
	})
}

func newEdgeMerger(tl *timeline.Timeline, from, to tracefeed.Time, f func(Edge)) *edgeMerger {
	from, to = max(from, 0), min(to, tl.End)
	return &edgeMerger{tl: tl, from: from, to: to, knownSince: from, f: f, open: make([]openEdges, len(tl.Threads))}
}

// EachLockEdge calls f for the edges of all threads at the monitors for which of is true, clipped to
// [from, to), as EachEdge does for one thread: the edges of owners that share an interval are apart,
// so that Charge is exact. It costs as much as EachMergedEdgeOf, and calls f in the same order.
func EachLockEdge(ctx context.Context, tl *timeline.Timeline, of func(tracefeed.MonitorID) bool, from, to tracefeed.Time, f func(Edge)) {
	w := newEdgeMerger(tl, from, to, f)
	w.apart = true
	tl.EachJoinedPage(ctx, w.from, w.to, func(m *ownerjoin.Page) {
		w.page(m, func(wait *ownerjoin.Wait) bool { return wait.State == tracefeed.Blocking && of(wait.Monitor) })
	})
}

// page processes the waits of a page for which wanted returns true.
func (w *edgeMerger) page(m *ownerjoin.Page, wanted func(*ownerjoin.Wait) bool) {
	if m.Restart {
		w.restart(max(w.from, m.Start))
	}
	for i := range m.Waits {
		if wait := &m.Waits[i]; wanted(wait) {
			w.wait(m, wait)
		}
	}
}

// progress returns the fraction of the window up to the end of a page.
func (w *edgeMerger) progress(m *ownerjoin.Page) float64 {
	return float64(min(m.End, w.to)-w.from) / float64(w.to-w.from)
}

// edgeMerger merges consecutive edges of a wait with the same blocker.
type edgeMerger struct {
	tl                   *timeline.Timeline
	from, to, knownSince tracefeed.Time
	f                    func(Edge)
	open                 []openEdges // by thread
	apart                bool        // edges with other sharers are not merged
	next                 []int32     // scratch
	buffer               ownerjoin.OwnerBuffer
}

// openEdges is a wait in progress: its edges, and the indices of those that last up
// to now, sorted by blocker. Edges during which the monitor was free have no
// blocker yet.
type openEdges struct {
	edges []Edge
	last  []int32
}

// restart ends all waits: none is known to continue across a gap.
func (w *edgeMerger) restart(at tracefeed.Time) {
	for t := range w.open {
		w.emit(&w.open[t], tracefeed.NoThread)
	}
	w.knownSince = at
}

// wait processes the part of a wait that lies in one page.
func (w *edgeMerger) wait(m *ownerjoin.Page, wait *ownerjoin.Wait) {
	start, end := max(wait.Start, w.knownSince), min(wait.End, w.to)
	continues := wait.Open && !m.Cut && m.End < w.to
	if wait.State != tracefeed.Blocking {
		if !continues && start < end {
			if other, evidence := waker(w.tl, wait, end); other != tracefeed.NoThread {
				w.f(Edge{Kind: Signal, Evidence: evidence, Blocked: wait.Thread, Blocker: other, Monitor: wait.Monitor,
					Start: start, End: end, Sharers: 1})
			}
		}
		return
	}
	o := &w.open[wait.Thread]
	if start = max(start, m.Start); start < end {
		first, last := overlap(m, wait, start, end)
		for i := first; i <= last; i++ {
			v := &m.Intervals[i]
			e := Edge{Blocked: wait.Thread, Monitor: wait.Monitor, Sharers: 1, Evidence: Observed,
				Start: max(v.Start, start), End: min(m.Intervals[i+1].Start, end)}
			one := [1]tracefeed.ThreadID{v.Owner}
			switch {
			case v.Owners != ownerjoin.NoSet:
				w.extend(o, m.Owners(v.Owners, &w.buffer), e)
				continue
			case v.Owner == tracefeed.NoThread:
				e.Evidence = NoEvidence
			}
			w.extend(o, one[:], e)
		}
	}
	if !continues {
		other := tracefeed.NoThread
		for _, e := range o.edges {
			if e.Blocker == tracefeed.NoThread {
				other, _ = waker(w.tl, wait, end)
				break
			}
		}
		w.emit(o, other)
	}
}

// extend prolongs the edges of a wait by an ownership interval of its monitor. e has
// the fields common to the edges of all owners; a free monitor is owned by NoThread.
func (w *edgeMerger) extend(o *openEdges, owners []tracefeed.ThreadID, e Edge) {
	next, before := w.next[:0], o.last
	if w.apart {
		e.Sharers = int32(len(owners))
		if !o.ownedBy(owners) {
			before = nil
		}
	}
	for i, owner := range owners {
		if e.Blocker = owner; w.apart {
			e.Rank = int32(i)
		}
		for len(before) > 0 && o.edges[before[0]].Blocker < e.Blocker {
			before = before[1:]
		}
		if len(before) > 0 && o.edges[before[0]].Blocker == e.Blocker {
			next = append(next, before[0])
			o.edges[before[0]].End = e.End
			continue
		}
		next = append(next, int32(len(o.edges)))
		o.edges = append(o.edges, e)
	}
	w.next, o.last = o.last, next
}

// ownedBy reports whether the edges that last up to now are those of some owners.
func (o *openEdges) ownedBy(owners []tracefeed.ThreadID) bool {
	return slices.EqualFunc(o.last, owners, func(i int32, t tracefeed.ThreadID) bool { return o.edges[i].Blocker == t })
}

// emit passes on the edges of a wait that has ended. Time during which the monitor
// was free is charged to other, the thread that ended the wait.
func (w *edgeMerger) emit(o *openEdges, other tracefeed.ThreadID) {
	for _, e := range o.edges {
		if e.Blocker == tracefeed.NoThread && other != tracefeed.NoThread {
			e.Blocker, e.Evidence = other, Inferred
		}
		w.f(e)
	}
	o.edges, o.last = o.edges[:0], o.last[:0]
}
