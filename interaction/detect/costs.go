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
	return blameDetector(BlockingChain, "time lost behind a lock in waits for other locks", func(b *blames) (found []Finding) {
		for i := range b.chains.monitors {
			if m := &b.chains.monitors[i]; b.costly(m.indirect) {
				found = append(found, b.finding(m, Chained, m.charged, m.first, m.last))
			}
		}
		return found
	})
}

// longHoldDetector finds the holds of monitors during which the holder mostly slept or
// waited for something else, while other threads waited behind it.
func longHoldDetector() Detector {
	return blameDetector(LongHold, "time lost behind a lock held during IO, a sleep or another wait", func(b *blames) (found []Finding) {
		for i := range b.chains.monitors {
			m := &b.chains.monitors[i]
			if !b.costly(m.charged) {
				continue
			}
			var idle []*chainHold
			lost := tracefeed.Time(0)
			for k := range b.holds[m.id] {
				if h := &b.holds[m.id][k]; h.idle {
					idle = append(idle, h)
					lost += h.charged
				}
			}
			if !b.costly(lost) {
				continue
			}
			start, end := b.tl.End, tracefeed.Time(0)
			for _, h := range idle {
				start, end = min(start, h.start), max(end, h.end)
			}
			f := b.finding(m, HeldIdle, lost, start, end)
			f.Blame.Holds = len(idle)
			b.setHold(&f, idle[0])
			found = append(found, f)
		}
		return found
	})
}

// convoyDetector finds the monitors at which a queue begins that does not go away, and
// throughput falls: each acquisition then costs a hand-over to a thread that has to
// be woken (Blasgen, Gray, Mitoma and Price, The convoy phenomenon, 1979). It needs all
// acquisitions before, also those without waiters.
func convoyDetector(l Limits) Detector {
	return blameDetector(Convoy, "a queue that began and stayed, with fewer acquisitions a second than before", func(b *blames) (found []Finding) {
		for i := range b.chains.monitors {
			m := &b.chains.monitors[i]
			r := &m.longest
			if !b.costly(r.waited) || min(r.handovers, r.before) < int32(l.Handovers) || b.tl.Counts.Omitted > 0 || b.tl.Counts.Gaps > 0 {
				continue
			}
			if before, during := perSecond(int(r.before), r.start), perSecond(int(r.handovers), r.end-r.start); during < l.Slowdown*before {
				found = append(found, b.finding(m, Queued, r.waited, r.start, r.end))
			}
		}
		return found
	})
}

// contentionDetector finds the monitors to which threads lose the most time.
func contentionDetector() Detector {
	return blameDetector(Contention, "time lost in waits for a lock", func(b *blames) (found []Finding) {
		for i := range b.chains.monitors {
			if m := &b.chains.monitors[i]; b.costly(m.charged) {
				found = append(found, b.finding(m, Contended, m.charged, m.first, m.last))
			}
		}
		return found
	})
}

// blameDetector returns a detector of findings about monitors at the ends of chains
// of waits.
func blameDetector(kind, help string, find func(*blames) []Finding) Detector {
	return Detector{Kind: kind, Severity: Cost, Help: help,
		begin: func(s *subject) search {
			return search{findings: func() []Finding { return find(s.blamed()) }}
		},
	}
}

// perSecond returns a rate.
func perSecond(n int, d tracefeed.Time) float64 {
	return float64(n) / float64(max(d, 1)) * float64(tracefeed.Second)
}
