package tasks

import (
	"cmp"
	"slices"

	"tiv/report/table"
	"tiv/task"
	"tiv/task/waits"
	"tiv/tracefeed"
)

// interference is the time in which tasks of one type were blocked, at one lock, by threads that
// worked for tasks of another.
type interference struct {
	of, by string // types
	noTask bool   // the threads worked for none, or are not known
	lock   string
	tasks  int // that were blocked
	time   tracefeed.Time
}

// WaitTable is a table of the waits of tasks for each other, by type and lock, the longest first.
// lock names a lock.
func WaitTable(x *task.Index, list []waits.Wait, lock func(tracefeed.MonitorID) string) *table.Table {
	type key struct {
		of, by  string
		noTask  bool
		monitor tracefeed.MonitorID
	}
	sums, last := map[key]*interference{}, map[key]int{}
	for _, w := range list {
		k := key{of: x.Tasks[w.Task].Type, noTask: w.Holder == waits.NoTask, monitor: w.Monitor}
		if !k.noTask {
			k.by = x.Tasks[w.Holder].Type
		}
		s := sums[k]
		if s == nil {
			s = &interference{of: k.of, by: k.by, noTask: k.noTask, lock: lock(w.Monitor)}
			sums[k], last[k] = s, -1
		}
		if s.time += w.Time; last[k] != w.Task { // they are sorted by task
			s.tasks++
			last[k] = w.Task
		}
	}
	var rows []interference
	for _, s := range sums {
		rows = append(rows, *s)
	}
	slices.SortFunc(rows, func(a, b interference) int {
		return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.of, b.of), cmp.Compare(a.by, b.by), cmp.Compare(a.lock, b.lock))
	})
	return table.New(rows, []table.Column[interference]{
		{Head: table.Head{Name: "type", Title: "type"}, Text: func(r *interference) string { return r.of }},
		{Head: table.Head{Name: "held_for", Title: "held for"}, Text: func(r *interference) string { return r.by },
			Shown: func(r *interference) string {
				if r.noTask {
					return "(no task)"
				}
				return cmp.Or(r.by, "(no name)")
			}},
		{Head: table.Head{Name: "lock", Title: "lock"}, Text: func(r *interference) string { return r.lock }},
		{Head: table.Head{Name: "tasks", Title: "tasks", Kind: table.Count}, Number: func(r *interference) int64 { return int64(r.tasks) }},
		{Head: table.Head{Name: "blocked_ns", Title: "blocked", Kind: table.Duration},
			Number: func(r *interference) int64 { return int64(r.time) }},
	})
}
