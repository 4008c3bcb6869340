// Package lists has the tables of a trace: which one is shown, of which time, which of its rows are
// listed in which order, and which of those are chosen. Lists and their order are computed in the
// background.
package lists

import (
	"context"
	"slices"
	"strings"

	"tiv/internal/background"
	"tiv/report"
	"tiv/report/tasks"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Tables are the tables of a trace; one is shown at a time.
type Tables struct {
	Shown int // index of the table that is shown
	// By is the word for what the table of functions adds up calls by, one of
	// report.FunctionGroupings; "" is the first.
	By string
	// Function is that of the listed calls; "" for all.
	Function string
	// Thread is the only one whose functions and calls are listed; NoThread for all shown.
	Thread tracefeed.ThreadID
	// TasksBy is what the table of types adds up tasks by, one of tasks.Groupings; "" is the first.
	TasksBy string
	// TasksWhere is the condition of the listed tasks; "" for all. It is valid.
	TasksWhere string

	Shares bool // slices are shown as shares
	Whole  bool // the whole trace counts, not the selected or visible interval
	Hidden bool // nothing of them is seen, and work on them rests
	Raised bool // they are to be brought to the front

	tables  [numTables]Table
	pin     pinnedInterval
	finding bool // the shown table waits for the tasks of the trace
}

// pinnedInterval keeps a table as it is after a step to another moment: the rows would else change
// under the mouse.
type pinnedInterval struct {
	on       bool
	from, to tracefeed.Time
	// before and after are the range of moments for which it is valid.
	before, after tracefeed.Time
	step          tracefeed.Time
	steps         int
	selected      timeline.Interval
}

// Named returns the index of the table of a name; -1 if there is none.
func Named(name string) int {
	return slices.IndexFunc(Kinds[:], func(k Kind) bool { return strings.EqualFold(k.Name, name) })
}

// Names returns the names of the tables, in their order.
func Names() (names []string) {
	for i := range Kinds {
		names = append(names, Kinds[i].Name)
	}
	return names
}

// OfTime reports whether the shown table covers an interval; findings are those of the whole trace.
func (t *Tables) OfTime() bool { return t.Shown != findingTable }

// OfFunctions reports whether the shown table is that of functions.
func (t *Tables) OfFunctions() bool { return t.Shown == functionTable }

// OfCode reports whether the shown table is about functions or calls.
func (t *Tables) OfCode() bool { return t.OfFunctions() || t.Shown == callTable }

// OfTasks reports whether the shown table is about tasks, OfTypes whether it adds them up.
func (t *Tables) OfTasks() bool { return t.Shown == taskTable || t.OfTypes() }

// OfTypes reports whether the shown table adds up tasks.
func (t *Tables) OfTypes() bool { return t.Shown == typeTable }

// Now returns the table that is shown.
func (t *Tables) Now() *Table { return &t.tables[t.Shown] }

// Grouping returns the word for what the table of functions adds up calls by.
func (t *Tables) Grouping() string {
	if t.By == "" {
		return report.FunctionGroupings()[0]
	}
	return t.By
}

// TaskGrouping returns the word for what the table of types adds up tasks by.
func (t *Tables) TaskGrouping() string {
	if t.TasksBy == "" {
		return tasks.Groupings()[0]
	}
	return t.TasksBy
}

// Finding reports whether the shown table waits until the tasks of the trace are found.
func (t *Tables) Finding() bool { return t.finding }

// Close ends all work.
func (t *Tables) Close() {
	for i := range t.tables {
		t.tables[i].list.Close()
		t.tables[i].order.Close()
	}
}

// Busy reports whether the table that is shown is not all there.
func (t *Tables) Busy() bool {
	_, busy := t.Now().Progress()
	return !t.Hidden && (busy || t.finding)
}

// Serve makes the shown table while the panel of tables is open and seen, and stops the work on
// others. The lists of a closed panel are dropped, because they may be large.
func (t *Tables) Serve(ws *workspace.Workspace, open bool, wake func()) {
	if open && !t.Hidden {
		t.Refresh(ws, wake)
	}
	for i := range t.tables {
		s := &t.tables[i]
		switch {
		case !open:
			s.list.Reset()
			s.order.Reset()
		case t.Hidden || i != t.Shown:
			s.list.Pause()
			s.order.Pause()
		}
	}
}

// interval returns the interval that tables cover.
func (t *Tables) interval(ws *workspace.Workspace) (from, to tracefeed.Time) {
	l, k := &ws.Look, &t.pin
	if k.on = k.on && !t.Whole && (l.Moment == k.before || l.Moment == k.after) && l.Step == k.step &&
		l.Steps == k.steps && l.Interval == k.selected; k.on {
		return k.from, k.to
	}
	return workspace.Interval(&ws.Look, t.Whole)
}

// Keep keeps the interval of tables in a step to a moment.
func (t *Tables) Keep(ws *workspace.Workspace, moment tracefeed.Time) {
	l := &ws.Look
	from, to := t.interval(ws)
	t.pin = pinnedInterval{on: !t.Whole, from: from, to: to, before: l.Moment, after: moment, step: l.Step, steps: l.Steps,
		selected: l.Interval}
}

// Refresh requests the table that is shown, if its input has changed. wake is called when a part
// of it is there.
func (t *Tables) Refresh(ws *workspace.Workspace, wake func()) {
	if int(t.Thread) >= len(ws.Timeline.Threads) {
		t.Thread = tracefeed.NoThread
	}
	if t.finding = false; t.OfTasks() {
		ws.Tasking.Ask()
		t.finding = ws.Look.Tasks == nil
	}
	s, key := t.Now(), t.key(ws)
	wanted, busy := s.list.Running()
	late := ws.Playback.Playing && s.list.Present || !key.tl.Complete && busy
	if late && !busy {
		key = s.list.Key
	} else if late {
		key = wanted // it would never be finished
	}
	s.list.Update(key, Kinds[t.Shown].list(ws, key), wake)
	if s.list.Present {
		s.refreshOrder(Kinds[t.Shown].first, wake)
	}
}

// key returns the input of the table that is shown.
func (t *Tables) key(ws *workspace.Workspace) listKey {
	key := listKey{tl: ws.Timeline, count: len(ws.Look.Threads), locks: ws.Look.Locks}
	key.from, key.to = t.interval(ws)
	if key.count > 0 {
		key.threads = &ws.Look.Threads[0]
	}
	if t.OfFunctions() {
		key.by = t.Grouping()
	}
	if t.Shown == callTable {
		key.function = t.Function
	}
	if t.OfCode() {
		key.thread = t.Thread
	}
	if t.OfTasks() {
		key.tasks, key.condition = ws.Look.Tasks, t.TasksWhere
	}
	if t.OfTypes() {
		key.by = t.TaskGrouping()
	}
	if t.Shown == findingTable {
		key = listKey{tl: key.tl}
		if len(ws.Report.Findings) > 0 {
			key.findings = &ws.Report.Findings[0]
		}
	}
	key.slicing, key.base, key.shares = ws.Look.Slicing, ws.Look.Base, t.Shares
	return key
}

// refreshOrder requests the order of the rows, if that has changed. first is the title of the column
// of the default order.
func (s *Table) refreshOrder(first string, wake func()) {
	l, of := Listed{List: s.list.Value, From: s.list.Key.from, To: s.list.Key.to}, s.order.Key.table
	want := orderKey{l.Table, s.query(l.Heads, first)}
	s.order.Update(want, func(ctx context.Context, progress func(float64)) (Listed, error) {
		rows, ok := l.Order(ctx, want.Query, progress)
		l.Rows, l.scales = rows, l.Scales()
		return background.OrCanceled(l, ok)
	}, wake)
	if s.order.Key.table != of {
		s.chosen, s.Current = nil, -1
	}
}
