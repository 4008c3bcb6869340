package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tiv/execution"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// MaxCalls is the largest number of calls in a list.
const MaxCalls = 10_000

// callRow is a call in an interval.
type callRow struct {
	execution.TreeCall
	thread string
	length tracefeed.Time // in the interval
}

// CallList lists the calls of a function, or of all if function is "", the longest first. Of
// more than most, the longest are listed, with their time in slices. ok is false if ctx was
// done.
func CallList(ctx context.Context, tl *timeline.Timeline, function string, q totals.Query, most int, x Slicing) (l List, ok bool) {
	var rows []callRow
	all := 0
	from, to := max(q.From, 0), min(q.To, tl.End)
	longest := func(a, b callRow) int {
		return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Thread, b.Thread),
			cmp.Compare(a.Depth, b.Depth))
	}
	keep := func() {
		slices.SortFunc(rows, longest)
		rows = rows[:min(len(rows), most)]
	}
	calls := x.Query(execution.Query{Of: included(tl, q), From: q.From, To: q.To})
	execution.EachTreeCall(ctx, tl, calls, func(c *execution.TreeCall) {
		if function != "" && c.Name != function {
			return
		}
		all++
		rows = append(rows, callRow{*c, tl.Threads[c.Thread].Name, min(c.End, to) - max(c.Start, from)})
		if len(rows) >= 2*most+1024 {
			keep()
		}
	})
	if ctx.Err() != nil {
		return List{}, false
	}
	keep()
	l.Table = table.New(rows, SlicedColumns(x, callColumns(), func(r *callRow, i int) tracefeed.Time {
		return x.sets[i].Time(r.Thread, max(r.Start, from), min(r.End, to))
	}, func(r *callRow) tracefeed.Time {
		return x.whole(r.Thread, max(r.Start, from), min(r.End, to))
	}))
	if function != "" {
		l.Note = "calls of " + function
	}
	if len(rows) < all {
		l.Note = fmt.Sprintf("the %d longest of %d calls", len(rows), all)
	}
	l.Spot = func(row int) Spot {
		c := &rows[row]
		call := view.Call{Thread: c.Thread, Function: c.Name, Depth: c.Depth, Start: c.Start, End: c.End,
			Sampled: c.Evidence == execution.Sampled}
		return Spot{Thread: c.Thread, Moment: max(c.Start, from), Call: call}
	}
	return l, true
}

// callColumns are the columns of a list of calls.
func callColumns() []table.Column[callRow] {
	return []table.Column[callRow]{
		textOf(table.Head{Title: "function", Help: "The function that was called. ?: the trace does not name it."},
			func(r *callRow) string { return cmp.Or(r.Name, "?") }),
		textOf(table.Head{Title: "thread", Help: "The thread that called it."},
			func(r *callRow) string { return r.thread }),
		{Head: table.Head{Title: "start", Kind: table.Moment, Help: "Begin of the call."},
			Number: func(r *callRow) int64 { return int64(r.Start) }},
		timeOf(table.Head{Title: "duration", Help: "Duration of the call, in the interval of the table."},
			func(r *callRow) tracefeed.Time { return r.length }),
		{Head: table.Head{Title: "depth", Kind: table.Count, Help: "Number of known calls around it."},
			Number: func(r *callRow) int64 { return int64(r.Depth) }},
		textOf(table.Head{Title: "evidence", Short: true, Help: "measured: the trace has the entry or the exit of " +
			"the call. sampled: the call follows from the stacks of waits and samples."},
			func(r *callRow) string { return r.Evidence.String() }),
	}
}

// CallSums is how a call spent its time.
type CallSums struct {
	// States is the time of its thread by state.
	States tracefeed.StateTimes
	// Self is the time in the function itself, if HasSelf is set: not of sampled calls with
	// stacks that do not cover all of it.
	Self    tracefeed.Time
	HasSelf bool
}

// SumCall adds up the time of a call. Its cost grows with the events during the call. ok is
// false if ctx was done.
func SumCall(ctx context.Context, tl *timeline.Timeline, c view.Call) (s CallSums, ok bool) {
	q := execution.Query{Of: make([]bool, c.Thread+1), From: c.Start, To: c.End}
	q.Of[c.Thread] = true
	tree := execution.NewTree(ctx, tl, q)
	if tree == nil {
		return s, false
	}
	// The call is the innermost node of the function that has all of the time.
	totals, own := tree.Totals(), -1
	all := totals[0].Alive()
	for i := range tree.Nodes {
		s.States.Add(tree.Nodes[i].Self)
		if tree.Functions[tree.Nodes[i].Function] == c.Function && i > 0 && totals[i].Alive() == all {
			own = i
		}
	}
	if own >= 0 {
		s.Self, s.HasSelf = tree.Nodes[own].Self.Alive(), true
	}
	return s, true
}
