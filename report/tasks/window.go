package tasks

import (
	"context"

	"tiv/interaction/totals"
	"tiv/report"
	"tiv/report/table"
	"tiv/task"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Query says which tasks a table of the window lists.
type Query struct {
	// Totals has the interval and the threads: a task is listed if it is there at some time of the
	// interval, and one of its threads counts. Its numbers are those of all of it.
	Totals totals.Query
	// Where is a condition of the listed tasks.
	Where where.Condition
	// Slicing adds columns of slices. Tasks without work in its base are left out.
	Slicing report.Slicing
}

// List lists tasks. ok is false if ctx was done before.
func (q Query) List(ctx context.Context, x *task.Index, tl *timeline.Timeline) (l report.List, ok bool) {
	fit, in, err := q.fitting(ctx, x, tl)
	if ctx.Err() != nil {
		return l, false
	}
	rows := Rows(x, fit)
	for n, i := 0, 0; n < len(rows) && in != nil; i++ {
		if fit == nil || fit[i] {
			rows[n].in = in[i]
			n++
		}
	}
	columns := report.SlicedColumns(q.Slicing, rowColumns(rows, tl), func(r *Row, i int) tracefeed.Time { return r.in[i] },
		func(r *Row) tracefeed.Time { return r.Total.Times.Alive() })
	l.Table, l.Note = table.New(rows, columns), note(x, err)
	l.Spot = func(row int) report.Spot {
		id := rows[row].ID()
		return report.Spot{Moment: id.Start, Task: id, Tasks: []task.ID{id}}
	}
	return l, ctx.Err() == nil
}

// Groups adds up tasks by one of Groupings. ok is false if ctx was done before.
func (q Query) Groups(ctx context.Context, x *task.Index, tl *timeline.Timeline, by string) (l report.List, ok bool) {
	fit, in, err := q.fitting(ctx, x, tl)
	if ctx.Err() != nil {
		return l, false
	}
	g := &grouper{x: x, tl: tl, first: firstThreads(x)}
	names, from := q.Slicing.Rows()
	if g.slices = names; in != nil {
		for _, times := range in {
			g.in = append(g.in, times[from:])
		}
	}
	rows := grouped(x, tl, fit, g.keys(by))
	if fit == nil && len(rows) > 0 && by == Groupings()[0] {
		rows = append(rows, noTask(x, tl))
	}
	l.Table, l.Note = table.New(rows, typeColumns(rows, g.column(by))), note(x, err)
	l.Spot = g.spots(rows, fit, by)
	return l, ctx.Err() == nil
}

// note says what a table of tasks lacks.
func note(x *task.Index, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case len(x.Tasks) == 0:
		return "the trace names no tasks, and no definition matches a call"
	}
	return "times are those of whole tasks with their parts"
}

// fitting returns, by task, whether it is listed, nil if all are, and the time of its work, and of
// its parts, in each slice; nil without slices. A condition that fails for a task fits none.
func (q *Query) fitting(ctx context.Context, x *task.Index, tl *timeline.Timeline) (fit []bool, in [][]tracefeed.Time, err error) {
	fit, err = where.New(x, tl).Fitting(q.Where)
	if err != nil {
		fit = make([]bool, len(x.Tasks))
	}
	in = inSlices(ctx, x, q.Slicing)
	all := true
	for i := range x.Tasks {
		t := &x.Tasks[i]
		fit[i] = fit[i] && q.covers(t, tl.End) && (!q.Slicing.Based() || in[i][0] > 0)
		all = all && fit[i]
	}
	if all && !q.Slicing.Based() && q.Totals.From <= 0 && q.Totals.To >= tl.End {
		fit = nil
	}
	return fit, in, err
}

// covers reports whether a task is there in the interval of a trace that ends at a time, and one
// of its threads counts. A task without threads counts.
func (q *Query) covers(t *task.Task, end tracefeed.Time) bool {
	if t.Start >= q.Totals.To && q.Totals.To < end || t.End <= q.Totals.From && t.Start < q.Totals.From {
		return false
	}
	for _, id := range t.Threads {
		if q.Totals.Of(id) {
			return true
		}
	}
	return len(t.Threads) == 0
}

// inSlices returns, by task and slice, the time of threads that worked for it or a part of it.
func inSlices(ctx context.Context, x *task.Index, sliced report.Slicing) (in [][]tracefeed.Time) {
	sets := sliced.Sets()
	if len(sets) == 0 {
		return nil
	}
	times := make([]tracefeed.Time, len(x.Tasks)*len(sets))
	for i := range x.Tasks {
		in = append(in, times[i*len(sets):(i+1)*len(sets)])
	}
	x.EachWork(func(w *task.Work) {
		if ctx.Err() != nil {
			return
		}
		for k, set := range sets {
			d := set.Time(w.Thread, w.Start, w.End)
			for i := int(w.Task); i >= 0 && d > 0; i = x.Tasks[i].Around {
				in[i][k] += d
			}
		}
	})
	return in
}
