package contents

import (
	"tiv/report"
	"tiv/report/tasks"
)

// Limits of the section of tasks.
const (
	maxSlowest = 10 // tasks
	maxWhy     = 3  // types of which slow tasks are explained
)

var (
	taskTable = listing{id: "tasks", title: "Tasks", shares: true,
		help: "What requests and other tasks cost, by type: how long they took, and the time that threads worked for them and " +
			"their parts, by state."}
	slowestTable = listing{id: "slowest-tasks", title: "Slowest tasks", by: "duration", all: "tasks", most: maxSlowest,
		help: "The tasks that took longest, of any type."}
	waitingTable = listing{id: "task-waits", title: "Who waited for whom",
		help: "The time that tasks of each type were blocked by locks, and the number of waits, by the tasks for which the holders " +
			"worked."}
)

// tasks fills in the section of tasks, if the trace has some that are listed.
func (m *maker) tasks(d *Document, q tasks.Query) error {
	x, err := m.ws.Tasking.Finder()(m.ctx)
	if err != nil {
		return err
	}
	list, ok := q.List(m.ctx, x, m.tl)
	if !ok || list.Len == 0 {
		return m.ctx.Err()
	}
	types, _ := q.Groups(m.ctx, x, m.tl, tasks.Groupings()[0])
	all := m.table(taskTable, &types)
	all.Count = list.Len
	why, err := q.WhySlow(m.ctx, x, m.tl, m.ws.Look.Locks.Full, maxWhy)
	if err != nil {
		return err
	}
	for _, w := range why {
		all.Words = append(all.Words, text(w, maxText))
	}
	list.Note = "" // the same as that of types
	all.Parts = append(all.Parts, m.part(slowestTable, &list))
	matrix, err := q.Matrix(m.ctx, x, m.tl)
	if err != nil {
		return err
	}
	if matrix.Len > 0 {
		all.Parts = append(all.Parts, m.part(waitingTable, &report.List{Table: matrix}))
	}
	d.Tables = append(d.Tables, all)
	return m.ctx.Err()
}

// part makes a table of a section, whose number of rows its title does not say.
func (m *maker) part(is listing, l *report.List) Table {
	t := m.table(is, l)
	t.Count = 0
	return t
}
