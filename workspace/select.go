package workspace

import (
	"slices"

	"tiv/interaction"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/timeline"
	"tiv/tracefeed"
)

// SelectMode is the way to combine new threads with the present selection.
type SelectMode uint8

const (
	// SelectOnly selects nothing else.
	SelectOnly SelectMode = iota
	// SelectAlso keeps the present selection.
	SelectAlso
	// SelectOther inverts the selection of the new threads.
	SelectOther
)

// String returns the mode in a word.
func (m SelectMode) String() string { return [...]string{"only", "also", "other"}[m] }

// Commands that select threads or a task. Panels describe the thread selected last.
type (
	// Select selects one thread, or none with NoThread.
	Select struct{ Thread tracefeed.ThreadID }
	// SelectMany selects any number of threads.
	SelectMany struct {
		Threads []tracefeed.ThreadID
		Mode    SelectMode
	}
	// SelectAll selects all threads that are shown, SelectRest inverts the
	// selection.
	SelectAll  struct{}
	SelectRest struct{}
	// SelectWorst selects, of the selected threads or of all that are shown, the one that lost most
	// time in the interval that counts; the first of several.
	SelectWorst struct{}
	// SelectTask chooses the task that panels describe and pictures follow, or none with the zero
	// ID. The selected threads stay.
	SelectTask struct{ Task task.ID }
	// SelectTasks highlights tasks, SelectTaskRange those of a part of the event plot: none, while tasks
	// are not found yet.
	SelectTasks struct {
		Tasks []task.ID
		Mode  SelectMode
	}
	SelectTaskRange struct {
		measure.Range
		Mode SelectMode
	}
)

// aboveChosen is the number of rows above that of a task that was just chosen.
const aboveChosen = 4

func (c SelectTask) apply(w *Workspace) {
	id := c.Task
	if id.Number == 0 {
		id = task.ID{}
	}
	if id != w.Look.Task && id.Number != 0 {
		w.Look.TaskTop = view.TaskPlace{Task: id, Above: aboveChosen}
	}
	w.Look.Task = id
}

func (c SelectTasks) apply(w *Workspace) {
	l := &w.Look
	l.SelectedTasks = combined(l.SelectedTasks, knownTasks(l.Tasks, c.Tasks, l.Moment), c.Mode)
}

// knownTasks returns the tasks of a list that an index has, with their starts, in its order; all of the list before there
// is an index.
func knownTasks(x *task.Index, list []task.ID, moment tracefeed.Time) (known []task.ID) {
	if x == nil {
		return list
	}
	list = slices.Clone(list)
	for i, id := range list {
		list[i] = x.Resolve(id, moment)
	}
	for _, i := range x.LookupAll(sortedTasks(list)) {
		known = append(known, x.Tasks[i].ID())
	}
	return known
}

// sortedTasks puts tasks into the order of an index, each once, in place.
func sortedTasks(list []task.ID) []task.ID {
	slices.SortFunc(list, task.ID.Compare)
	return slices.Compact(list)
}

func (c SelectTaskRange) apply(w *Workspace) {
	if l := &w.Look; l.Tasks != nil {
		height, _ := view.TaskMeasures(&l.Options)
		l.SelectedTasks = combined(l.SelectedTasks, c.Range.Tasks(l.Tasks, height), c.Mode)
	}
}

// combined returns the tasks that are selected once a selection of others is added to one, which has them in the order of an
// index, each once. So has the result.
func combined(before, added []task.ID, mode SelectMode) (tasks []task.ID) {
	added = sortedTasks(slices.Clone(added))
	if mode == SelectOnly {
		return added
	}
	for len(before) > 0 && len(added) > 0 {
		switch order := before[0].Compare(added[0]); {
		case order < 0:
			tasks, before = append(tasks, before[0]), before[1:]
		case order > 0:
			tasks, added = append(tasks, added[0]), added[1:]
		default:
			if mode == SelectAlso {
				tasks = append(tasks, before[0])
			}
			before, added = before[1:], added[1:]
		}
	}
	return append(append(tasks, before...), added...)
}

func (c SelectTask) on(w *Workspace) bool { return w.Look.Task == c.Task }

func (c Select) apply(w *Workspace) {
	SelectMany{Threads: []tracefeed.ThreadID{c.Thread}}.apply(w)
}

func (c SelectMany) apply(w *Workspace) {
	l := &w.Look
	threads := union(w.Timeline, c.Threads)
	switch c.Mode {
	case SelectOnly:
		l.Selection = threads
		if len(threads) == 0 {
			l.Lit = nil
		}
	case SelectAlso:
		l.Selection = union(w.Timeline, l.Selection, threads)
	case SelectOther:
		l.Selection = union(w.Timeline, without(l.Selection, threads), without(threads, l.Selection))
	}
	l.Selected = lead(l.Selection, c.Threads, l.Selected)
}

// lead returns the selected thread for panels to describe: the last of wanted,
// or else the one before, or else any.
func lead(selection, wanted []tracefeed.ThreadID, before tracefeed.ThreadID) tracefeed.ThreadID {
	for _, t := range slices.Backward(wanted) {
		if view.Has(selection, t) {
			return t
		}
	}
	switch n := len(selection); {
	case view.Has(selection, before):
		return before
	case n > 0:
		return selection[n-1]
	}
	return tracefeed.NoThread
}

func (SelectAll) apply(w *Workspace) {
	SelectMany{Threads: w.Look.Threads, Mode: SelectAlso}.apply(w)
}

func (SelectRest) apply(w *Workspace) {
	SelectMany{Threads: w.Look.Threads, Mode: SelectOther}.apply(w)
}

func (SelectWorst) apply(w *Workspace) {
	of := w.Look.Selection
	if len(of) == 0 {
		of = union(w.Timeline, w.Look.Threads) // by their ids
	}
	from, to := w.Look.Counted()
	most := tracefeed.Time(-1)
	worst := tracefeed.NoThread
	w.Timeline.EachSum(of, from, to, func(n int, t *tracefeed.StateTimes) {
		if lost := t[tracefeed.Runnable] + t[tracefeed.Blocking] + t[tracefeed.IO]; lost > most {
			most, worst = lost, of[n]
		}
	})
	if worst != tracefeed.NoThread {
		Select{worst}.apply(w)
	}
}

func (Select) Info() Info          { return Info{label: "select"} }
func (SelectMany) Info() Info      { return Info{label: "select threads"} }
func (SelectAll) Info() Info       { return Info{label: "select all"} }
func (SelectTask) Info() Info      { return Info{label: "select task"} }
func (SelectTasks) Info() Info     { return Info{label: "select tasks"} }
func (SelectTaskRange) Info() Info { return Info{label: "select tasks"} }
func (SelectRest) Info() Info      { return Info{label: "invert selection"} }
func (SelectWorst) Info() Info     { return Info{label: "select the thread with the most lost time"} }

// chained is the input of the chain that is shown.
type chained struct {
	tl     *timeline.Timeline
	thread tracefeed.ThreadID
	moment tracefeed.Time
}

// update sets the chain of a look: the path of waits that begins at its selected
// thread. Several selected threads have none: that of one of them would be arbitrary.
func (c *chained) update(tl *timeline.Timeline, look *view.Look) {
	now := chained{tl, look.Selected, look.Moment}
	if len(look.Selection) > 1 {
		now.thread = tracefeed.NoThread
	}
	if now == *c {
		return
	}
	*c, look.Chain = now, nil
	if now.thread != tracefeed.NoThread {
		look.Chain = interaction.OnChain(interaction.Chain(tl, now.thread, now.moment))
	}
}

// Follow selects a blocker or waiter of the selected thread: one step along a
// chain. Back reverts it.
type Follow struct{ Thread tracefeed.ThreadID }

func (c Follow) apply(w *Workspace) { Select(c).apply(w) }

func (Follow) Info() Info { return Info{label: "follow", Effects: Jumps} }
