package report

import (
	"context"
	"io"
	"strings"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Slicing is slices as columns and rows of tables.
type Slicing struct {
	names []string
	sets  []*slice.Set
	// base is the only time that counts, and baseName its name; nil for all.
	base     *slice.Set
	baseName string
	// shares: people see the times of rows as shares.
	shares bool
	// covering: the table of slices has no rows without time.
	covering bool
}

// Covering returns slices of which the table lists those that cover something.
func (x Slicing) Covering() Slicing {
	x.covering = true
	return x
}

// AsShares returns slices whose columns people see as shares of the time of each row, or of
// that in the base. Files have the times.
func (x Slicing) AsShares() Slicing {
	x.shares = true
	return x
}

// NewSlicing returns slices that count only what is in a base, given by its path; see
// slice.Within. It is the first column, with the name of its last slice. "" is no base.
func NewSlicing(s *slice.Slices, base string) Slicing {
	x := Slicing{base: s.Base(base), baseName: slice.PathTitle(base)}
	if x.base != nil {
		x.names, x.sets = append(x.names, base[strings.LastIndex(base, "\n")+1:]), append(x.sets, x.base)
	}
	for i, d := range s.Definitions {
		set := s.Sets[i]
		switch {
		case slice.OnPath(base, d.Name):
			continue
		case x.base != nil:
			set = slice.And(set, x.base)
		}
		x.names, x.sets = append(x.names, d.Name), append(x.sets, set)
	}
	return x
}

// Sets returns the slices in the order of their columns, the base first.
func (x Slicing) Sets() []*slice.Set { return x.sets }

// Rows returns the names of the slices without the base, and the place of the first among Sets.
func (x Slicing) Rows() (names []string, from int) {
	if x.base != nil {
		from = 1
	}
	return x.names[from:], from
}

// Based reports whether only the time in a base counts.
func (x Slicing) Based() bool { return x.base != nil }

// SlicedColumns appends a column for each slice; of returns the time of a row in a slice,
// whole all its time that counts.
func SlicedColumns[R any](x Slicing, columns []table.Column[R], of func(r *R, slice int) tracefeed.Time,
	whole func(*R) tracefeed.Time) []table.Column[R] {
	return moreSliced(x, columns, sliceHead{"", "_ns", "Time in this slice."}, of, whole)
}

// sliceHead is the head of a column of each slice: ends of its title and of its name in files.
type sliceHead struct{ title, file, help string }

// moreSliced is SlicedColumns for columns of some kind.
func moreSliced[R any](x Slicing, columns []table.Column[R], h sliceHead, of func(r *R, slice int) tracefeed.Time,
	whole func(*R) tracefeed.Time) []table.Column[R] {
	for i, name := range x.names {
		shares := x.shares && (i > 0 || x.base == nil)
		columns = append(columns, timeOf(table.Head{Name: "slice:" + name + h.file, Title: name + h.title, Aside: shares, Help: h.help},
			func(r *R) tracefeed.Time { return of(r, i) }))
		if shares {
			columns = append(columns, table.Column[R]{Head: table.Head{Title: name + h.title + " %", Kind: table.Share,
				Help: "Share of the time of the row that is in this slice."},
				Number: func(r *R) int64 { return int64(1e6 * float64(of(r, i)) / float64(max(whole(r), 1))) }})
		}
	}
	return columns
}

// slicedRow is the time of included threads in a slice.
type slicedRow struct {
	name    string
	threads int
	times   tracefeed.StateTimes
}

// slicedRows adds up the threads in each slice.
func slicedRows(x Slicing, times [][]tracefeed.StateTimes) (rows []slicedRow) {
	for i, name := range x.names {
		r := slicedRow{name: name}
		r.times, r.threads = slice.Sum(times[i])
		if r.threads > 0 || !x.covering {
			rows = append(rows, r)
		}
	}
	return rows
}

// sliceColumns are the columns of a slice.
func sliceColumns() []table.Column[slicedRow] {
	type row = slicedRow
	columns := []table.Column[row]{
		textOf(table.Head{Name: "slice", Title: "slice"}, func(r *row) string { return r.name }),
		count(table.Head{Name: "threads", Title: "threads", Help: "Threads with time in the slice."},
			func(r *row) int { return r.threads }),
		timeOf(table.Head{Name: "covered_ns", Title: "covered", Help: "Time of threads in the slice, added up over threads."},
			func(r *row) tracefeed.Time { return r.times.Alive() }),
	}
	for _, s := range StateOrder {
		columns = append(columns, timeOf(table.Head{Name: s.String(), Title: s.String(), Help: "Time in the slice in " +
			"which its thread was in this state."},
			func(r *row) tracefeed.Time { return r.times[s] }))
	}
	return columns
}

// SliceList lists slices.
func SliceList(ctx context.Context, tl *timeline.Timeline, x Slicing, q totals.Query) (l List, ok bool) {
	rows := slicedRows(x, slice.Times(ctx, tl, included(tl, q), q.From, q.To, x.sets))
	l.Table = table.New(rows, sliceColumns())
	l.Spot = func(int) Spot { return Spot{Moment: -1} }
	return l, ctx.Err() == nil
}

// slices writes the slices.
func (d *dump) slices(w io.Writer, format table.Format) error {
	times := slice.Times(context.Background(), d.tl, d.win.included(d.tl), d.win.From, d.win.To, d.win.Slices.sets)
	return writeAll(d, w, format, slicedRows(d.win.Slices, times), sliceColumns())
}

// slicedThreads are the columns of threads with those of slices. The states of the rows
// become those in the base.
func slicedThreads(ctx context.Context, n namer, rows []threadRow, from, to tracefeed.Time, x Slicing) []table.Column[threadRow] {
	columns := threadColumns(n)
	if x.base == nil { // a base is of states, not of processors
		columns = append(columns, placeColumns(ctx, n.tl, from, to)...)
	}
	if len(x.sets) == 0 && x.base == nil {
		return columns
	}
	of := make([]bool, len(n.tl.Threads))
	for i := range rows {
		of[rows[i].id] = true
	}
	sets := x.sets
	if len(sets) == 0 {
		sets = []*slice.Set{x.base}
	}
	times := slice.Times(ctx, n.tl, of, from, to, sets)
	for i := range rows {
		if x.base != nil {
			rows[i].times = times[0][rows[i].id]
		}
	}
	return SlicedColumns(x, columns, func(r *threadRow, i int) tracefeed.Time { return times[i][r.id].Alive() },
		func(r *threadRow) tracefeed.Time { return r.times.Alive() })
}

// slicedFunctions are the columns of functions with those of slices.
func (t *functionTable) slicedFunctions(x Slicing) []table.Column[functionRow] {
	columns := SlicedColumns(x, t.columns(), func(r *functionRow, i int) tracefeed.Time {
		if r.In == nil {
			return 0
		}
		return r.In[i]
	}, func(r *functionRow) tracefeed.Time { return r.Cumulative.Alive() })
	if t.by == byObject {
		columns = append(columns, slicedSizes(x)...)
	}
	return columns
}

// Query adds the slices to a query of calls.
func (x *Slicing) Query(q execution.Query) execution.Query {
	for _, s := range x.sets {
		q.Sets = append(q.Sets, s)
	}
	if x.base != nil {
		q.Within = x.base
	}
	return q
}

// sliced writes the time of an interval of a thread in each slice, within the window.
func (w *Window) sliced(t *table.Writer, id tracefeed.ThreadID, start, end tracefeed.Time) *table.Writer {
	for _, set := range w.Slices.sets {
		t.Num(int64(set.Time(id, max(start, w.From), min(end, w.To))))
	}
	return t
}

// counts reports whether some of an interval of a thread, within the window, is in the base.
func (w *Window) counts(id tracefeed.ThreadID, start, end tracefeed.Time) bool {
	return w.Slices.has(id, max(start, w.From), min(end, w.To))
}

// columns returns the names of the columns of slices in files.
func (x Slicing) columns(others ...string) []string {
	for _, name := range x.names {
		others = append(others, "slice:"+name+"_ns")
	}
	return others
}
