package interaction

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// EachWholeOf is EachWholeEdge for all threads of which of is true. It calls f
// when waits end: in order of time for each thread, but not for all of them. It
// costs much less than looking at one thread after the other. Once ctx is done,
// it returns early. It tells how much of the time is done, from 0 to 1.
func EachWholeOf(ctx context.Context, tl *timeline.Timeline, of []bool, from, to tracefeed.Time, tell func(float64), f func(Edge)) {
	w := newWholes(tl, from, to, f)
	tl.EachMatch(ctx, w.from, w.to, func(m *timeline.Matches) {
		w.page(m, func(wait *timeline.Wait) bool { return of[wait.Thread] })
		tell(w.share(m))
	})
}

func newWholes(tl *timeline.Timeline, from, to tracefeed.Time, f func(Edge)) *wholes {
	from, to = max(from, 0), min(to, tl.End)
	return &wholes{tl: tl, from: from, to: to, floor: from, f: f, open: make([]wholeWait, len(tl.Threads))}
}

// page takes a page, of which only some waits are wanted.
func (w *wholes) page(m *timeline.Matches, wanted func(*timeline.Wait) bool) {
	if m.Restart {
		w.restart(max(w.from, m.Start))
	}
	for i := range m.Waits {
		if wait := &m.Waits[i]; wanted(wait) {
			w.wait(m, wait)
		}
	}
}

// share returns how much of the time has passed when a page ends.
func (w *wholes) share(m *timeline.Matches) float64 {
	return float64(min(m.End, w.to)-w.from) / float64(w.to-w.from)
}

// wholes joins the stretches of waits.
type wholes struct {
	tl              *timeline.Timeline
	from, to, floor tracefeed.Time
	f               func(Edge)
	open            []wholeWait // by thread
	next            []int32     // scratch, and so is sharing
	sharing         timeline.SharingBuffer
}

// wholeWait is a wait as far as it is known: its edges, and which of them last
// until then, sorted by blocker. Those while nobody holds the monitor have no
// blocker yet.
type wholeWait struct {
	edges []Edge
	last  []int32
}

// restart ends all waits: what was before is not known to go on.
func (w *wholes) restart(at tracefeed.Time) {
	for t := range w.open {
		w.end(&w.open[t], tracefeed.NoThread)
	}
	w.floor = at
}

// wait takes what a page tells of a wait.
func (w *wholes) wait(m *timeline.Matches, wait *timeline.Wait) {
	start, end := max(wait.Start, w.floor), min(wait.End, w.to)
	goesOn := wait.Open && !m.Cut && m.End < w.to
	if wait.State == timeline.Suspended {
		if other := tracefeed.NoThread; !goesOn && start < end {
			if other = whoEnded(w.tl, wait, end); other != tracefeed.NoThread {
				w.f(Edge{Kind: Signal, Evidence: Inferred, Blocked: wait.Thread, Blocker: other, Start: start, End: end, Sharers: 1})
			}
		}
		return
	}
	o := &w.open[wait.Thread]
	if start = max(start, m.Start); start < end {
		first, last := within(m, wait, start, end)
		for i := first; i <= last; i++ {
			s := &m.Stretches[i]
			e := Edge{Blocked: wait.Thread, Monitor: wait.Monitor, Sharers: 1,
				Start: max(s.Start, start), End: min(m.Stretches[i+1].Start, end)}
			w.stretch(o, m, s, e)
		}
	}
	if !goesOn {
		other := tracefeed.NoThread
		for _, e := range o.edges {
			if e.Blocker == tracefeed.NoThread {
				other = whoEnded(w.tl, wait, end)
				break
			}
		}
		w.end(o, other)
	}
}

// stretch goes on with the edges of a wait in a stretch of its monitor. What e
// says is the same for all holders.
func (w *wholes) stretch(o *wholeWait, m *timeline.Matches, s *timeline.Stretch, e Edge) {
	one := [1]tracefeed.ThreadID{s.Holder}
	holders := one[:]
	if s.Holders > 1 {
		holders = m.Sharing(s, &w.sharing)
	}
	if e.Evidence = Observed; s.Holders == 0 {
		e.Evidence, one[0] = NoEvidence, tracefeed.NoThread
	}
	next, before := w.next[:0], o.last
	for _, e.Blocker = range holders {
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

// end tells of the edges of a wait. What nobody held is charged to who ended it.
func (w *wholes) end(o *wholeWait, other tracefeed.ThreadID) {
	for _, e := range o.edges {
		if e.Blocker == tracefeed.NoThread && other != tracefeed.NoThread {
			e.Blocker, e.Evidence = other, Inferred
		}
		w.f(e)
	}
	o.edges, o.last = o.edges[:0], o.last[:0]
}
