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
	return latestHistory(tl, from, to, budget).from
}

// Pairs adds up the edges in [from, to) by who waited for whom. Waits charged
// to nobody are left out. The result is sorted by blocked, blocker and kind.
func Pairs(tl *timeline.Timeline, from, to tracefeed.Time) []Pair {
	return newHistory(tl, from, to).pairs()
}

// LatestPairs returns the Pairs of the latest part of [from, to), and where that
// begins; see LatestPart.
func LatestPairs(tl *timeline.Timeline, from, to tracefeed.Time, budget int) ([]Pair, tracefeed.Time) {
	h := latestHistory(tl, from, to, budget)
	return h.pairs(), h.from
}

// pairs adds up the edges of a history, thread by thread.
func (h *history) pairs() []Pair {
	sums := summer{}
	for k := range sums.at {
		sums.at[k] = make([]int32, len(h.tl.Threads))
	}
	waits := h.waits
	for len(waits) > 0 {
		n := 1
		for n < len(waits) && waits[n].thread == waits[0].thread {
			n++
		}
		slices.SortStableFunc(waits[:n], func(a, b wait) int { return cmp.Compare(a.span.Monitor, b.span.Monitor) })
		for i := range waits[:n] {
			h.each(&waits[i], sums.add)
		}
		sums.finish()
		waits = waits[n:]
	}
	return sums.pairs
}

// summer adds up the edges of one thread after the other, those of each by
// monitor.
type summer struct {
	pairs []Pair
	// open are the sums of the thread at hand, at where they are, by kind and
	// blocker, from 1.
	open []pairSum
	at   [2][]int32
}

// pairSum is a pair in the making.
type pairSum struct {
	Pair
	// monitor is that of the last edge; here is the time charged at it, most
	// that at Pair.Monitor.
	monitor    tracefeed.MonitorID
	here, most tracefeed.Time
}

func (s *summer) add(e Edge) {
	if e.Blocker == tracefeed.NoThread {
		return
	}
	at := &s.at[e.Kind][e.Blocker]
	if *at == 0 {
		s.open = append(s.open, pairSum{Pair: Pair{Kind: e.Kind, Blocked: e.Blocked, Blocker: e.Blocker}, monitor: e.Monitor, most: -1})
		*at = int32(len(s.open))
	}
	p := &s.open[*at-1]
	if p.monitor != e.Monitor {
		p.choose()
		p.monitor = e.Monitor
	}
	p.here += e.Charge()
	p.add(e)
}

// choose notes the monitor that is done if it was waited for longest.
func (p *pairSum) choose() {
	if p.here > p.most {
		p.Monitor, p.most = p.monitor, p.here
	}
	p.here = 0
}

// finish ends the sums of a thread.
func (s *summer) finish() {
	first := len(s.pairs)
	for i := range s.open {
		p := &s.open[i]
		s.at[p.Kind][p.Blocker] = 0
		p.choose()
		p.Evidence = Rest(p.Total, p.Inferred)
		s.pairs = append(s.pairs, p.Pair)
	}
	s.open = s.open[:0]
	slices.SortFunc(s.pairs[first:], func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Blocker, b.Blocker), cmp.Compare(a.Kind, b.Kind))
	})
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
