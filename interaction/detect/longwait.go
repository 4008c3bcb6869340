package detect

import (
	"tiv/interaction"
	"tiv/tracefeed"
)

// LongWait is the kind of finding for long waits for a monitor.
const LongWait = "long-wait"

// longWaitDetector finds, for each monitor, the threads that have waited for it
// throughout the last part of the trace (Limits.Long), without the lost waits.
func longWaitDetector(l Limits) Detector {
	return Detector{
		Kind: LongWait, Severity: Note,
		Help:  "threads that wait long for a monitor whose owner may still let go",
		begin: func(s *subject) search { return search{findings: func() []Finding { return s.longWaits(l) }} },
	}
}

func (s *subject) longWaits(l Limits) []Finding {
	var waits []openWait
	for _, w := range s.open {
		long := s.tl.End-w.since >= max(1, s.tl.End/l.Long)
		if w.span.State == tracefeed.Blocking && long && !s.graph.nodes[s.graph.threads[w.thread]].lost {
			waits = append(waits, w)
		}
	}
	var found []Finding
	for _, q := range byMonitor(waits) {
		f := q.finding(s.tl, interaction.NoEvidence, Lasting)
		if owners := s.tl.Owners(q[0].span.Monitor, s.tl.End); len(owners) > 0 {
			f.Evidence, f.Root = interaction.Observed, rootAtEnd(s.tl, owners[0])
		}
		found = append(found, f)
	}
	return found
}
