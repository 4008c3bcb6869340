package detect

import (
	"fmt"
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/tracefeed"
)

// allStill returns a finding if no thread of the trace is left that could end the open waits.
// It is of the highest severity if the recorder states that nothing else can end them,
// else a note.
func (s *rings) allStill() (f Finding, ok bool) {
	if len(s.Open) == 0 || s.tl.Header.OfDump() { // of a dump's moment, nothing is known to last
		return f, false
	}
	since, left := tracefeed.Time(0), s.Open
	for id := 1; id < len(s.tl.Threads); id++ {
		if s.tl.Threads[id].System {
			continue
		}
		span, _ := s.tl.Lane(tracefeed.ThreadID(id)).At(s.tl.End)
		switch {
		case len(left) > 0 && int(left[0].Thread) == id:
			left = left[1:]
		case span.State != tracefeed.NotAlive:
			return f, false
		}
		since = max(since, span.Start)
	}
	if s.tl.End-since < s.Settled || slices.ContainsFunc(s.Open, func(w ending.Wait) bool { return ending.IsFree(s.tl, w) }) {
		return f, false
	}
	q := ending.Queue(s.Open).Sorted()
	enders, until, known := s.tl.Header.Outside.Enders()
	f = waitFinding(s.tl, q, interaction.Inferred)
	f.Start, f.Facts = since, &Still{waitingOf(s.tl, q), enders}
	if known && until >= since && len(enders) == 0 {
		f.Severity = Error
	}
	return f, true
}

// stuckTogether returns the finding of a program that nothing can continue.
func (s *rings) stuckTogether() []Finding {
	if f, ok := s.allStill(); ok && f.Severity == Error {
		return []Finding{f}
	}
	return nil
}

// idleTogether returns the finding of a program all of whose threads have long waited, and which
// something besides them may continue. Programs that are in another finding have none.
func (s *searched) idleTogether(l Limits) []Finding {
	f, ok := s.rings.allStill()
	if !ok || f.Severity == Error || s.lost() || len(s.hangs.found) > 0 || s.tl.End-f.Start < l.longFor(s.tl.End) {
		return nil
	}
	return []Finding{f}
}

// Still is the facts of a program in which nothing runs.
type Still struct {
	Waiting Waiting
	// Enders names the things besides threads of the trace that can end the waits, as far
	// as they are known.
	Enders []string `json:",omitempty"`
}

func (x *Still) waiting() *Waiting { return &x.Waiting }

func (x *Still) reason() string { return "still" }

func (x *Still) fits(_ *Finding, in extent) bool { return x.Waiting.fits(in) }

// text states why nothing in the program ends the waits, and what else may.
func (x *Still) text(f *Finding, w wording) string {
	text := x.Waiting.text(f, w) + fmt.Sprintf(" Since %v nothing in the program runs, sleeps or waits for a device", f.Start)
	switch n := len(x.Enders); {
	case f.Severity == Error:
		return text + ", and the recorder found nothing outside of these threads that could end the waits."
	case n == 0:
		return text + ". The trace does not say what else can end the waits, such as a signal, a timer or another process."
	case n == 1:
		return text + ". The waits can still be ended by " + x.Enders[0] + "."
	default:
		return text + ". The waits can still be ended by " + strings.Join(x.Enders[:n-1], ", ") + " or " + x.Enders[n-1] + "."
	}
}

func (x *Still) advice(f *Finding) string {
	if !f.Severity.Accuses() {
		return "Nothing, if the program is to wait here. Else look for the code that was to end these waits."
	}
	return "Look for the code that was to end these waits, and why no thread runs it."
}
