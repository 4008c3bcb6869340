package interaction

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Pair is all that one thread waited for another in a window.
type Pair struct {
	Kind             Kind
	Blocked, Blocker tracefeed.ThreadID
	// Monitor is what it waited for longest.
	Monitor tracefeed.MonitorID
	// Evidence is what nearly all of Total rests on; see Rest.
	Evidence Evidence
	// Inferred is the part of Total that is not observed.
	Inferred tracefeed.Time
	// Count is the number of stretches.
	Count int
	// Total is the time charged to Blocker, Longest the longest stretch.
	Total, Longest tracefeed.Time
}

// LatestPart returns where the latest part of [from, to) begins whose waits have
// no more than about budget stretches. A lock with many waiters that changes
// hands all the time makes more stretches than anybody can wait for.
func LatestPart(tl *timeline.Timeline, from, to tracefeed.Time, budget int) tracefeed.Time {
	from = tl.Latest(from, to, budget)
	for from < to && stretches(tl, from, to, budget) > budget {
		from += (to - from + 1) / 2
	}
	return from
}

// stretches returns about how many stretches the waits in [from, to) have. It
// stops counting beyond most.
func stretches(tl *timeline.Timeline, from, to tracefeed.Time, most int) int {
	n := 0
	for id := 1; id < len(tl.Threads) && n <= most; id++ {
		eachWait(tl, tracefeed.ThreadID(id), from, to, func(s timeline.Span, start, end tracefeed.Time) {
			n++
			if s.State == timeline.Blocking {
				n += tl.Holds(s.Monitor).Changes(start, end, most)
			}
		})
	}
	return n
}

type pairKey struct {
	kind             Kind
	blocked, blocker tracefeed.ThreadID
}

// Pairs adds up the edges in [from, to) by who waited for whom. Waits charged
// to nobody are left out. The result is sorted by blocked, blocker and kind.
func Pairs(tl *timeline.Timeline, from, to tracefeed.Time) []Pair {
	sums := map[pairKey]*Pair{}
	monitors := map[pairKey]map[tracefeed.MonitorID]tracefeed.Time{}
	for id := 1; id < len(tl.Threads); id++ {
		EachEdge(tl, tracefeed.ThreadID(id), from, to, func(e Edge) {
			if e.Blocker == tracefeed.NoThread {
				return
			}
			key := pairKey{e.Kind, e.Blocked, e.Blocker}
			p := sums[key]
			if p == nil {
				p = &Pair{Kind: e.Kind, Blocked: e.Blocked, Blocker: e.Blocker, Monitor: e.Monitor}
				sums[key] = p
			}
			p.add(e)
			if e.Monitor != p.Monitor || monitors[key] != nil {
				countMonitor(monitors, key, p, e)
			}
		})
	}
	return sorted(sums, monitors)
}

func (p *Pair) add(e Edge) {
	p.Count++
	p.Total += e.Charge()
	p.Longest = max(p.Longest, e.End-e.Start)
	if e.Evidence != Observed {
		p.Inferred += e.Charge()
	}
}

// Rest returns the evidence for a sum of waits of which a part is inferred:
// Observed if all but a twentieth is. A lock is free for an instant between the
// one who lets it go and the one who takes it, so few sums are pure.
func Rest(total, inferred tracefeed.Time) Evidence {
	if inferred*20 > total {
		return Inferred
	}
	return Observed
}

// countMonitor is called for pairs that wait for each other at more than one
// monitor, from the second one on.
func countMonitor(monitors map[pairKey]map[tracefeed.MonitorID]tracefeed.Time, key pairKey, p *Pair, e Edge) {
	if monitors[key] == nil {
		monitors[key] = map[tracefeed.MonitorID]tracefeed.Time{p.Monitor: p.Total - e.Charge()}
	}
	monitors[key][e.Monitor] += e.Charge()
}

func sorted(sums map[pairKey]*Pair, monitors map[pairKey]map[tracefeed.MonitorID]tracefeed.Time) []Pair {
	pairs := make([]Pair, 0, len(sums))
	for key, p := range sums {
		for m, t := range monitors[key] {
			best := monitors[key][p.Monitor]
			if t > best || t == best && m < p.Monitor {
				p.Monitor = m
			}
		}
		p.Evidence = Rest(p.Total, p.Inferred)
		pairs = append(pairs, *p)
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Blocked, b.Blocked), cmp.Compare(a.Blocker, b.Blocker), cmp.Compare(a.Kind, b.Kind))
	})
	return pairs
}
