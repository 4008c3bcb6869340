package tasks

import (
	"cmp"
	"slices"

	"tiv/report/table"
	"tiv/task"
	"tiv/task/waits"
	"tiv/tracefeed"
)

// party is one side of waits: the tasks of a type, no task, or, of holders, nobody known.
type party struct {
	of              string
	noTask, unknown bool
}

// shown names a party for people.
func (p party) shown() string {
	switch {
	case p.unknown:
		return "(not known)"
	case p.noTask:
		return noTaskName
	}
	return shownName(p.of)
}

// parties returns the waiting side of a wait, and the side of the holder: the outermost tasks, the
// requests that had to do with each other.
func parties(x *task.Index, w *waits.Wait) (waiting, holder party) {
	of := func(i int) party {
		if i == task.NoTask {
			return party{noTask: true}
		}
		return party{of: x.Tasks[x.Outermost(i)].Type}
	}
	if waiting, holder = of(w.Task), of(w.Holder); w.Thread == tracefeed.NoThread {
		holder = party{unknown: true}
	}
	return waiting, holder
}

// interference is the time in which tasks of one type were blocked, at one lock, by threads that
// worked for tasks of another.
type interference struct {
	of, by party
	lock   string
	tasks  map[int]bool // that were blocked, the outermost ones
	waits  int
	time   tracefeed.Time
}

// WaitTable is a table of waits by type of the waiting tasks, that of the holders and lock, the
// longest first. lock names a lock.
func WaitTable(x *task.Index, list []waits.Wait, lock func(tracefeed.MonitorID) string) *table.Table {
	type key struct {
		of, by  party
		monitor tracefeed.MonitorID
	}
	sums := map[key]*interference{}
	for i := range list {
		w := &list[i]
		of, by := parties(x, w)
		k := key{of, by, w.Monitor}
		s := sums[k]
		if s == nil {
			s = &interference{of: of, by: by, lock: lock(w.Monitor), tasks: map[int]bool{}}
			sums[k] = s
		}
		s.time, s.waits = s.time+w.Time, s.waits+w.Waits
		if w.Task != task.NoTask {
			s.tasks[x.Outermost(w.Task)] = true
		}
	}
	var rows []interference
	for _, s := range sums {
		rows = append(rows, *s)
	}
	slices.SortFunc(rows, func(a, b interference) int {
		return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.of.shown(), b.of.shown()), cmp.Compare(a.by.shown(), b.by.shown()),
			cmp.Compare(a.lock, b.lock))
	})
	return table.New(rows, []table.Column[interference]{
		{Head: table.Head{Name: "type", Title: "type"}, Text: func(r *interference) string { return r.of.of },
			Shown: func(r *interference) string { return r.of.shown() }},
		{Head: table.Head{Name: "held_for", Title: "held for"}, Text: func(r *interference) string { return r.by.of },
			Shown: func(r *interference) string { return r.by.shown() }},
		{Head: table.Head{Name: "lock", Title: "lock"}, Text: func(r *interference) string { return r.lock }},
		{Head: table.Head{Name: "tasks", Title: "tasks", Kind: table.Count},
			Number: func(r *interference) int64 { return int64(len(r.tasks)) }},
		{Head: table.Head{Name: "blocked_ns", Title: "blocked", Kind: table.Duration},
			Number: func(r *interference) int64 { return int64(r.time) }},
		{Head: table.Head{Name: "waits", Title: "waits", Kind: table.Count}, Number: func(r *interference) int64 { return int64(r.waits) }},
	})
}
