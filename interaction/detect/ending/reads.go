package ending

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// readRings returns the rings of threads at the end of the trace in which at least one waits to
// read what the next is expected to put into a stream, in the order in which they closed. The
// others wait so, too, or for a lock that the next one owns alone. Nothing is on its way in those
// streams. That the next thread puts it is inferred: it is the only one that did before, or has
// taken the request. The ring must have been closed for some time (Limits.Settled).
//
// Each thread leads to at most one other, so the cost is linear in threads. Of a trace without
// streams no thread is read.
func readRings(e *Ending) (found []Deadlock) {
	if !e.tl.Streams {
		return nil
	}
	next := leadsOf(e)
	order := make([]int32, len(next)) // the search that came to a thread first
	for start := range next {
		t, search := tracefeed.ThreadID(start), int32(start)+1
		for next[t] != nil && order[t] == 0 {
			order[t] = search
			t = next[t].to
		}
		if next[t] == nil || order[t] != search {
			continue
		}
		if d, ok := ringFrom(next, t); ok && e.tl.End-d.Start >= e.Settled {
			found = append(found, d)
		}
	}
	slices.SortFunc(found, func(a, b Deadlock) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Waits[0].Thread, b.Waits[0].Thread))
	})
	return found
}

// lead is a wait at the end of the trace for one other thread.
type lead struct {
	Wait
	to tracefeed.ThreadID
}

// leadsOf returns, by thread, the wait at the end of the trace to read a stream, or for a lock with
// one owner; nil for none.
func leadsOf(e *Ending) []*lead {
	next := make([]*lead, len(e.tl.Threads))
	for id := range next {
		if w, ok := lastRead(e.tl, tracefeed.ThreadID(id)); ok {
			next[id] = &lead{w, w.Span.Other}
		}
	}
	for _, w := range e.Open {
		if w.Span.State != tracefeed.Blocking || e.tl.HandedOver(w.Span.Monitor) {
			continue
		}
		if owners := e.tl.Owners(w.Span.Monitor, e.tl.End); len(owners) == 1 {
			next[w.Thread] = &lead{w, owners[0]}
		}
	}
	return next
}

// lastRead returns the wait of a thread to read what another one is expected to put, to the end of
// the trace or of its process.
func lastRead(tl *timeline.Timeline, t tracefeed.ThreadID) (w Wait, ok bool) {
	if t == tracefeed.NoThread || tl.Threads[t].System {
		return w, false
	}
	span, until := LastKnown(tl, t)
	if span.State == tracefeed.NotAlive && span.Start > 0 && endedWaiting(tl, t, span.Start) {
		until = span.Start
		span, _ = tl.Lane(t).At(until - 1)
	}
	return Wait{t, span, span.Start, until}, span.State == tracefeed.IO && span.Signalled() && !span.Shared
}

// ringFrom returns the ring that begins at a thread of it, from the first of its threads on; ok is
// false if none of them waits to read.
func ringFrom(next []*lead, t tracefeed.ThreadID) (d Deadlock, reads bool) {
	first := t
	for at := next[t].to; at != t; at = next[at].to {
		first = min(first, at)
	}
	d.Evidence = interaction.Inferred
	for at := first; len(d.Waits) == 0 || at != first; at = next[at].to {
		w := &next[at].Wait
		d.Waits = append(d.Waits, w)
		d.Start = max(d.Start, w.Since)
		reads = reads || w.Span.State == tracefeed.IO
	}
	return d, reads
}
