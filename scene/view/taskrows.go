package view

import (
	"slices"

	"tiv/task"
)

// TaskRows says which rows the task view has. Views are saved, and undone, with it.
type TaskRows struct {
	// Types are the types of tasks of which the user decided whether each task has a row. Of other types
	// the room decides.
	Types map[string]bool
	// Parts are the tasks with a row for each of their parts below their own.
	Parts []task.ID
}

// HasParts reports whether a task has a row for each of its parts.
func (r *TaskRows) HasParts(id task.ID) bool { return slices.Contains(r.Parts, id) }

// TaskPlace is the place of a row in the task view: that of a task or, with the zero ID, of a type.
type TaskPlace struct {
	Type string
	Task task.ID
	// Above is the distance from the top of the view to that of the row, in rows.
	Above float64
}
