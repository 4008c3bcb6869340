package detect

// Leak is the kind of finding for several threads with the same endless wait.
const Leak = "leak"

func leakDetector(l Limits) Detector {
	return Detector{
		Kind: Leak, Severity: Warning,
		Help: "threads that pile up in waits that nothing can end any more",
		find: func(s *searched) []Finding {
			return s.rings.endlessFindings(func(threads int) bool { return float64(threads) >= l.Leak })
		},
	}
}
