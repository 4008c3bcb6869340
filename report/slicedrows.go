package report

import (
	"context"
	"slices"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/interaction"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// has reports whether an interval of a thread counts: some of it is in the base. An interval
// without a length is in the base if its moment is.
func (x *Slicing) has(t tracefeed.ThreadID, start, end tracefeed.Time) bool {
	return x.base == nil || x.base.Overlaps(t, start, max(end, start+1))
}

// whole returns the time of an interval of a thread that counts.
func (x *Slicing) whole(t tracefeed.ThreadID, start, end tracefeed.Time) tracefeed.Time {
	if x.base == nil {
		return end - start
	}
	return x.base.Time(t, start, end)
}

// Totals adds the slices to a query of totals.
func (x *Slicing) Totals(q totals.Query) totals.Query {
	for _, s := range x.sets {
		q.Sets = append(q.Sets, s)
	}
	if x.base != nil {
		q.Base = x.base
	}
	return q
}

// Counting returns slices without columns, of which only the base is left.
func (x Slicing) Counting() Slicing {
	x.names, x.sets = nil, nil
	return x
}

// slicedEdges are the columns of edges with those of slices: the time of the waiting thread.
func slicedEdges(n namer, x Slicing) []table.Column[interaction.Edge] {
	return SlicedColumns(x, edgeColumns(n), func(e *interaction.Edge, i int) tracefeed.Time {
		return x.sets[i].Time(e.Blocked, e.Start, e.End)
	}, func(e *interaction.Edge) tracefeed.Time { return x.whole(e.Blocked, e.Start, e.End) })
}

// slicedTally returns the columns of slices of locks: the time of waits, and that of holds.
func slicedTally[R any](x Slicing, columns []table.Column[R], of func(*R) *totals.Tally) []table.Column[R] {
	waited := func(r *R, i int) tracefeed.Time {
		if in := of(r).In; in != nil {
			return in.Waited[i]
		}
		return 0
	}
	held := func(r *R, i int) tracefeed.Time {
		if in := of(r).In; in != nil {
			return in.Held[i]
		}
		return 0
	}
	columns = SlicedColumns(x, columns, waited, func(r *R) tracefeed.Time { return of(r).Waited })
	return moreSliced(x, columns, heldColumn, held, func(r *R) tracefeed.Time { return of(r).Held })
}

// heldColumn is the further column of a slice in tables of locks.
var heldColumn = sliceHead{" held", "_held_ns", "Time of holds in this slice."}

// slicedMonitors removes the rows without waits and holds in the base, and returns the
// others with their columns, in an interval of a length.
func slicedMonitors(n namer, rows []monitorRow, x Slicing, length tracefeed.Time) ([]monitorRow, []table.Column[monitorRow]) {
	if x.base != nil {
		rows = slices.DeleteFunc(rows, func(r monitorRow) bool { return r.Waits == 0 && r.Holds == 0 })
	}
	return rows, slicedTally(x, monitorColumns(n, length), func(r *monitorRow) *totals.Tally { return &r.Tally })
}

// slicedHolders are the columns of holders with those of slices.
func slicedHolders(n namer, x Slicing) []table.Column[totals.Use] {
	return slicedTally(x, holderColumns(n), func(u *totals.Use) *totals.Tally { return &u.Tally })
}

// pairRow is a pair with its time in slices.
type pairRow struct {
	interaction.Pair
	in []tracefeed.Time
}

// slicedPairs adds up waits by pairs, in the base, with their time in slices. The trace is
// read once for each slice. ok is false if ctx was done before.
func slicedPairs(ctx context.Context, tl *timeline.Timeline, q totals.Query, x Slicing) (rows []pairRow, ok bool) {
	var base interaction.Set
	if x.base != nil {
		base = x.base
	}
	pairs, ok := lockPairs(ctx, tl, q, base)
	if !ok {
		return nil, false
	}
	at := map[[2]tracefeed.ThreadID]int{}
	for i := range pairs {
		at[[2]tracefeed.ThreadID{pairs[i].Blocked, pairs[i].Blocker}] = i
		rows = append(rows, pairRow{pairs[i], make([]tracefeed.Time, len(x.sets))})
	}
	for k, set := range x.sets {
		list, ok := lockPairs(ctx, tl, q, set)
		if !ok {
			return nil, false
		}
		for i := range list {
			if row, known := at[[2]tracefeed.ThreadID{list[i].Blocked, list[i].Blocker}]; known {
				rows[row].in[k] = list[i].Total
			}
		}
	}
	return rows, true
}

// sampleWeight is the weight of a sample in a set.
func sampleWeight(s *execution.Sample, in *slice.Set) int64 {
	if in.Contains(s.Thread, s.Time) {
		return s.Weight
	}
	return 0
}
