package detect

import "tiv/interaction/detect/ending"

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
			return found
		},
	}
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
