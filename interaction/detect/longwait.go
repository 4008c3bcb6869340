package detect

import (
	"fmt"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/tracefeed"
)

// LongWait is the kind of finding for long waits for a monitor.
const LongWait = "long-wait"

// longWaitDetector finds the threads that have waited for a monitor
// throughout the last part of the trace (Limits.long), without the lost waits and those
// in cycles. Waits with the
// same thread at the end of their chain of owners are one finding. So are the waits of a
// program all of whose threads wait, if something else may end them (Still).
func longWaitDetector(l Limits) Detector {
	return Detector{
		Kind: LongWait, Severity: Note,
		Help: "threads that wait long for a lock whose holder may still let go, or idle together",
		find: func(s *searched) []Finding { return append(s.longWaits(l), s.idleTogether(l)...) },
	}
}

func (s *searched) longWaits(l Limits) []Finding {
	var waits []ending.Wait
	for _, w := range s.rings.Open {
		long := w.Until-w.Since >= l.longFor(s.tl.End)
		if w.Span.State == tracefeed.Blocking && long && s.rings.MayEnd(w.Thread) && !s.hangs.in[w.Thread] {
			waits = append(waits, w)
		}
	}
	var found []Finding
	causes := map[tracefeed.MonitorID]ending.Culprit{}
	cause := func(w ending.Wait) ending.Culprit {
		c, known := causes[w.Span.Monitor]
		if !known {
			c = s.rings.Culprit(w.Span.Monitor)
			causes[w.Span.Monitor] = c
		}
		return c
	}
	for _, q := range ending.GroupBy(waits, cause) {
		f := waitFinding(s.tl, q, interaction.NoEvidence)
		f.Facts = &Lasting{waitingOf(s.tl, q)}
		if root := cause(q[0]).Thread; root != tracefeed.NoThread {
			f.Evidence, f.Root = interaction.Observed, s.rootOf(q, root)
		}
		found = append(found, f)
	}
	return found
}

// Lasting is the facts of waits that are long.
type Lasting struct{ Waiting Waiting }

func (l *Lasting) waiting() *Waiting { return &l.Waiting }

func (l *Lasting) reason() string { return "lasting" }

func (l *Lasting) fits(_ *Finding, in extent) bool { return l.Waiting.fits(in) }

func (l *Lasting) text(f *Finding, w wording) string {
	if f.Root != nil {
		return l.Waiting.behind(f, w, false)
	}
	text := l.Waiting.text(f, w)
	if l.Waiting.Roots > 1 {
		return text + fmt.Sprintf(" The holders of these %d locks are unknown.", l.Waiting.Roots)
	}
	return text + " The holder is unknown."
}

func (l *Lasting) cause(f *Finding, c *causes) string {
	if f.Root == nil {
		return c.at(f, &l.Waiting)
	}
	return c.behind(f)
}

func (l *Lasting) join(f *Finding, later []Finding) {
	f.Facts = &Lasting{l.Waiting.join(f, later, func(x Facts) *Waiting { return &x.(*Lasting).Waiting })}
}
