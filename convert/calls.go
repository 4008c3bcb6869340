package convert

import (
	"cmp"
	"math"
	"slices"

	"tiv/execution"
	"tiv/tracefeed"
)

// call is a call or region to write.
type call struct {
	name       string
	depth      int
	start, end tracefeed.Time
	open       bool // it has no end
}

// calls writes calls and regions, thread by thread in order of time: calls in lane 0 of
// their thread, regions in lanes from 1 on, because they need not be nested.
func (e *export) calls() {
	calls := make([][]call, len(e.tids))
	execution.EachCall(e.ctx, e.tl, e.all, func(c execution.Call) {
		calls[c.Thread] = append(calls[c.Thread], call{e.tl.Names[c.Function], c.Depth, c.Start, c.End, !c.Left})
	})
	regions := make([][]call, len(e.tids))
	execution.EachRegion(e.ctx, e.tl, e.all, func(r execution.Region) {
		regions[r.Thread] = append(regions[r.Thread], call{e.tl.Names[r.Name], 0, r.Start, r.End, !r.Left})
	})
	for t := range calls {
		sortCalls(calls[t])
		e.writeLane(t, 0, calls[t])
	}
	for t := range regions {
		sortCalls(regions[t])
		for i, lane := range lanes(regions[t]) {
			e.writeLane(t, i+1, lane)
		}
	}
}

// sortCalls sorts calls by their begin, outer ones first.
func sortCalls(list []call) {
	slices.SortStableFunc(list, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.depth, b.depth), cmp.Compare(b.end, a.end))
	})
}

// lanes divides regions, sorted, into lists of regions that are nested: each region goes into
// the first one that it fits.
func lanes(list []call) (out [][]call) {
	var open [][]call // of each lane
next:
	for _, c := range list {
		for i := range out {
			o := open[i]
			for len(o) > 0 && o[len(o)-1].end <= c.start {
				o = o[:len(o)-1]
			}
			open[i] = o
			if len(o) == 0 || c.end <= o[len(o)-1].end {
				out[i], open[i] = append(out[i], c), append(o, c)
				continue next
			}
		}
		out, open = append(out, []call{c}), append(open, []call{c})
	}
	return out
}

// writeLane writes calls that are nested, sorted.
func (e *export) writeLane(t, lane int, list []call) {
	var open []call
	endUntil := func(at tracefeed.Time) {
		for n := len(open) - 1; n >= 0 && open[n].end <= at; n-- {
			if c := open[n]; !c.open || c.end < e.tl.End {
				e.w.End(e.tids[t], lane, c.name, c.end)
			}
			open = open[:n]
		}
	}
	for _, c := range list {
		endUntil(c.start)
		e.w.Begin(e.tids[t], lane, c.name, c.start)
		open = append(open, c)
	}
	endUntil(math.MaxInt64)
}
