package detect

import "tiv/tracefeed"

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
		func(b *blames, m *chainMonitor) (f Finding, ok bool) {
			if !b.costly(m.indirect) {
				return f, false
			}
			return b.finding(m, &Chained{}, m.charged, m.first, m.last), true
		})
}

// longHoldDetector finds the holds of monitors during which the holder mostly slept or
// waited for something else, while other threads waited behind it.
func longHoldDetector() Detector {
	return blameDetector(LongHold, "time lost behind a lock held during IO, a sleep or another wait",
		func(b *blames, m *chainMonitor) (f Finding, ok bool) {
			var idle []*chainHold
			lost, start, end := tracefeed.Time(0), b.costs.tl.End, tracefeed.Time(0)
			for i := range b.holds[m.id] { // of costly monitors
				if h := &b.holds[m.id][i]; h.idle {
					idle = append(idle, h)
					lost, start, end = lost+h.charged, min(start, h.start), max(end, h.end)
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
		func(b *blames, m *chainMonitor) (f Finding, ok bool) {
			r := &m.longest
			const returns = 4 // of each thread; in a burst, each comes once
			if !b.costly(r.waited) || float64(min(r.handovers, r.before)) < l.Handovers || r.handovers < returns*r.longest ||
				b.costs.tl.Header.Recorder.OmittedLocks > 0 || b.costs.tl.Counts.Gaps > 0 {
				return f, false
			}
			before, during := perSecond(int(r.before), r.start), perSecond(int(r.handovers), r.end-r.start)
			if during >= l.Slowdown/100*before {
				return f, false
			}
			return b.finding(m, &Queued{}, r.waited, r.start, r.end), true
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
				if b.costly(m.charged) {
					found = append(found, b.finding(m, &Contended{}, m.charged, m.first, m.last))
				}
			}
			return found
		},
	}
}

// blameDetector returns a detector of findings about monitors at the ends of chains
// of waits. find returns the finding about one monitor, if there is one.
func blameDetector(kind, help string, find func(*blames, *chainMonitor) (Finding, bool)) Detector {
	return Detector{Kind: kind, Severity: Cost, Help: help,
		find: func(s *searched) (found []Finding) {
			for i := range s.blames.chains.monitors {
				if f, ok := find(s.blames, &s.blames.chains.monitors[i]); ok {
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
