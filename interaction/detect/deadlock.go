package detect

import (
	"tiv/interaction"
	"tiv/interaction/detect/ending"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Deadlock is the kind of finding for threads that wait for each other in a ring.
const Deadlock = "deadlock"

func deadlockDetector() Detector {
	return Detector{
		Kind: Deadlock, Severity: Error,
		Help: "threads that wait for each other in a ring, to the end of the trace",
		find: func(s *searched) (found []Finding) {
			for i := range s.rings.Dead {
				found = append(found, s.rings.deadlockFinding(&s.rings.Dead[i]))
			}
			for i := range s.rings.Reads {
				f := s.rings.deadlockFinding(&s.rings.Reads[i])
				f.Facts = &Ring{Reads: readersOf(s.tl, f.Threads)}
				found = append(found, f)
			}
			return found
		},
	}
}

// Cycle is the kind of finding for a ring of waits that opened again, or may open.
const Cycle = "cycle"

func cycleDetector() Detector {
	return Detector{
		Kind: Cycle, Severity: Note,
		Help: "threads that waited for each other in a ring that opened again, or may",
		find: func(s *searched) (found []Finding) {
			for _, o := range s.opened.All() {
				found = append(found, Finding{Start: o.Start, End: o.End, Threads: o.Threads, Monitors: o.Monitors,
					Evidence: interaction.Observed, Facts: &Opened{o.Count()}})
			}
			for i := range s.rings.Undecided {
				found = append(found, s.rings.deadlockFinding(&s.rings.Undecided[i]))
			}
			return found
		},
	}
}

// readersOf returns, for each thread of a ring, whether it waits to read what the next should put.
func readersOf(tl *timeline.Timeline, ring []tracefeed.ThreadID) (list []bool) {
	for _, t := range ring {
		span, _ := ending.LastKnown(tl, t)
		list = append(list, span.State != tracefeed.Blocking)
	}
	return list
}

// deadlockFinding describes a cycle at the end of the trace.
func (s *rings) deadlockFinding(d *ending.Deadlock) Finding {
	f := Finding{Start: d.Start, Evidence: d.Evidence, Facts: &Ring{MayOpen: d.MayOpen, Releasable: d.Releasable}, Monitors: d.Monitors()}
	for _, w := range d.Waits {
		f.Threads = append(f.Threads, w.Thread)
		f.Lost += w.Lost(s.tl)
		f.End = max(f.End, w.Until)
	}
	f.Sites = waitSites(s.tl, f.Threads)
	return f
}
