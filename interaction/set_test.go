package interaction_test

import (
	"cmp"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

// oddMoments is a set of moments of threads: about half of them.
type oddMoments struct{}

func (oddMoments) at(t tracefeed.ThreadID, at tracefeed.Time) bool {
	return (uint64(at)/3*2654435761+uint64(t))>>4%2 > 0
}

func (s oddMoments) Time(t tracefeed.ThreadID, from, to tracefeed.Time) (sum tracefeed.Time) {
	for at := from; at < to; at++ {
		if s.at(t, at) {
			sum++
		}
	}
	return sum
}

func (s oddMoments) Within(t tracefeed.ThreadID, from, to tracefeed.Time, f func(start, end tracefeed.Time)) {
	for at := from; at < to; at++ {
		if s.at(t, at) {
			f(at, at+1)
		}
	}
}

// pairsIn adds up single edges as far as they are in a set, without monitors.
func pairsIn(tl *timeline.Timeline, from, to tracefeed.Time, in interaction.Set) (list []interaction.Pair) {
	for id := 1; id < len(tl.Threads); id++ {
		interaction.EachEdge(tl, tracefeed.ThreadID(id), from, to, func(e interaction.Edge) {
			length := in.Time(e.Blocked, e.Start, e.End)
			if length == 0 || e.Blocker == tracefeed.NoThread {
				return
			}
			i := slices.IndexFunc(list, func(p interaction.Pair) bool {
				return p.Blocked == e.Blocked && p.Blocker == e.Blocker && p.Kind == e.Kind
			})
			if i < 0 {
				i = len(list)
				list = append(list, interaction.Pair{Kind: e.Kind, Blocked: e.Blocked, Blocker: e.Blocker})
			}
			p := &list[i]
			e.End = e.Start + length
			p.Count++
			p.Total += e.Charge()
			p.Longest = max(p.Longest, length)
			if e.Evidence == interaction.Inferred {
				p.Inferred += e.Charge()
			}
			p.Evidence = interaction.DominantEvidence(p.Total, p.Inferred)
		})
	}
	slices.SortFunc(list, func(a, b interaction.Pair) int {
		return cmp.Or(cmp.Compare(a.Blocked, b.Blocked), cmp.Compare(a.Blocker, b.Blocker), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

// withoutMonitors returns pairs without the monitors waited for longest.
func withoutMonitors(list []interaction.Pair) []interaction.Pair {
	list = slices.Clone(list)
	for i := range list {
		list[i].Monitor = tracefeed.NoMonitor
	}
	return list
}
