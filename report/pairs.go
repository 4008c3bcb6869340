package report

import (
	"context"
	"slices"

	"tiv/interaction"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// lockPairs adds up the waits of the included threads by pairs, as far as they are in a set;
// nil for all. ok is false if ctx was done before.
func lockPairs(ctx context.Context, tl *timeline.Timeline, q totals.Query, in interaction.Set) (pairs []interaction.Pair, ok bool) {
	of := included(tl, q)
	if in == nil {
		pairs = interaction.Pairs(ctx, tl, max(q.From, 0), min(q.To, tl.End))
	} else {
		pairs = interaction.PairsIn(ctx, tl, max(q.From, 0), min(q.To, tl.End), in)
	}
	pairs = slices.DeleteFunc(pairs, func(p interaction.Pair) bool { return p.Kind != interaction.Lock || !of[p.Blocked] })
	return pairs, ctx.Err() == nil
}

// PairLists lists the lock waits by pairs of threads, and the blockers with the
// total time of their waiters, and with the time in slices.
func PairLists(
	ctx context.Context, tl *timeline.Timeline, locks *lockname.Names, q totals.Query, x Slicing,
) (pairs, blockers List, ok bool) {
	rows, ok := slicedPairs(ctx, tl, q, x)
	pairs.Table = table.New(rows, SlicedColumns(x, pairColumns(namer{tl, locks}), func(p *pairRow, i int) tracefeed.Time { return p.in[i] },
		func(p *pairRow) tracefeed.Time { return p.Total }))
	pairs.Spot = func(row int) Spot { return Spot{Thread: rows[row].Blocked, Moment: -1, Monitor: rows[row].Monitor} }
	sums := blockerRows(rows, len(tl.Threads))
	blockers.Table = table.New(sums, SlicedColumns(x, blockerColumns(namer{tl, locks}),
		func(r *blockerRow, i int) tracefeed.Time { return r.in[i] },
		func(r *blockerRow) tracefeed.Time { return r.Total }))
	blockers.Spot = func(row int) Spot { return Spot{Thread: sums[row].Blocker, Moment: -1} }
	return pairs, blockers, ok
}

func pairColumns(n namer) []table.Column[pairRow] {
	type pair = pairRow
	return []table.Column[pair]{
		threadOf(n, table.Head{Name: "blocked", Title: "waits", Help: "The waiting thread."},
			func(p *pair) tracefeed.ThreadID { return p.Blocked }),
		threadOf(n, table.Head{Name: "blocker", Title: "for", Help: "The thread that it waited for."},
			func(p *pair) tracefeed.ThreadID { return p.Blocker }),
		timeOf(table.Head{Name: "waited_ns", Title: "waited", Help: "Total duration of the waits. If several threads " +
			"hold a lock at once, they share the time."},
			func(p *pair) tracefeed.Time { return p.Total }),
		count(table.Head{Name: "waits", Title: "times", Help: "Number of uninterrupted waits."}, func(p *pair) int { return p.Count }),
		timeOf(table.Head{Name: "longest_ns", Title: "longest", Help: "Duration of the longest wait."},
			func(p *pair) tracefeed.Time { return p.Longest }),
		monitorOf(n, table.Head{Name: "monitor", Title: "most at", Help: "The lock with the longest waits; empty if there were too many."},
			func(p *pair) tracefeed.MonitorID { return p.Monitor }),
		textOf(table.Head{Name: "evidence", Title: "evidence", Short: true, Help: "Evidence of nearly all of the time."},
			func(p *pair) string { return p.Evidence.String() }),
	}
}

// blockerRow is the waiting that one blocker caused.
type blockerRow struct {
	interaction.Pair     // Blocked and Monitor are of the pair with the most waiting
	threads          int // that waited
	most             tracefeed.Time
	in               []tracefeed.Time // by slice
}

// blockerRows adds pairs up by blocker.
func blockerRows(pairs []pairRow, threads int) (rows []blockerRow) {
	at := make([]int32, threads) // in rows, from 1
	for i := range pairs {
		p := &pairs[i]
		if at[p.Blocker] == 0 {
			rows = append(rows, blockerRow{Pair: interaction.Pair{Blocker: p.Blocker}, in: make([]tracefeed.Time, len(p.in))})
			at[p.Blocker] = int32(len(rows))
		}
		r := &rows[at[p.Blocker]-1]
		r.threads++
		r.Total += p.Total
		r.Inferred += p.Inferred
		r.Count += p.Count
		for k, t := range p.in {
			r.in[k] += t
		}
		r.Longest = max(r.Longest, p.Longest)
		if p.Total > r.most {
			r.most, r.Blocked = p.Total, p.Blocked
		}
	}
	for i := range rows {
		rows[i].Evidence = interaction.DominantEvidence(rows[i].Total, rows[i].Inferred)
	}
	return rows
}

func blockerColumns(n namer) []table.Column[blockerRow] {
	type row = blockerRow
	return []table.Column[row]{
		threadOf(n, table.Head{Name: "blocker", Title: "thread", Help: "The thread that others waited for."},
			func(r *row) tracefeed.ThreadID { return r.Blocker }),
		timeOf(table.Head{Name: "waited_ns", Title: "held up others", Help: "Total duration of the waits of others for it."},
			func(r *row) tracefeed.Time { return r.Total }),
		count(table.Head{Name: "threads", Title: "threads", Help: "Number of threads that waited for it."},
			func(r *row) int { return r.threads }),
		count(table.Head{Name: "waits", Title: "times", Help: "Number of uninterrupted waits."}, func(r *row) int { return r.Count }),
		timeOf(table.Head{Name: "longest_ns", Title: "longest", Help: "Duration of the longest wait."},
			func(r *row) tracefeed.Time { return r.Longest }),
		threadOf(n, table.Head{Name: "blocked", Title: "most of all", Help: "Thread with the longest total of waits for it."},
			func(r *row) tracefeed.ThreadID { return r.Blocked }),
		timeOf(table.Head{Name: "blocked_ns", Title: "that long", Help: "Total duration of that thread's waits."},
			func(r *row) tracefeed.Time { return r.most }),
		textOf(table.Head{Name: "evidence", Title: "evidence", Short: true, Help: "Evidence of nearly all of the time."},
			func(r *row) string { return r.Evidence.String() }),
	}
}
