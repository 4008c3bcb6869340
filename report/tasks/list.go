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
type Row struct{ *task.Task }

// OfType returns the tasks of a type, of all types if it is empty, in order of their starts.
func OfType(x *task.Index, of string) (rows []Row) {
	for i := range x.Tasks {
		if t := &x.Tasks[i]; of == "" || t.Type == of {
			rows = append(rows, Row{t})
		}
	}
	return rows
}

// Slowest returns the n rows with the longest durations, those first.
func Slowest(rows []Row, n int) []Row {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
	return rows[:min(n, len(rows))]
}

// RowTable is a table of tasks.
func RowTable(rows []Row, tl *timeline.Timeline) *table.Table {
	threads := func(name func(tracefeed.Thread) string) func(*Row) string {
		return func(r *Row) string {
			var names []string
			for _, t := range r.Threads {
				names = append(names, name(tl.Threads[t]))
			}
			return strings.Join(names, ";")
		}
	}
	columns := []table.Column[Row]{
		{Head: table.Head{Name: "task", Title: "task", Kind: table.Count}, Number: func(r *Row) int64 { return r.Number }},
		{Head: table.Head{Name: "type", Title: "type"}, Text: func(r *Row) string { return r.Type }},
		{Head: table.Head{Name: "parent", Title: "parent", Kind: table.Count}, Number: func(r *Row) int64 { return r.Parent }},
		{Head: table.Head{Name: "start_ns", Title: "start", Kind: table.Moment}, Number: func(r *Row) int64 { return int64(r.Start) }},
		{Head: table.Head{Name: "duration_ns", Title: "duration", Kind: table.Duration},
			Number: func(r *Row) int64 { return int64(r.End - r.Start) }},
	}
	columns = append(columns, spent(func(r *Row) *task.Bill { return &r.Total })...)
	columns = append(columns,
		table.Column[Row]{Head: table.Head{Name: "evidence", Title: "evidence"},
			Text: func(r *Row) string { return r.Evidence.String() }},
		table.Column[Row]{Head: table.Head{Name: "threads", Title: "threads"},
			Text: threads(func(t tracefeed.Thread) string { return t.ID }), Shown: func(r *Row) string {
				if n := len(r.Threads); n > 4 {
					return strings.Join(strings.SplitN(threads(threadName)(r), ";", 5)[:4], ", ") + " …"
				}
				return strings.ReplaceAll(threads(threadName)(r), ";", ", ")
			}})
	return table.New(rows, columns)
}

func threadName(t tracefeed.Thread) string { return t.Name }
