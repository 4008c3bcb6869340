package detect

import (
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// PileUp is the kind of finding for a growing number of threads at one place.
const PileUp = "pile-up"

// pileUpDetector finds the places at which threads pile up: threads started one
// after the other over a large part of the trace, each of which waits there for the
// first time, to the end. Such threads can be a leak, or subscribers of a quiet
// topic: the only evidence is their number.
func pileUpDetector(l Limits) Detector {
	return Detector{
		Kind: PileUp, Severity: Note,
		Help: "threads started one after the other that all wait at one place",
		find: func(s *searched) []Finding { return s.rings.pileUps(l, s.hangs.in) },
	}
}

func (s *rings) pileUps(l Limits, hung map[tracefeed.ThreadID]bool) []Finding {
	var waits []openWait
	for _, w := range s.open {
		if w.span.State == tracefeed.Suspended && !w.span.Forever && w.span.Stack != tracefeed.NoStack && !hung[w.thread] {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range bySite(s.tl, waits) {
		if float64(len(q)) < l.Pile {
			continue
		}
		q = slices.DeleteFunc(q, func(w openWait) bool { return !firstWait(s.tl, w) })
		if float64(len(q)) < l.Pile {
			continue
		}
		born := q.births(s.tl)
		n := len(born)
		// Threads started mostly in one burst are a pool, as are those started at
		// the beginning.
		if spread := s.tl.End / l.PileSpread; born[n-1]-born[0] < spread || born[n*3/4]-born[n/4] < spread/4 {
			continue
		}
		f := q.finding(s.tl, interaction.Statistical)
		f.Lost = 0 // they may have nothing to do
		f.Facts = &PiledUp{q.waiting(s.tl), float64(n) / (float64(born[n-1]-born[0]) / float64(tracefeed.Second))}
		found = append(found, f)
	}
	return found
}

// births returns when the threads were started, in order of time.
func (q queue) births(tl *timeline.Timeline) []tracefeed.Time {
	var born []tracefeed.Time
	for _, w := range q {
		b, _ := tl.Lane(w.thread).Life()
		born = append(born, b)
	}
	slices.Sort(born)
	return born
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

// PiledUp is the facts of threads that were started one after the other.
type PiledUp struct {
	Waiting Waiting
	// Rate is the number of threads started in a second.
	Rate float64
}

func (p *PiledUp) reason() string { return "piled-up" }

func (p *PiledUp) fits(_ *Finding, in extent) bool { return p.Waiting.fits(in) }

func (p *PiledUp) text(f *Finding, w wording) string {
	return p.Waiting.text(f, w) +
		fmt.Sprintf(" They were started one after the other, %.2g a second, and none has gone on from there yet: they pile up.", p.Rate)
}
