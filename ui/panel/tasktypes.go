package panel

import (
	"slices"

	"tiv/task"
)

// TaskTypes are the named types of the tasks of an index, for the completion of conditions. It keeps those of the last
// index. The zero value is ready for use.
type TaskTypes struct {
	index *task.Index
	names []string
}

// Of returns the types of an index, which can be nil. They belong to t.
func (t *TaskTypes) Of(x *task.Index) []string {
	if t.index != x {
		t.index, t.names = x, slices.DeleteFunc(x.Types(), func(name string) bool { return name == "" })
	}
	return t.names
}
