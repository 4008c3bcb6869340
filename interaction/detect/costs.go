package detect

import (
	"tiv/interaction/detect/chains"
	"tiv/tracefeed"
)

// The kinds of finding for time that threads lose in waits for monitors.
const (
	BlockingChain = "blocking-chain"
	Contention    = "contention"
	Convoy        = "convoy"
	LongHold      = "long-hold"
)

// blockingChainDetector finds the monitors for which threads wait indirectly: they
// wait for other monitors, whose holders wait for this one.
func blockingChainDetector() Detector {
	return blameDetector(BlockingChain, "time lost behind a lock in waits for other locks",
		func(b *blames, m *chains.Monitor) (f Finding, ok bool) {
			if !b.costly(m.Indirect) {
				return f, false
			}
			return b.finding(m, &Chained{}, m.Charged, m.First, m.Last), true
		})
}

// longHoldDetector finds the holds of monitors during which the holder mostly slept or
// waited for something else, while other threads waited behind it.
func longHoldDetector() Detector {
	return blameDetector(LongHold, "time lost behind a lock held during IO, a sleep or another wait",
		func(b *blames, m *chains.Monitor) (f Finding, ok bool) {
			var idle []*costlyHold
			lost, start, end := tracefeed.Time(0), b.costs.tl.End, tracefeed.Time(0)
			for i := range b.holds[m.ID] { // of costly monitors
				if h := &b.holds[m.ID][i]; h.idle {
					idle = append(idle, h)
					lost, start, end = lost+h.Charged, min(start, h.Start), max(end, h.End)
				}
			}
			if !b.costly(lost) {
				return f, false
			}
			facts := &HeldIdle{}
			f = b.finding(m, facts, lost, start, end)
			facts.Holds = len(idle)
			b.setHold(&f, &facts.Blame, idle[0])
			return f, true
		})
}

// convoyDetector finds the monitors at which a queue begins that does not go away, and
// throughput falls: each acquisition then costs a hand-over to a thread that has to
// be woken (Blasgen, Gray, Mitoma and Price, The convoy phenomenon, 1979). It needs all
// acquisitions before, also those without waiters.
func convoyDetector(l Limits) Detector {
	return blameDetector(Convoy, "a queue that began and stayed, with fewer acquisitions a second than before",
		func(b *blames, m *chains.Monitor) (f Finding, ok bool) {
			r := &m.Longest
			const returns = 4 // of each thread; in a burst, each comes once
			if !b.costly(r.Waited) || float64(min(r.Handovers, r.Before)) < l.handovers || r.Handovers < returns*r.Longest ||
				b.costs.tl.Header.Recorder.OmittedLocks > 0 || b.costs.tl.Counts.Gaps > 0 {
				return f, false
			}
			before, during := perSecond(int(r.Before), r.Start), perSecond(int(r.Handovers), r.End-r.Start)
			if during >= l.slowdown/100*before {
				return f, false
			}
			return b.finding(m, &Queued{}, r.Waited, r.Start, r.End), true
		})
}

// contentionDetector finds the monitors, and the groups of monitors at the same places, to
// which threads lose the most time.
func contentionDetector() Detector {
	return Detector{Kind: Contention, Severity: Cost, Help: "time lost in waits for a lock, or for locks of one place in the code",
		find: func(s *searched) (found []Finding) {
			b := s.blames
			groups, alone := b.lockGroups()
			for i := range groups {
				if g := &groups[i]; b.costly(g.lost()) {
					found = append(found, b.together(g))
				}
			}
			for _, m := range alone {
				if b.costly(m.Charged) {
					found = append(found, b.finding(m, &Contended{}, m.Charged, m.First, m.Last))
				}
			}
			return found
		},
	}
}

// blameDetector returns a detector of findings about monitors at the ends of chains
// of waits. find returns the finding about one monitor, if there is one.
func blameDetector(kind, help string, find func(*blames, *chains.Monitor) (Finding, bool)) Detector {
	return Detector{Kind: kind, Severity: Cost, Help: help,
		find: func(s *searched) (found []Finding) {
			monitors := s.blames.chains.Monitors()
			for i := range monitors {
				if f, ok := find(s.blames, &monitors[i]); ok {
					found = append(found, f)
				}
			}
			return found
		},
	}
}

// perSecond returns a rate.
func perSecond(n int, d tracefeed.Time) float64 {
	return float64(n) / float64(max(d, 1)) * float64(tracefeed.Second)
}
