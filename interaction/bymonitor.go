package interaction

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// PairsByMonitor is Pairs for the waits of some threads, separately for each
// monitor: sorted by blocked, blocker, kind and monitor. The cost grows with the
// number of threads; it is meant for few. If in is not nil, only time in it counts, as for
// PairsIn.
func PairsByMonitor(tl *timeline.Timeline, threads []tracefeed.ThreadID, from, to tracefeed.Time, in Set) []Pair {
	type key struct {
		kind             Kind
		blocked, blocker tracefeed.ThreadID
		monitor          tracefeed.MonitorID
	}
	var pairs []Pair
	index := map[key]int{}
	for _, t := range threads {
		EachEdge(tl, t, from, to, func(e Edge) {
			if in != nil {
				e.End = e.Start + in.Time(t, e.Start, e.End)
			}
			if e.Blocker == tracefeed.NoThread || e.End == e.Start {
				return
			}
			k := key{e.Kind, e.Blocked, e.Blocker, e.Monitor}
			i, known := index[k]
			if !known {
				i = len(pairs)
				index[k] = i
				pairs = append(pairs, Pair{Kind: e.Kind, Blocked: e.Blocked, Blocker: e.Blocker, Monitor: e.Monitor})
			}
			pairs[i].add(e)
		})
	}
	for i := range pairs {
		pairs[i].Evidence = DominantEvidence(pairs[i].Total, pairs[i].Inferred)
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Blocked, b.Blocked), cmp.Compare(a.Blocker, b.Blocker),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Monitor, b.Monitor))
	})
	return pairs
}

func (p *Pair) add(e Edge) {
	p.Count++
	p.Total += e.Charge()
	p.Longest = max(p.Longest, e.End-e.Start)
	if e.Evidence != Observed {
		p.Inferred += e.Charge()
	}
}
