package taskplot

import (
	"tiv/scene/view"
	"tiv/task"
)

// selection is which tasks of columns are selected.
type selection struct {
	of  *Columns
	ids []task.ID
	is  []bool // by task; nil if none is selected
	// list are the selected ones.
	list []int32
	// words describe them.
	words string
	// version changes with the selection.
	version int
}

// update makes the selection that of a look.
func (s *selection) update(l *view.Look, c *Columns) {
	same := len(l.SelectedTasks) == len(s.ids) && (len(s.ids) == 0 || &s.ids[0] == &l.SelectedTasks[0])
	if same && s.of == c || c == nil {
		return
	}
	if !same || s.of == nil || s.of.index != c.index {
		*s = selection{ids: l.SelectedTasks, list: c.index.LookupAll(l.SelectedTasks), version: s.version + 1}
		if len(s.list) > 0 {
			s.is = make([]bool, len(c.heights))
		}
		for _, i := range s.list {
			s.is[i] = true
		}
	}
	if s.of = c; s.any() {
		s.words = c.selected(s.list)
	}
}

// any reports whether a task is selected, so that the others step back.
func (s *selection) any() bool { return s.is != nil }

// has reports whether a task is selected.
func (s *selection) has(i int) bool { return s.is != nil && s.is[i] }
