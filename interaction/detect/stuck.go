package detect

import (
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/tracefeed"
)

// Stuck is the kind of finding for threads that wait for an event that can no
// longer happen.
const Stuck = "stuck"

// stuckDetector finds the threads that wait at the end of the trace for an event
// that can no longer happen, except those in deadlocks. That a wait is long, or
// that others were shorter, is no reason: the same line of code serves busy and
// quiet queues. The reasons are:
//
//   - Endless: the trace declares the wait endless, because no running thread can
//     reach its object (proven by the runtime), or because it has none (a nil
//     channel);
//   - Behind: all owners that it needs are deadlocked, gone or stuck;
//   - Abandoned: all threads that ever ended a wait for the same monitor have ended,
//     one of them during this wait;
//   - Still: nothing in the program runs, sleeps or waits for a device, and the recorder
//     states that nothing else can end the waits, such as a timer or a signal.
//
// If the reason is the end of another thread, the program must have had time to
// react (Limits.settled).
func stuckDetector(l Limits) Detector {
	return Detector{
		Kind: Stuck, Severity: Warning,
		Help: "threads whose waits nothing can end any more",
		find: func(s *searched) []Finding {
			if !s.lost() {
				return s.rings.stuckTogether()
			}
			return append(s.rings.endlessFindings(func(threads int) bool { return float64(threads) < l.leak }), s.stuck...)
		},
	}
}

// Leak is the kind of finding for several threads with the same endless wait.
const Leak = "leak"

func leakDetector(l Limits) Detector {
	return Detector{
		Kind: Leak, Severity: Warning,
		Help: "threads that pile up in waits that nothing can end any more",
		find: func(s *searched) []Finding {
			return s.rings.endlessFindings(func(threads int) bool { return float64(threads) >= l.leak })
		},
	}
}

// endlessFindings returns a finding for each place at which a wanted number of
// threads waits without end.
func (s *rings) endlessFindings(wanted func(threads int) bool) []Finding {
	var found []Finding
	for _, q := range s.Endless {
		if wanted(len(q)) {
			f, facts := waitFinding(s.tl, q, interaction.Proven), &Endless{waitingOf(s.tl, q)}
			facts.Waiting.Told, facts.Waiting.Answered = s.ToldBefore(q[0]), ending.AnsweredBefore(s.tl, q[0])
			f.Facts = facts
			found = append(found, f)
		}
	}
	return found
}

// behind returns a finding for each deadlock, ended owner or endless wait with
// threads waiting behind it.
func (s *rings) behind() (found []Finding) {
	for _, b := range s.Behind() {
		f := waitFinding(s.tl, b.Waits, b.Evidence)
		f.Facts = &Behind{waitingOf(s.tl, b.Waits)}
		f.Root = s.rootOf(b.Waits, b.Root)
		f.Root.Deadlocked = b.Deadlocked
		found = append(found, f)
	}
	return found
}

// abandoned returns a finding for each monitor without an owner if all its wakers
// have ended; their waits must be at least Limits.wakers.
func (s *rings) abandoned(e *ending.Wakers) (found []Finding) {
	for _, q := range s.Abandoned(e) {
		f := waitFinding(s.tl, q, interaction.Inferred)
		f.Facts = &Abandoned{waitingOf(s.tl, q), e.Count(q[0].Span.Monitor)}
		found = append(found, f)
	}
	return found
}

// rootOf returns a thread that some waits are for, with its state at the end of the trace.
func (s *trace) rootOf(q ending.Queue, t tracefeed.ThreadID) *Root {
	end := s.parts.Of(s.tl, t)
	span, _ := s.tl.Lane(t).At(end)
	if span.State == tracefeed.Unknown && end < s.tl.End {
		span, _ = s.tl.Lane(t).At(end - 1)
	}
	r := &Root{Thread: t, State: span.State, Since: span.Start}
	r.Site, _ = siteOf(s.tl, span.Stack)
	m := q[0].Span.Monitor
	other := slices.ContainsFunc(q, func(w ending.Wait) bool { return w.Span.Monitor != m })
	if !other && slices.Contains(s.tl.Owners(m, s.tl.End), t) {
		r.Holds = m
	}
	return r
}
