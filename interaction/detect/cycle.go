package detect

import "tiv/interaction"

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
