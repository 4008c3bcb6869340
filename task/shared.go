package task

import "slices"

// borrows reports whether a thread that works for a task by a call or a region takes an item of a task
// that has nothing to do with that one: something that tasks share, such as a connection.
func (t *thread) borrows(tasks []*entry, task int32) bool {
	if task == none || !t.has(func(c *claim) bool { return c.by.holds() }) {
		return false
	}
	whole := outermost(tasks, task)
	return !t.has(func(c *claim) bool {
		own := outermost(tasks, c.task)
		return own == whole || isOfBatch(tasks, own, whole) || isOfBatch(tasks, whole, own)
	})
}

// isOfBatch reports whether a batch is work for a task, or for a part of it.
func isOfBatch(tasks []*entry, task, batch int32) bool {
	e := tasks[batch]
	return e.isBatch() && slices.ContainsFunc(e.links, func(of int32) bool { return outermost(tasks, of) == task })
}

// outermost returns the task of which a task is a part.
func outermost(tasks []*entry, task int32) int32 {
	for tasks[task].parent != none {
		task = tasks[task].parent
	}
	return task
}
