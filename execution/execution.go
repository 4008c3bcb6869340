package execution

import (
	"context"
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Query selects a part of a trace.
type Query struct {
	// Of says, by thread, whether a thread is included. Of[NoThread] is about
	// events without a thread. Threads beyond its length are not included.
	Of []bool
	// From and To bound the time. From is inclusive, To exclusive, but a To at the
	// end of the trace includes its last instant.
	From, To tracefeed.Time
	// Sets are parts of the time of threads. NewTree and Objects say how much of their times
	// is in each.
	Sets []Set
	// Within is the only part of the time of threads that counts there and in EachTreeCall; nil
	// for all. A call counts if some of it is in that part, or, without a length, its moment.
	Within Set
	// pages are shared with queries for other threads that run at the same time. nil: none do.
	pages *timeline.SharedPages
}

// All returns the query of all threads in the whole trace.
func All(tl *timeline.Timeline) Query {
	q := Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for t := range q.Of {
		q.Of[t] = tracefeed.ThreadID(t) != tracefeed.NoThread
	}
	return q
}

// eachPage calls f for each page of the interval.
func (q *Query) eachPage(ctx context.Context, tl *timeline.Timeline, f func(*timeline.Page)) {
	if q.pages != nil {
		q.pages.EachPage(ctx, q.From, q.To, f)
	} else {
		tl.EachPage(ctx, q.From, q.To, f)
	}
}

// includes reports whether a thread is included.
func (q *Query) includes(t tracefeed.ThreadID) bool { return int(t) < len(q.Of) && q.Of[t] }

// contains reports whether an instant is in the interval.
func (q *Query) contains(tl *timeline.Timeline, t tracefeed.Time) bool {
	return t >= q.From && (t < q.To || t == tl.End && q.To >= tl.End)
}

// overlaps reports whether an interval overlaps that of the query. One of no length
// overlaps it if it is in it.
func (q *Query) overlaps(tl *timeline.Timeline, start, end tracefeed.Time) bool {
	return q.contains(tl, start) || start < q.From && end > q.From && q.To > q.From
}

// hasKind reports whether a page may have events of one of the kinds.
func hasKind(p *timeline.Page, kinds ...tracefeed.Kind) bool {
	return slices.ContainsFunc(p.Table, func(c block.Code) bool { return slices.Contains(kinds, c.Kind) })
}

// eachEvent calls f for each event of group g of a page, with the state of its
// thread after it. Those that contradict the trace are left out.
func eachEvent(p *timeline.Page, g int, f func(*tracefeed.Event, tracefeed.State)) {
	var ev tracefeed.Event
	for events := p.Events(g); ; {
		state, ok := events.Next(&ev)
		if !ok {
			return
		}
		if !timeline.Contradicts(&ev, state) {
			f(&ev, state)
		}
	}
}
