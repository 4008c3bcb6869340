package report

import (
	"context"
	"fmt"
	"io"

	"tiv/interaction/totals"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// processorRow is the data of a processor's row.
type processorRow struct {
	processor.Use
	length tracefeed.Time // of the interval
}

// processorColumns are the columns of a processor. Their names in files are stable.
func processorColumns() []table.Column[processorRow] {
	type row = processorRow
	return []table.Column[row]{
		count(table.Head{Name: "processor", Title: "processor", Help: "Number of the processor; of a Go program, of its P."},
			func(r *row) int { return int(r.CPU) - 1 }),
		timeOf(table.Head{Name: "busy_ns", Title: "busy", Help: "Time with a thread on it."},
			func(r *row) tracefeed.Time { return r.Busy }),
		timeOf(table.Head{Name: "idle_ns", Title: "idle", Help: "Time in which no thread is known to be on it."},
			func(r *row) tracefeed.Time { return r.length - r.Busy - r.Unknown }),
		timeOf(table.Head{Name: "unknown_ns", Title: "unknown", Help: "Time in which the trace does not say what it ran."},
			func(r *row) tracefeed.Time { return r.Unknown }),
		timeOf(table.Head{Name: "several_ns", Title: "several", Help: "The part of the busy time with several threads at once, " +
			"which contradicts itself."}, func(r *row) tracefeed.Time { return r.Several }),
		count(table.Head{Name: "threads", Title: "threads", Help: "Number of threads that were on it."},
			func(r *row) int { return r.Threads }),
		count(table.Head{Name: "switches", Title: "switches", Help: "How often a thread got it."},
			func(r *row) int { return r.Switches }),
	}
}

// processorRows returns the rows of processors in an interval, with all threads that they ran, and
// what the rows lack; "" for nothing.
func processorRows(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) (rows []processorRow, note string) {
	from, to = max(from, 0), min(to, tl.End)
	for _, u := range processor.Uses(ctx, tl, from, to) {
		rows = append(rows, processorRow{u, max(0, to-from)})
	}
	if missing := runningElsewhere(ctx, tl, from, to); missing > 0 && len(rows) > 0 {
		note = fmt.Sprintf("threads ran for %v on processors that the trace does not name", missing)
	}
	return rows, note
}

// processors writes the processors.
func (d *dump) processors(w io.Writer, format table.Format) error {
	rows, note := processorRows(context.Background(), d.tl, d.win.From, d.win.To)
	if note != "" {
		d.win.warn(note)
	}
	return writeAll(d, w, format, rows, processorColumns())
}

// ProcessorList lists the processors that the trace names, with the time for which they ran
// threads, whichever the query is about.
func ProcessorList(ctx context.Context, tl *timeline.Timeline, q totals.Query) (l List, ok bool) {
	rows, note := processorRows(ctx, tl, q.From, q.To)
	if l.Note = note; len(rows) == 0 {
		l.Note = "the trace names no processors"
	}
	l.Table = table.New(rows, processorColumns())
	l.Spot = func(int) Spot { return Spot{Moment: -1} }
	return l, ctx.Err() == nil
}

// runningElsewhere returns the time for which threads ran on no processor that the trace names.
func runningElsewhere(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) (all tracefeed.Time) {
	var ids []tracefeed.ThreadID
	for id, p := range processor.PlacesOf(ctx, tl, from, to, nil) {
		if id > 0 {
			ids = append(ids, tracefeed.ThreadID(id))
			all -= p.Time
		}
	}
	tl.EachSum(ids, from, to, func(_ int, b *tracefeed.StateTimes) { all += b[tracefeed.Running] })
	return all
}

// placeColumns are the columns about the processors of threads in an interval; none if the trace
// names no processors.
func placeColumns(ctx context.Context, tl *timeline.Timeline, from, to tracefeed.Time) []table.Column[threadRow] {
	if processor.Named(tl) == nil {
		return nil
	}
	of := processor.PlacesOf(ctx, tl, from, to, nil)
	return []table.Column[threadRow]{
		count(table.Head{Name: "processors", Title: "processors", Help: "Number of processors on which it ran."},
			func(r *threadRow) int { return len(of[r.id].CPUs) }),
		count(table.Head{Name: "migrations", Title: "migrations", Help: "How often it ran on another processor than before."},
			func(r *threadRow) int { return of[r.id].Migrations }),
	}
}
