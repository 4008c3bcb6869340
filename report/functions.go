package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/report/table"
	"tiv/tracefeed"
)

// functions writes the functions that included threads called, by cumulative time, the
// longest first, then by name. Its states split the time in the function itself.
func (d *dump) functions(w io.Writer, format table.Format) error {
	columns := []string{"function", "calls", "cumulative_ns", "self_ns"}
	states := []tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.Blocking, tracefeed.IO, tracefeed.Unknown}
	for _, s := range states {
		columns = append(columns, s.String())
	}
	t := d.begin(w, format, columns...)
	tree := execution.NewTree(context.Background(), d.tl, d.executed())
	sums := tree.ByFunction()
	var rows []int
	for i := range sums {
		if sums[i].Calls > 0 {
			rows = append(rows, i)
		}
	}
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(sums[b].Cumulative, sums[a].Cumulative), strings.Compare(tree.Functions[a], tree.Functions[b]))
	})
	for _, i := range rows {
		s := &sums[i]
		t.Str(tree.Functions[i]).Num(s.Calls).Num(int64(s.Cumulative)).Num(int64(s.Self.Alive()))
		for _, state := range states {
			t.Num(int64(s.Self[state]))
		}
		t.End()
	}
	d.warnLeftOut(tree.Counts)
	if all, unknown := tree.Totals()[0], tree.Nodes[0].Self.Alive(); unknown > 0 && len(rows) > 0 {
		d.warn(fmt.Sprintf("the trace has no code for %.1f %% of the time of threads", 100*float64(unknown)/float64(all)))
	}
	return t.Close()
}
