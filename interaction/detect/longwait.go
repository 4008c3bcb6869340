package detect

import (
	"tiv/interaction"
	"tiv/tracefeed"
)

// LongWait is the kind of finding for long waits for a monitor.
const LongWait = "long-wait"

// longWaitDetector finds the threads that have waited for a monitor
// throughout the last part of the trace (Limits.Long), without the lost waits and those
// in cycles. Waits with the
// same thread at the end of their chain of owners are one finding. So are the waits of a
// program all of whose threads wait, if something else may end them (Still).
func longWaitDetector(l Limits) Detector {
	return Detector{
		Kind: LongWait, Severity: Note,
		Help: "threads that wait long for a lock whose holder may still let go, or idle together",
		find: func(s *searched) []Finding { return append(s.rings.longWaits(l, s.hangs.in), s.idleTogether(l)...) },
	}
}

func (s *rings) longWaits(l Limits, hung map[tracefeed.ThreadID]bool) []Finding {
	var waits []openWait
	for _, w := range s.open {
		long := w.until-w.since >= l.longFor(s.tl.End)
		lost := s.graph.nodes[s.graph.threads[w.thread]].lost
		if w.span.State == tracefeed.Blocking && long && !lost && !s.inUndecided(w.thread) && !hung[w.thread] {
			waits = append(waits, w)
		}
	}
	var found []Finding
	causes := map[tracefeed.MonitorID]culprit{}
	cause := func(w openWait) culprit {
		c, known := causes[w.span.Monitor]
		if !known {
			c = s.culprit(w.span.Monitor)
			causes[w.span.Monitor] = c
		}
		return c
	}
	for _, q := range groupBy(waits, cause) {
		f := q.finding(s.tl, interaction.NoEvidence)
		f.Facts = &Lasting{q.waiting(s.tl)}
		if root := cause(q[0]).thread; root != tracefeed.NoThread {
			f.Evidence, f.Root = interaction.Observed, s.rootOf(q, root)
		}
		found = append(found, f)
	}
	return found
}

// inUndecided reports whether a thread is in a cycle that another thread may open.
func (s *rings) inUndecided(t tracefeed.ThreadID) bool {
	n := s.graph.threads[t]
	return n != noNode && s.graph.nodes[n].undecided
}

// culprit is the cause of a wait: the thread at the end of the chain of owners, or, without
// an owner, the monitor.
type culprit struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID
}

// culprit returns the cause of waits for a monitor. Of several owners it follows the
// first.
func (s *rings) culprit(m tracefeed.MonitorID) (c culprit) {
	const longest = 1000
	for steps := 0; steps < longest; steps++ {
		owners := s.tl.Owners(m, s.tl.End)
		if len(owners) == 0 {
			if c.thread == tracefeed.NoThread {
				c.monitor = m
			}
			break
		}
		c.thread = owners[0]
		next, _ := lastKnown(s.tl, c.thread)
		if next.State != tracefeed.Blocking || s.inUndecided(c.thread) {
			break
		}
		m = next.Monitor
	}
	return c
}

// Lasting is the facts of waits that are long.
type Lasting struct{ Waiting Waiting }

func (l *Lasting) reason() string { return "lasting" }

func (l *Lasting) fits(_ *Finding, in extent) bool { return l.Waiting.fits(in) }

func (l *Lasting) text(f *Finding, w wording) string {
	if f.Root != nil {
		return l.Waiting.behind(f, w, false)
	}
	return l.Waiting.text(f, w) + " The holder is unknown."
}
