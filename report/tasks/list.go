package tasks

import (
	"cmp"
	"slices"
	"strings"

	"tiv/report/table"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Row is a row about a task.
type Row struct {
	*task.Task
	first tracefeed.ThreadID // the first to work for it or a part of it; NoThread for none
	in    []tracefeed.Time   // by slice, the work for it and its parts
	by    string             // what begins it
}

// Rows returns the tasks for which fit is true, all of them if it is nil, in order of their
// starts.
func Rows(x *task.Index, fit []bool) (rows []Row) {
	first := firstThreads(x)
	for i := range x.Tasks {
		if fit == nil || fit[i] {
			rows = append(rows, Row{Task: &x.Tasks[i], first: first[i], by: x.DefinedBy(i)})
		}
	}
	return rows
}

// firstThreads returns, by task, the thread that first worked for it or for a part of it; of
// several the one with the lowest id.
func firstThreads(x *task.Index) []tracefeed.ThreadID {
	first, since := make([]tracefeed.ThreadID, len(x.Tasks)), make([]tracefeed.Time, len(x.Tasks))
	x.EachWork(func(w *task.Work) {
		// Where a task is not changed, those around it are not, either.
		for i := int(w.Task); i >= 0 && (first[i] == tracefeed.NoThread || w.Start < since[i]); i = x.Tasks[i].Around {
			first[i], since[i] = w.Thread, w.Start
		}
	})
	return first
}

// Slowest returns the n rows with the longest durations, those first.
func Slowest(rows []Row, n int) []Row {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
	return rows[:min(n, len(rows))]
}

// RowTable is a table of tasks.
func RowTable(rows []Row, tl *timeline.Timeline) *table.Table {
	return table.New(rows, rowColumns(rows, tl))
}

// rowColumns are the columns of tasks. Their names in files are stable.
func rowColumns(rows []Row, tl *timeline.Timeline) []table.Column[Row] {
	count := func(h table.Head, of func(*Row) int64) table.Column[Row] {
		h.Kind = table.Count
		return table.Column[Row]{Head: h, Number: of}
	}
	columns := []table.Column[Row]{
		count(table.Head{Name: "task", Title: "task", Help: "Number of the task."}, func(r *Row) int64 { return r.Number }),
		{Head: table.Head{Name: "type", Title: "type", Help: "Name of the definition that it fits, or what the trace calls it."},
			Text: func(r *Row) string { return r.Type }},
		count(table.Head{Name: "parent", Title: "parent", Help: "Number of the task that it is a part of; 0 for none."},
			func(r *Row) int64 { return r.Parent }),
		{Head: table.Head{Name: "start_ns", Title: "start", Kind: table.Moment, Help: "Time of its start."},
			Number: func(r *Row) int64 { return int64(r.Start) }},
		{Head: table.Head{Name: "duration_ns", Title: "duration", Kind: table.Duration, Help: "Time from its start to its end."},
			Number: func(r *Row) int64 { return int64(r.End - r.Start) }},
	}
	columns = append(columns, spent(func(r *Row) *task.Bill { return &r.Total })...)
	columns = append(columns,
		table.Column[Row]{Head: table.Head{Name: "evidence", Title: "evidence", Short: true, Help: "observed: by calls, objects or ids " +
			"in the trace. inferred: some of its work is known only by who woke or created the thread."},
			Text: func(r *Row) string { return r.Evidence.String() }},
		threadsColumn(tl))
	columns = withoutZeros(rows, columns)
	of := func(h table.Head, number func(*task.Bill) int64) table.Column[Row] {
		h.Aside = true
		return count(h, func(r *Row) int64 { return number(&r.Total) })
	}
	return append(columns,
		of(table.Head{Name: "calls", Title: "calls", Help: "Number of calls for it."}, func(b *task.Bill) int64 { return b.Calls }),
		of(table.Head{Name: "allocs", Title: "allocations", Help: "Number of objects allocated for it."},
			func(b *task.Bill) int64 { return b.Allocs }),
		of(table.Head{Name: "alloc_bytes", Title: "bytes", Help: "Bytes allocated for it."},
			func(b *task.Bill) int64 { return b.AllocBytes }),
		of(table.Head{Name: "gcs", Title: "collections", Help: "Number of garbage collections during which a thread worked for it."},
			func(b *task.Bill) int64 { return int64(b.Collections) }),
		count(table.Head{Name: "object", Title: "object", Aside: true,
			Help: "Number or address of the object of the call with which it began; 0 for none."}, func(r *Row) int64 { return r.Object }),
		table.Column[Row]{Head: table.Head{Name: "first_thread", Title: "first thread", Aside: true,
			Help: "The thread that first worked for it."},
			Text: func(r *Row) string { return idOf(tl, r.first) }, Shown: func(r *Row) string { return nameOf(tl, r.first) }},
		definedBy(rows, func(r *Row) string { return r.by }))
}

// threadsColumn is the column of the threads of a task: of many, people see the first.
func threadsColumn(tl *timeline.Timeline) table.Column[Row] {
	list := func(of []tracefeed.ThreadID, name func(*timeline.Timeline, tracefeed.ThreadID) string, between string) string {
		var names []string
		for _, t := range of {
			names = append(names, name(tl, t))
		}
		return strings.Join(names, between)
	}
	return table.Column[Row]{Head: table.Head{Name: "threads", Title: "threads", Help: "Threads that worked for it."},
		Text: func(r *Row) string { return list(r.Threads, idOf, ";") }, Shown: func(r *Row) string {
			const most = 4
			if len(r.Threads) > most {
				return list(r.Threads[:most], nameOf, ", ") + " …"
			}
			return list(r.Threads, nameOf, ", ")
		}}
}

// idOf and nameOf return the id and the name of a thread; "" for none.
func idOf(tl *timeline.Timeline, t tracefeed.ThreadID) string   { return tl.Threads[t].ID }
func nameOf(tl *timeline.Timeline, t tracefeed.ThreadID) string { return tl.Threads[t].Name }
