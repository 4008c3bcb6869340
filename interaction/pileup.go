package interaction

import (
	"fmt"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// longWaits returns a note for each monitor that threads have waited for throughout
// the last part of the trace (limits.long), without the lost waits.
func (g *waitGraph) longWaits(open []openWait) []Finding {
	var waits []openWait
	for _, w := range open {
		if w.span.State == timeline.Blocking && g.tl.End-w.since >= max(1, g.tl.End/limits.long) && !g.nodes[g.threads[w.thread]].lost {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range byMonitor(waits) {
		m := q[0].span.Monitor
		f := q.finding(g.tl, LongWait, Note, NoEvidence)
		f.Text = q.text(g.tl)
		if owners := g.tl.Owners(m, g.tl.End); len(owners) > 0 {
			f.Evidence = Observed
			s, _ := g.tl.Lane(owners[0]).At(g.tl.End)
			f.Text += fmt.Sprintf(" Its owner %s %s since %v and may still let go.", threadName(g.tl, owners[0]), activity(s.State), s.Start)
		}
		found = append(found, f)
	}
	return found
}

// pileUps returns a note for each place at which threads pile up: threads started
// one after the other over a large part of the trace, each of which waits there for
// the first time, to the end. Such threads can be a leak, or subscribers of a quiet
// topic: the only evidence is their number.
func pileUps(tl *timeline.Timeline, open []openWait) []Finding {
	var waits []openWait
	for _, w := range open {
		if w.span.State == timeline.Suspended && !w.span.Forever && w.span.Stack != tracefeed.NoStack {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range bySite(tl, waits) {
		if len(q) < limits.pile {
			continue
		}
		q = slices.DeleteFunc(q, func(w openWait) bool { return !firstWait(tl, w) })
		if len(q) < limits.pile {
			continue
		}
		var born []tracefeed.Time
		for _, w := range q {
			b, _ := tl.Lane(w.thread).Life()
			born = append(born, b)
		}
		slices.Sort(born)
		n := len(born)
		// Threads started mostly in one burst are a pool, as are those started at
		// the beginning.
		if spread := tl.End / limits.pileSpread; born[n-1]-born[0] < spread || born[n*3/4]-born[n/4] < spread/4 {
			continue
		}
		f := q.finding(tl, PileUp, Note, Statistical)
		f.Text = fmt.Sprintf("%s They were started one after the other, %.2g a second, and none has gone on from there yet: they pile up.",
			q.text(tl), float64(n)/(float64(born[n-1]-born[0])/float64(tracefeed.Second)))
		found = append(found, f)
	}
	return found
}

// firstWait reports whether a thread waits at the place of its open wait for the
// first time.
func firstWait(tl *timeline.Timeline, w openWait) bool {
	first := true
	lane := tl.Lane(w.thread)
	born, _ := lane.Life()
	lane.Spans(born, w.since, func(s *timeline.Span, _ tracefeed.Time) bool {
		first = s.Start >= w.since || s.State != w.span.State || s.Stack != w.span.Stack
		return first
	})
	return first
}
