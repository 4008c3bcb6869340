package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/handler"
	"tiv/interaction"
	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Window is the part of a trace that a table is about.
type Window struct {
	// From and To bound the time; rows that reach beyond are cut.
	From, To tracefeed.Time
	// Step is the length of buckets.
	Step tracefeed.Time
	// By is one of FunctionGroupings, by which the table of functions adds up calls; "" for
	// functions.
	By string
	// Runtime includes the threads of the language's runtime.
	Runtime bool
	// Slices are further columns of all tables, and the rows of the table of slices. Only what
	// is in their base counts.
	Slices Slicing
	// Tasks says how the tasks of the table of these are found. The window sets its times.
	Tasks task.Options
	// Handlers say how the stacks for the table of handlers are read, and Limits which functions
	// are found by them, the default ones if it is zero. The window sets the times.
	Handlers handler.Options
	Limits   handler.Thresholds
	// Warn receives sentences about rows that the table lacks, and about a table
	// without rows. It may be nil.
	Warn func(sentence string)
}

// warn calls Warn.
func (w *Window) warn(sentence string) {
	if w.Warn != nil {
		w.Warn(sentence)
	}
}

// warnEmpty warns of a table without rows, of a trace that ends at some time.
func (w *Window) warnEmpty(name string, end tracefeed.Time) {
	if w.From > 0 || w.To < end {
		w.warn(fmt.Sprintf("there are no %s from %v to %v", name, w.From, min(w.To, end)))
		return
	}
	w.warn("there are no " + name)
}

// tables are the tables of a timeline, in the order in which help lists them.
var tables = []struct {
	name  string
	write func(*dump, io.Writer, table.Format) error
}{
	{"spans", (*dump).spans}, {"buckets", (*dump).buckets}, {"edges", (*dump).edges},
	{"threads", (*dump).threads}, {"processes", (*dump).processes}, {"processors", (*dump).processors},
	{"monitors", (*dump).monitors}, {"holders", (*dump).holders},
	{"calls", (*dump).calls}, {"functions", (*dump).functions},
	{"objects", (*dump).objects}, {"allocations", (*dump).allocations}, {"regions", (*dump).regions},
	{"samples", (*dump).samples}, {"tasks", (*dump).tasks}, {"handlers", (*dump).handlers}, {"types", (*dump).types},
	{"slices", (*dump).slices},
}

// Tables lists the names of all tables of a timeline. The table "events" is
// not among them, because a timeline does not keep events.
func Tables() []string {
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}

// Dump writes a table of a timeline. Memory is bounded except for the tables of
// threads, monitors, holders, tasks, handlers, functions, objects, allocations and types, which have a
// row for each. It returns an error of writing or of a temporary file, or one that names an
// unknown table or a wrong step.
func Dump(w io.Writer, tl *timeline.Timeline, name string, win Window, format table.Format) error {
	d := dump{tl: tl, win: win, limits: limits{buckets: 1 << 20, rows: 1 << 17}}
	return d.write(w, name, format)
}

// write writes a table.
func (d *dump) write(w io.Writer, name string, format table.Format) error {
	d.win.To = min(d.win.To, d.tl.End)
	for _, t := range tables {
		if t.name != name {
			continue
		}
		err := t.write(d, w, format)
		if err == nil && d.table.Rows() == 0 {
			d.win.warnEmpty(name, d.tl.End)
		}
		return err
	}
	return fmt.Errorf("unknown table %q: want events, %s", name, strings.Join(Tables(), ", "))
}

// dump is a timeline and the part of it to write.
type dump struct {
	win Window
	tl  *timeline.Timeline
	limits
	table *table.Writer
}

// begin begins the table.
func (d *dump) begin(w io.Writer, format table.Format, columns ...string) *table.Writer {
	d.table = table.NewWriter(w, format, columns...)
	return d.table
}

// limits are the largest numbers of buckets, and of rows to be sorted, in
// memory.
type limits struct{ buckets, rows int }

// includes reports whether a thread is included.
func (w *Window) includes(tl *timeline.Timeline, t tracefeed.ThreadID) bool {
	return t != tracefeed.NoThread && (w.Runtime || !tl.Threads[t].System)
}

// threadIDs lists the included threads, by id.
func (w *Window) threadIDs(tl *timeline.Timeline) (ids []tracefeed.ThreadID) {
	for t := range tracefeed.ThreadID(len(tl.Threads)) {
		if w.includes(tl, t) {
			ids = append(ids, t)
		}
	}
	return ids
}

// included has for each thread, by id, whether it is included.
func (w *Window) included(tl *timeline.Timeline) []bool {
	of := make([]bool, len(tl.Threads))
	for t := range of {
		of[t] = w.includes(tl, tracefeed.ThreadID(t))
	}
	return of
}

func (d *dump) thread(t tracefeed.ThreadID) string   { return d.tl.Threads[t].ID }
func (d *dump) monitor(m tracefeed.MonitorID) string { return d.tl.Monitors[m].ID }

// place names the place of a stack.
func (d *dump) place(s tracefeed.StackID) string {
	f, _ := Place(frames(d.tl, s))
	return f.Func
}

// spans reads the trace once, page by page.
func (d *dump) spans(w io.Writer, format table.Format) error {
	t := d.begin(w, format, d.win.Slices.columns("thread", "start_ns", "end_ns", "state", "cause", "monitor", "other", "shared",
		"place")...)
	rows := newSpool(spanCodec, len(d.tl.Threads), d.limits.rows)
	of, from, to := d.win.included(d.tl), d.win.From, d.win.To
	d.tl.EachSpan(context.Background(), of, from, to, func(thread tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if s.State != tracefeed.NotAlive && d.win.counts(thread, s.Start, end) {
			rows.add(spanRow{*s, thread, end})
		}
	})
	err := rows.each(func(r *spanRow) { d.span(t, r) })
	return errors.Join(err, rows.close(), t.Close())
}

// span writes the part of a span in the window.
func (d *dump) span(t *table.Writer, r *spanRow) {
	cause := ""
	if r.State == tracefeed.Suspended || r.State == tracefeed.IO {
		cause = r.Cause.String()
	}
	t.Str(d.thread(r.thread)).Num(int64(max(r.Start, d.win.From))).Num(int64(min(r.end, d.win.To))).Str(r.State.String()).Str(cause).
		Str(d.monitor(r.Monitor)).Str(d.thread(r.Other)).Yes(r.Shared).Str(d.place(r.Stack))
	d.win.sliced(t, r.thread, r.Start, r.end).End()
}

// buckets writes the buckets of threads, without steps in which a thread was
// not alive. It reads the trace once for as many threads as fit in memory.
func (d *dump) buckets(w io.Writer, format table.Format) error {
	if d.win.Step <= 0 {
		return fmt.Errorf("invalid step %v: want more than 0", d.win.Step)
	}
	d.win.Step = min(d.win.Step, max(1, d.win.To-d.win.From)) // a longer one would be cut anyway
	t := d.begin(w, format, d.win.Slices.columns("thread", "start_ns", "running", "runnable", "suspended", "blocking", "io", "unknown")...)
	steps := (max(d.win.From, d.win.To)-d.win.From-1)/d.win.Step + 1
	most := tracefeed.Time(d.limits.buckets)
	band := min(max(steps, 1), most)
	for group := range slices.Chunk(d.win.threadIDs(d.tl), int(most/band)) {
		// If there is more than one band, there is only one thread.
		for first := tracefeed.Time(0); first < steps; first += band {
			d.someBuckets(t, group, d.win.From+first*d.win.Step, int(min(band, steps-first)))
		}
	}
	return t.Close()
}

// someBuckets writes n steps of some threads. The last step ends with the
// window.
func (d *dump) someBuckets(t *table.Writer, group []tracefeed.ThreadID, from tracefeed.Time, n int) {
	out := make([]tracefeed.StateTimes, len(group)*n)
	put := func(first int) func(row, i int, b *tracefeed.StateTimes) {
		return func(row, i int, b *tracefeed.StateTimes) { out[row*n+first+i] = *b }
	}
	whole := int(min(tracefeed.Time(n), (d.win.To-from)/d.win.Step))
	d.tl.EachBucket(context.Background(), group, from, d.win.Step, whole, put(0))
	if last := from + tracefeed.Time(whole)*d.win.Step; whole < n {
		d.tl.EachBucket(context.Background(), group, last, d.win.To-last, 1, put(whole))
	}
	if base := d.win.Slices.base; base != nil {
		clear(out)
		d.bucketsIn(base, out, group, from, n)
	}
	for k, b := range out {
		if b.Alive() > 0 {
			id, start := group[k/n], from+tracefeed.Time(k%n)*d.win.Step
			bucketCells(t.Str(d.thread(id)).Num(int64(start)), b)
			d.win.sliced(t, id, start, start+d.win.Step).End()
		}
	}
}

// bucketCells adds a bucket's states in the order of the command line's promise.
func bucketCells(t *table.Writer, b tracefeed.StateTimes) *table.Writer {
	for _, s := range StateOrder {
		t.Num(int64(b[s]))
	}
	return t
}

// StateOrder is the order in which tables list states.
var StateOrder = [tracefeed.NumStates]tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended,
	tracefeed.Blocking, tracefeed.IO, tracefeed.Unknown}

// edges reads the trace once, page by page.
func (d *dump) edges(w io.Writer, format table.Format) error {
	columns := slicedEdges(namer{tl: d.tl}, d.win.Slices)
	t := d.begin(w, format, table.Names(columns)...)
	rows := newSpool(edgeCodec, len(d.tl.Threads), d.limits.rows)
	of, from, to := d.win.included(d.tl), d.win.From, d.win.To
	interaction.EachMergedEdgeOf(context.Background(), d.tl, of, from, to, func(float64) {}, func(e interaction.Edge) {
		if d.win.counts(e.Blocked, e.Start, e.End) {
			rows.add(e)
		}
	})
	err := rows.each(func(e *interaction.Edge) { table.Put(t, columns, e) })
	return errors.Join(err, rows.close(), t.Close())
}

func (d *dump) threads(w io.Writer, format table.Format) error {
	rows := threadRows(d.tl, d.win.threadIDs(d.tl), d.win.From, d.win.To)
	return writeAll(d, w, format, rows, slicedThreads(context.Background(), namer{tl: d.tl}, rows, d.win.From, d.win.To, d.win.Slices))
}

// threadRows computes the rows of threads, which are sorted by id.
func threadRows(tl *timeline.Timeline, ids []tracefeed.ThreadID, from, to tracefeed.Time) []threadRow {
	rows := make([]threadRow, len(ids))
	for i, id := range ids {
		start, end := tl.Lane(id).Life()
		rows[i] = threadRow{id: id, system: tl.Threads[id].System, start: start, end: end}
	}
	tl.EachSum(ids, from, to, func(row int, b *tracefeed.StateTimes) { rows[row].times = *b })
	return rows
}

func (d *dump) monitors(w io.Writer, format table.Format) error {
	rows, _, _ := monitorRows(context.Background(), d.tl, d.win.totals(d.tl))
	rows, columns := slicedMonitors(namer{tl: d.tl}, rows, d.win.Slices, d.win.To-d.win.From)
	return writeAll(d, w, format, rows, columns)
}

func (d *dump) holders(w io.Writer, format table.Format) error {
	_, uses, _ := totals.Monitors(context.Background(), d.tl, d.win.totals(d.tl))
	return writeAll(d, w, format, uses, slicedHolders(namer{tl: d.tl}, d.win.Slices))
}

// totals is the query of the window.
func (w *Window) totals(tl *timeline.Timeline) totals.Query {
	return w.Slices.Totals(totals.Query{From: w.From, To: w.To, Of: func(t tracefeed.ThreadID) bool { return w.includes(tl, t) }})
}

func writeAll[R any](d *dump, w io.Writer, format table.Format, rows []R, columns []table.Column[R]) error {
	t := d.begin(w, format, table.Names(columns)...)
	for i := range rows {
		table.Put(t, columns, &rows[i])
	}
	return t.Close()
}
