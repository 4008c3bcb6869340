package detect

import (
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
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
		find: func(s *searched) []Finding { return s.pileUps(l) },
	}
}

func (s *searched) pileUps(l Limits) []Finding {
	var waits []ending.Wait
	for _, w := range s.rings.Open {
		if w.Span.State == tracefeed.Suspended && !w.Span.Forever && w.Span.Stack != tracefeed.NoStack && !s.hangs.in[w.Thread] {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range ending.BySite(s.tl, waits) {
		if float64(len(q)) < l.pile {
			continue
		}
		q = slices.DeleteFunc(q, func(w ending.Wait) bool { return !ending.FirstWait(s.tl, w) })
		if float64(len(q)) < l.pile {
			continue
		}
		born := births(s.tl, q)
		n := len(born)
		// Threads started mostly in one burst are a pool, as are those started at
		// the beginning.
		if spread := s.tl.End / l.pileSpread; born[n-1]-born[0] < spread || born[n*3/4]-born[n/4] < spread/4 {
			continue
		}
		f := waitFinding(s.tl, q, interaction.Statistical)
		f.Lost = 0 // they may have nothing to do
		f.Facts = &PiledUp{waitingOf(s.tl, q), float64(n) / (float64(born[n-1]-born[0]) / float64(tracefeed.Second))}
		found = append(found, f)
	}
	return found
}

// births returns when the threads were started, in order of time.
func births(tl *timeline.Timeline, q ending.Queue) []tracefeed.Time {
	var born []tracefeed.Time
	for _, w := range q {
		b, _ := tl.Lane(w.Thread).Life()
		born = append(born, b)
	}
	slices.Sort(born)
	return born
}

// PiledUp is the facts of threads that were started one after the other.
type PiledUp struct {
	Waiting Waiting
	// Rate is the number of threads started in a second.
	Rate float64
}

func (p *PiledUp) waiting() *Waiting { return &p.Waiting }

func (p *PiledUp) reason() string { return "piled-up" }

func (p *PiledUp) fits(_ *Finding, in extent) bool { return p.Waiting.fits(in) }

func (p *PiledUp) text(f *Finding, w wording) string {
	return p.Waiting.text(f, w) +
		fmt.Sprintf(" They were started one after the other, %.2g a second, and none has gone on from there yet: they pile up.", p.Rate)
}
