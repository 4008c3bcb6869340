package report

import (
	"context"
	"fmt"
	"io"

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
		textOf(table.Head{Name: "processor"}, func(r *row) string { return tracefeed.CPUName(r.CPU) }),
		timeOf(table.Head{Name: "busy_ns"}, func(r *row) tracefeed.Time { return r.Busy }),
		timeOf(table.Head{Name: "idle_ns"}, func(r *row) tracefeed.Time { return r.length - r.Busy - r.Unknown }),
		timeOf(table.Head{Name: "unknown_ns"}, func(r *row) tracefeed.Time { return r.Unknown }),
		timeOf(table.Head{Name: "several_ns"}, func(r *row) tracefeed.Time { return r.Several }),
		count(table.Head{Name: "threads"}, func(r *row) int { return r.Threads }),
		count(table.Head{Name: "switches"}, func(r *row) int { return r.Switches }),
	}
}

// processors writes the processors, with all threads that they ran.
func (d *dump) processors(w io.Writer, format table.Format) error {
	from, to := max(d.win.From, 0), d.win.To
	ctx := context.Background()
	var rows []processorRow
	for _, u := range processor.Uses(ctx, d.tl, from, to) {
		rows = append(rows, processorRow{u, max(0, to-from)})
	}
	if missing := runningElsewhere(ctx, d.tl, from, to); missing > 0 && len(rows) > 0 {
		d.win.warn(fmt.Sprintf("threads ran for %v on processors that the trace does not name", missing))
	}
	return writeAll(d, w, format, rows, processorColumns())
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
	if !processor.Named(tl) {
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
