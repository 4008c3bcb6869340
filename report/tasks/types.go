package tasks

import (
	"cmp"
	"math"
	"slices"

	"tiv/report/table"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Type is what the tasks of one type are like, and what they and their parts cost together.
type Type struct {
	Name string
	// tasks is their number, open that of those without a start or an end in the trace. What is
	// said of durations is about the others.
	tasks, open int
	// rate is the number of tasks begun in a second of the trace, in thousandths.
	rate                     int64
	mean, p50, p95, p99, max tracefeed.Time
	Bill                     task.Bill
}

// Types returns the types of tasks, those with the longest durations together first.
func Types(x *task.Index, tl *timeline.Timeline) []Type {
	durations, of := map[string][]tracefeed.Time{}, map[string]*Type{}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		y := of[t.Type]
		if y == nil {
			y = &Type{Name: t.Type}
			of[t.Type] = y
		}
		if y.tasks++; t.Begun && t.Ended {
			durations[t.Type] = append(durations[t.Type], t.End-t.Start)
		} else {
			y.open++
		}
		y.Bill.Add(&t.Total)
		y.Bill.CollectionTime += t.Total.CollectionTime
		y.Bill.Queue += t.Total.Queue
	}
	var out []Type
	for name, y := range of {
		if tl.End > 0 {
			y.rate = int64(math.Round(float64(y.tasks) * 1e3 * float64(tracefeed.Second) / float64(tl.End)))
		}
		y.spread(durations[name])
		out = append(out, *y)
	}
	slices.SortFunc(out, func(a, b Type) int {
		total := func(y *Type) float64 { return float64(y.mean) * float64(y.tasks-y.open) }
		return cmp.Or(cmp.Compare(total(&b), total(&a)), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// spread sets what is said of durations.
func (y *Type) spread(list []tracefeed.Time) {
	if len(list) == 0 {
		return
	}
	slices.Sort(list)
	sum := 0.0
	for _, d := range list {
		sum += float64(d)
	}
	y.mean = tracefeed.Time(math.Round(sum / float64(len(list))))
	y.p50, y.p95, y.p99, y.max = quantile(list, 50), quantile(list, 95), quantile(list, 99), list[len(list)-1]
}

// quantile returns the least element of a sorted list that is not below some per cent of it.
func quantile(list []tracefeed.Time, percent int) tracefeed.Time {
	return list[(len(list)*percent+99)/100-1]
}

// state returns a column of the time in a state.
func state[R any](s tracefeed.State, name, title string, bill func(*R) *task.Bill) table.Column[R] {
	return table.Column[R]{Head: table.Head{Name: name, Title: title, Kind: table.Duration},
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

// TypeTable is a table of types.
func TypeTable(list []Type) *table.Table {
	duration := func(name, title string, get func(*Type) tracefeed.Time) table.Column[Type] {
		return table.Column[Type]{Head: table.Head{Name: name, Title: title, Kind: table.Duration},
			Number: func(y *Type) int64 { return int64(get(y)) }}
	}
	count := func(name, title string, get func(*Type) int64) table.Column[Type] {
		return table.Column[Type]{Head: table.Head{Name: name, Title: title, Kind: table.Count}, Number: get}
	}
	columns := []table.Column[Type]{
		{Head: table.Head{Name: "type", Title: "type"}, Text: func(y *Type) string { return y.Name }, Shown: func(y *Type) string {
			return cmp.Or(y.Name, "(no name)")
		}},
		count("tasks", "tasks", func(y *Type) int64 { return int64(y.tasks) }),
		count("open", "open", func(y *Type) int64 { return int64(y.open) }),
		{Head: table.Head{Name: "per_1000s", Kind: table.Count}, Number: func(y *Type) int64 { return y.rate }},
		duration("mean_ns", "mean", func(y *Type) tracefeed.Time { return y.mean }),
		duration("p50_ns", "p50", func(y *Type) tracefeed.Time { return y.p50 }),
		duration("p95_ns", "p95", func(y *Type) tracefeed.Time { return y.p95 }),
		duration("p99_ns", "p99", func(y *Type) tracefeed.Time { return y.p99 }),
		duration("max_ns", "max", func(y *Type) tracefeed.Time { return y.max }),
	}
	return table.New(list, append(columns, spent(func(y *Type) *task.Bill { return &y.Bill })...))
}
