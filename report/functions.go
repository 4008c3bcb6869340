package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/interaction/lockname"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// functionRow is a function that threads called.
type functionRow struct {
	name string
	execution.Sum
	longest    execution.TreeCall
	start, end tracefeed.Time // of the longest call, in the interval
}

// functionRows lists the functions of a tree by cumulative time, the longest first, then
// by name.
func functionRows(tree *execution.Tree, from, to tracefeed.Time) (rows []functionRow) {
	for i, sum := range tree.ByFunction() {
		if c := tree.Longest[i]; sum.Calls > 0 {
			rows = append(rows, functionRow{tree.Functions[i], sum, c, max(c.Start, from), min(c.End, to)})
		}
	}
	slices.SortFunc(rows, func(a, b functionRow) int {
		return cmp.Or(cmp.Compare(b.Cumulative, a.Cumulative), strings.Compare(a.name, b.name))
	})
	return rows
}

// functionColumns are the columns of a function. The states split the time in the function
// itself.
func functionColumns() []table.Column[functionRow] {
	type row = functionRow
	columns := []table.Column[row]{
		textOf(table.Head{Name: "function", Title: "function"}, func(r *row) string { return r.name }),
		{Head: table.Head{Name: "calls", Title: "calls", Kind: table.Count, Help: "Number of calls. Of sampled ones, shorter calls between two stacks are not seen."},
			Number: func(r *row) int64 { return r.Calls }},
		timeOf(table.Head{Name: "cumulative_ns", Title: "cumulative", Help: "Time in the function and in all that it calls, added up over threads. Recursion counts once."},
			func(r *row) tracefeed.Time { return r.Cumulative }),
		timeOf(table.Head{Name: "self_ns", Title: "self", Help: "Time in the function itself, without the functions that it calls."},
			func(r *row) tracefeed.Time { return r.Self.Alive() }),
	}
	for _, s := range StateOrder {
		columns = append(columns, timeOf(table.Head{Name: s.String(), Title: s.String(), Help: "Time in the function itself in which its thread was in this state."},
			func(r *row) tracefeed.Time { return r.Self[s] }))
	}
	return append(columns,
		timeOf(table.Head{Title: "longest", Help: "Duration of its longest call."},
			func(r *row) tracefeed.Time { return r.end - r.start }),
		textOf(table.Head{Title: "evidence", Short: true, Help: "measured: the trace has the entries or exits of its calls. sampled: its calls follow from the stacks of waits and samples."},
			func(r *row) string { return r.evidence() }))
}

func (r *functionRow) evidence() string {
	switch r.Sampled {
	case 0:
		return execution.Measured.String()
	case r.Calls:
		return execution.Sampled.String()
	}
	return "both"
}

// FunctionList lists the functions that threads called.
func FunctionList(ctx context.Context, tl *timeline.Timeline, _ *lockname.Names, q totals.Query) (l List, ok bool) {
	tree := execution.NewTree(ctx, tl, execution.Query{Of: included(tl, q), From: q.From, To: q.To})
	if tree == nil {
		return List{}, false
	}
	rows := functionRows(tree, max(q.From, 0), min(q.To, tl.End))
	l.Table, l.Note = table.New(rows, functionColumns()), withoutCode(tree)
	l.Spot = func(row int) Spot {
		r := &rows[row]
		return Spot{Thread: r.longest.Thread, Moment: max(r.start, r.end-1)}
	}
	return l, true
}

// withoutCode says for which share of the time of threads the trace has no code; "" for
// none.
func withoutCode(tree *execution.Tree) string {
	all, unknown := tree.Totals()[0], tree.Nodes[0].Self.Alive()
	if unknown == 0 {
		return ""
	}
	return fmt.Sprintf("the trace has no code for %.1f %% of the time of threads", 100*float64(unknown)/float64(all))
}

// functions writes the functions that included threads called.
func (d *dump) functions(w io.Writer, format table.Format) error {
	tree := execution.NewTree(context.Background(), d.tl, d.executed())
	rows := functionRows(tree, d.From, d.To)
	d.warnLeftOut(tree.Counts)
	if note := withoutCode(tree); note != "" && len(rows) > 0 {
		d.warn(note)
	}
	return writeAll(d, w, format, rows, functionColumns())
}
