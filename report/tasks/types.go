package tasks

import (
	"cmp"
	"math"
	"slices"

	"tiv/report/table"
	"tiv/task"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Type is what the tasks of one type are like, and what they and their parts cost together.
type Type struct {
	Name string
	// NoTask is true for the time for no task, which is no type.
	NoTask bool
	// tasks is their number, open that of those without a start or an end in the trace. What is
	// said of durations is about the others.
	tasks, open int
	// rate is the number of tasks begun in a second of the trace, in thousandths.
	rate                     int64
	mean, p50, p95, p99, max tracefeed.Time
	Bill                     task.Bill
	key                      key
	// by says what begins the tasks, as Index.DefinedBy; several are "mixed".
	by string
}

// Types returns the types of tasks, those with the longest durations together first. Tasks for
// which fit is false do not count. If it is nil, all do, and the time of threads for no task is
// the last row, so that it and the tasks that are no parts add up to the life of the threads.
func Types(x *task.Index, tl *timeline.Timeline, fit []bool) []Type {
	out := grouped(x, tl, fit, func(i int, keys []key) []key { return append(keys, key{name: x.Tasks[i].Type}) })
	if fit == nil && len(out) > 0 {
		out = append(out, noTask(x, tl))
	}
	return out
}

// key names a group of tasks: by a number and a name.
type key struct {
	n    int64
	name string
}

// grouped adds up tasks, those with the longest durations together first. keys appends the groups
// of a task.
func grouped(x *task.Index, tl *timeline.Timeline, fit []bool, keys func(i int, list []key) []key) (out []Type) {
	durations, of := map[key][]tracefeed.Time{}, map[key]*Type{}
	var list []key
	for i := range x.Tasks {
		if fit != nil && !fit[i] {
			continue
		}
		t := &x.Tasks[i]
		list = keys(i, list[:0])
		for _, k := range list {
			y := of[k]
			if y == nil {
				y = &Type{Name: k.name, key: k, by: x.DefinedBy(i)}
				of[k] = y
			}
			if y.by != x.DefinedBy(i) {
				y.by = "mixed"
			}
			if y.tasks++; t.Begun && t.Ended {
				durations[k] = append(durations[k], t.End-t.Start)
			} else {
				y.open++
			}
			y.Bill.AddEach(&t.Total)
		}
	}
	for k, y := range of {
		if tl.End > 0 {
			y.rate = int64(math.Round(float64(y.tasks) * 1e3 * float64(tracefeed.Second) / float64(tl.End)))
		}
		y.spread(where.NewDurations(durations[k]))
		out = append(out, *y)
	}
	slices.SortFunc(out, func(a, b Type) int {
		total := func(y *Type) float64 { return float64(y.mean) * float64(y.tasks-y.open) }
		return cmp.Or(cmp.Compare(total(&b), total(&a)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.key.n, b.key.n))
	})
	return out
}

// noTask returns the row of the time for no task.
func noTask(x *task.Index, tl *timeline.Timeline) Type {
	y := Type{Name: noTaskName, NoTask: true}
	y.Bill.Times = tl.Totals()
	for i := range x.Tasks {
		for s, d := range x.Tasks[i].Bill.Times {
			y.Bill.Times[s] -= d
		}
	}
	return y
}

// noTaskName is what stands for no task in place of a type.
const noTaskName = "(no task)"

// spread sets what is said of durations.
func (y *Type) spread(list where.Durations) {
	y.mean, y.p50, y.p95 = list.Mean(), list.Percentile(50), list.Percentile(95)
	y.p99, y.max = list.Percentile(99), list.Percentile(100)
}

// state returns a column of the time in a state.
func state[R any](s tracefeed.State, name, title string, bill func(*R) *task.Bill) table.Column[R] {
	return table.Column[R]{Head: table.Head{Name: name, Title: title, Kind: table.Duration,
		Help: "Time of threads in this state, for it and its parts."},
		Number: func(r *R) int64 { return int64(bill(r).Times[s]) }}
}

// spent returns the columns of time spent: in each state, in queues and in collections.
func spent[R any](bill func(*R) *task.Bill) []table.Column[R] {
	return []table.Column[R]{
		state(tracefeed.Running, "running_ns", "running", bill),
		state(tracefeed.Runnable, "runnable_ns", "runnable", bill),
		state(tracefeed.Suspended, "suspended_ns", "suspended", bill),
		state(tracefeed.Blocking, "blocking_ns", "blocking", bill),
		state(tracefeed.IO, "io_ns", "IO", bill),
		state(tracefeed.Unknown, "unknown_ns", "unknown", bill),
		{Head: table.Head{Name: "queue_ns", Title: "queue", Kind: table.Duration,
			Help: "Time in which no thread worked for it."},
			Number: func(r *R) int64 { return int64(bill(r).Queue) }},
		{Head: table.Head{Name: "gc_ns", Title: "collector", Kind: table.Duration,
			Help: "Time of collections during which a thread worked for it."},
			Number: func(r *R) int64 { return int64(bill(r).CollectionTime) }},
	}
}

// withoutZeros leaves the columns of numbers that are 0 in all rows away for people.
func withoutZeros[R any](rows []R, columns []table.Column[R]) []table.Column[R] {
	for i := range columns {
		if c := &columns[i]; c.Kind != table.Text {
			c.Aside = true
			for n := range rows {
				c.Aside = c.Aside && c.Number(&rows[n]) == 0
			}
		}
	}
	return columns
}

// TypeTable is a table of types.
func TypeTable(list []Type) *table.Table {
	return table.New(list, typeColumns(list, table.Column[Type]{
		Head: table.Head{Name: "type", Title: "type", Help: "Type of the tasks."}, Text: func(y *Type) string { return y.Name },
		Shown: func(y *Type) string { return shownName(y.Name) }}))
}

// typeColumns are the columns of types, or of other groups of tasks, after the first one.
func typeColumns(list []Type, first table.Column[Type]) []table.Column[Type] {
	duration := func(name, title, help string, get func(*Type) tracefeed.Time) table.Column[Type] {
		return table.Column[Type]{Head: table.Head{Name: name, Title: title, Kind: table.Duration, Help: help},
			Number: func(y *Type) int64 { return int64(get(y)) }}
	}
	count := func(name, title, help string, get func(*Type) int64) table.Column[Type] {
		return table.Column[Type]{Head: table.Head{Name: name, Title: title, Kind: table.Count, Help: help}, Number: get}
	}
	columns := []table.Column[Type]{first,
		count("tasks", "tasks", "Number of tasks.", func(y *Type) int64 { return int64(y.tasks) }),
		count("open", "open", "Number of those whose start or end the trace does not have; durations are about the others.",
			func(y *Type) int64 { return int64(y.open) }),
		{Head: table.Head{Name: "per_1000s", Kind: table.Count}, Number: func(y *Type) int64 { return y.rate }},
		duration("mean_ns", "mean", "Mean duration.", func(y *Type) tracefeed.Time { return y.mean }),
		duration("p50_ns", "p50", "Duration that half of the tasks do not exceed.", func(y *Type) tracefeed.Time { return y.p50 }),
		duration("p95_ns", "p95", "Duration that 95 % of the tasks do not exceed.", func(y *Type) tracefeed.Time { return y.p95 }),
		duration("p99_ns", "p99", "Duration that 99 % of the tasks do not exceed.", func(y *Type) tracefeed.Time { return y.p99 }),
		duration("max_ns", "max", "Longest duration.", func(y *Type) tracefeed.Time { return y.max }),
	}
	columns = append(columns, spent(func(y *Type) *task.Bill { return &y.Bill })...)
	return withoutZeros(list, append(columns, definedBy(list, func(y *Type) string { return y.by })))
}
