package ui_test

import (
	"slices"
	"strings"
	"testing"

	"tiv/task"
	"tiv/ui"
)

// TestTableOfTasks looks for slow tasks with the mouse and the keyboard: it filters them, goes to one,
// zooms to it, and makes slices of some, by their rows and by the menu.
func TestTableOfTasks(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/requests.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("r")
	d.click(middle(d.widget("table Tasks")))
	d.click(middle(d.widget("table all")))
	d.until("the tasks, the longest first", begins("2 list", "3 pay", "1 pay"))
	d.click(middle(d.widget("table tasks")))
	d.input("type", "duration < 20ms")
	d.until("the short tasks", begins("3 pay", "1 pay"))
	d.key("Escape")
	d.click(middle(d.widget("row 1")))
	one, two, three := task.ID{Number: 1, Start: 10 * ms}, task.ID{Number: 2, Start: 35 * ms}, task.ID{Number: 3, Start: 80 * ms}
	d.until("the start of the first task", func(s ui.Snapshot) bool { return s.Task == one && s.Moment == 10*ms && s.Resting })
	d.click(middle(d.widget("table select tasks")))
	d.until("the listed tasks highlighted", func(s ui.Snapshot) bool { return slices.Equal(s.Tasks, []task.ID{one, three}) })
	d.rightClick("row 0")
	d.click(middle(d.widget("task menu New slice of the 2 selected tasks")))
	d.slicesAre("2 tasks")
	d.click(middle(d.widget("table tasks clear")))
	d.until("all tasks", begins("2 list", "3 pay", "1 pay"))
	d.move(middle(d.widget("row 0")))
	d.input("click", "--repeat", "2", "--delay", "50", "1")
	d.until("the time of the longest task", func(s ui.Snapshot) bool {
		return s.Task == two && s.Shown.Start <= 35*ms && s.Shown.Start > 0 && s.Shown.End >= 75*ms && s.Shown.End < 100*ms
	})
	d.click(middle(d.widget("table Task types")))
	d.until("the types", func(s ui.Snapshot) bool {
		return s.Resting && s.Rows == 3 && strings.HasPrefix(s.Listed[0], "pay 2 ") && strings.HasPrefix(s.Listed[1], "list 1 ")
	})
	d.rightClick("row 0")
	d.click(middle(d.widget("task menu New slice of all tasks of its type")))
	d.slicesAre("2 tasks", "pay")
	d.click(middle(d.widget("table by")))
	d.click(middle(d.widget("table by slice")))
	d.until("the slices", func(s ui.Snapshot) bool {
		return s.Resting && s.Rows == 3 && strings.HasPrefix(s.Listed[0], "2 tasks 2 ") && strings.HasPrefix(s.Listed[1], "pay 2 ")
	})
}

// TestExplainedTask reads about the chosen task in the panel of the selection, and goes from a part to
// the whole and back.
func TestExplainedTask(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/parts.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("r")
	d.click(middle(d.widget("table Tasks")))
	d.click(middle(d.widget("table all")))
	d.until("the tasks, the longest first", begins("1 page", "2 query"))
	d.click(middle(d.widget("row 1")))
	d.says("chosen task", "task 2, query: 30 ms, from 20 ms to 50 ms\npart of task 1, page\n")
	d.click(middle(d.widget("task parent")))
	s := d.until("the whole", func(s ui.Snapshot) bool { return s.Resting && s.Task.Number == 1 && s.Moment == 10*ms })
	d.says("chosen task", "task 1, page: 70 ms, from 10 ms to 80 ms\n")
	if !strings.Contains(s.Words["chosen task"], "critical path: ") {
		t.Errorf("the text has no critical path: %s", s.Words["chosen task"])
	}
	d.click(middle(d.widget("task copy")))
	d.until("the text copied", func(s ui.Snapshot) bool {
		return slices.ContainsFunc(s.Messages, func(m string) bool { return strings.HasPrefix(m, "Copied") })
	})
	d.click(middle(d.widget("task part 0")))
	d.until("the part", func(s ui.Snapshot) bool { return s.Task.Number == 2 && s.Moment == 20*ms })
	d.click(middle(d.widget("task none")))
	d.until("no task", func(s ui.Snapshot) bool { return s.Task == task.ID{} && s.Marks["task copy"].X1 == 0 })
}
