package workspace

import (
	"maps"
	"math"
	"slices"

	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
)

// Commands about the rows of tasks.
type (
	// FoldTasks hides the rows of the tasks of a type in the task view, or shows them.
	FoldTasks struct {
		On   bool
		Type string
	}
	// FoldParts hides the rows of the parts of a task in the task view, or shows them.
	FoldParts struct {
		On   bool
		Task task.ID
	}
	// SortTasks sorts the rows of tasks by a measure, the largest first; nil is by their starts.
	SortTasks struct{ By *measure.Measure }
	// ScrollTasks scrolls the rows of tasks to a place.
	ScrollTasks struct{ view.TaskPlace }
)

// maxTypeLen is the longest name of a type of tasks, in bytes, and mostFolds the largest number of types,
// and of tasks, whose rows are folded or unfolded by the user.
const maxTypeLen, mostFolds = 1000, 1000

func (c FoldTasks) apply(w *Workspace) {
	rows := &w.Look.TaskRows
	name := shorten(c.Type, maxTypeLen)
	if _, known := rows.Types[name]; !known && len(rows.Types) >= mostFolds {
		return
	}
	types := maps.Clone(rows.Types)
	if types == nil {
		types = map[string]bool{}
	}
	types[name] = !c.On
	rows.Types = types
}

func (c FoldTasks) on(w *Workspace) bool {
	open, decided := w.Look.TaskRows.Types[c.Type]
	return decided && open != c.On
}

func (c FoldParts) apply(w *Workspace) {
	rows := &w.Look.TaskRows
	parts := slices.DeleteFunc(slices.Clone(rows.Parts), func(id task.ID) bool { return id == c.Task })
	if !c.On && c.Task.Number != 0 && len(parts) < mostFolds {
		parts = append(parts, c.Task)
	}
	rows.Parts = parts
}

func (c FoldParts) on(w *Workspace) bool { return w.Look.TaskRows.HasParts(c.Task) != c.On }

func (c SortTasks) apply(w *Workspace) {
	w.Look.TaskOrder, w.Look.TaskTop = c.By.String(), view.TaskPlace{}
}

func (c SortTasks) on(w *Workspace) bool { return w.Look.TaskOrder == c.By.String() }

func (c ScrollTasks) apply(w *Workspace) {
	w.Look.TaskTop = validPlace(c.TaskPlace)
}

// validPlace returns a place within limits.
func validPlace(p view.TaskPlace) view.TaskPlace {
	const most = 1e6 // rows
	p.Type = shorten(p.Type, maxTypeLen)
	if math.IsNaN(p.Above) {
		p.Above = 0
	}
	p.Above = min(max(p.Above, -most), most)
	if p.Task.Number == 0 {
		p.Task = task.ID{}
	}
	return p
}

func (FoldTasks) Info() Info   { return Info{label: "fold tasks", Effects: Undoable} }
func (FoldParts) Info() Info   { return Info{label: "fold parts of a task", Effects: Undoable} }
func (SortTasks) Info() Info   { return Info{label: "order of tasks", Effects: Undoable} }
func (ScrollTasks) Info() Info { return Info{label: "scroll tasks"} }
