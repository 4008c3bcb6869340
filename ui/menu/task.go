package menu

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/shape"
	"tiv/scene/taskrows"
	"tiv/session"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Task is the menu of a task in the views of tasks, and of a type of tasks in the task view.
type Task struct {
	*panel.Trace
	panel.Idle
	session *session.Session
	show    bool // at the next frame
	// What it was opened for; later frames can lack it: its name, its type, and its task, nil for a type.
	name, kind string
	task       *task.Task
	// open says that the rows below its own are unfolded, parts that there are any.
	open, parts bool
}

// taskMenuName is the id of the menu, taskMenuWidth its width in sizes of the text.
const (
	taskMenuName  = "##task"
	taskMenuWidth = 18
)

// NewTask returns the menu of a task.
func NewTask(s *panel.Services) Task { return Task{Trace: s.Shown, session: s.Session} }

// Open opens the menu of a task or of a type in the next frame, and chooses the task.
func (m *Task) Open(pick shape.PickID) {
	tasks := m.Workspace.Look.Tasks
	row := m.Frame.Tasks.RowOf(pick)
	m.task, m.open, m.parts = nil, false, false
	switch {
	case pick.Kind == shape.PickTask && tasks != nil && int(pick.Index) < len(tasks.Tasks):
		m.task = &tasks.Tasks[pick.Index]
		m.name, _ = panel.TaskText(m.Document, m.task)
		m.kind = m.task.Type
		m.Send(workspace.SelectTask{Task: m.task.ID()})
	case row != nil:
		m.name, m.kind = report.Safe(taskrows.Title(row.Type)), row.Type
	default:
		return
	}
	m.show = true
	if row != nil {
		m.open, m.parts = row.Open, row.Parts
		m.Send(workspace.ScrollTasks{TaskPlace: m.Frame.Tasks.PlaceOf(row)})
	}
}

// LayOut lays the menu out, if it is open.
func (m *Task) LayOut() {
	if m.show {
		m.show = false
		imgui.OpenPopupStr(taskMenuName)
	}
	if !imgui.BeginPopup(taskMenuName) {
		return
	}
	defer imgui.EndPopup()
	m.UI.Bold(widget.Shorten(m.name, taskMenuWidth*imgui.FontSize()))
	imgui.Separator()
	if m.task != nil {
		m.one(m.task)
	} else if m.item(m.foldLabel("tasks"), "Shows a row for each of the tasks of this type, or none.") {
		m.Send(workspace.FoldTasks{Type: m.kind, On: m.open})
	}
	imgui.Separator()
	m.several()
}

// one lists the entries about a task.
func (m *Task) one(t *task.Task) {
	if m.item("Zoom to the task", "Shows the time from its start to its end.") {
		m.Send(workspace.ShowTask{Task: t.ID()})
	}
	if m.item("Follow the task", "Plays it from its start to its end.") {
		m.Send(workspace.FollowTask{Task: t.ID()})
	}
	if m.parts && m.item(m.foldLabel("parts"), "Shows a row for each part of the task, or none.") {
		m.Send(workspace.FoldParts{Task: t.ID(), On: m.open})
	}
	if len(t.Threads) > 0 {
		if m.item("Select its threads", "Selects the threads that worked for it, in all views.") {
			m.Send(workspace.SelectMany{Threads: t.Threads})
		}
		if m.item("Show only its threads", "Hides all threads in other views but those that worked for it.") {
			m.Send(workspace.SelectMany{Threads: t.Threads}, workspace.HideRest{})
		}
	}
	if m.item("Copy as text", "Copies what the hint says, and the threads that worked for it.") {
		m.session.Do(command.CopyText{Text: m.text(t)})
	}
}

// several lists the entries about the tasks of the type, and about the selected ones.
func (m *Task) several() {
	if m.kind != "" && m.item("Select all tasks of its type", "Highlights the tasks of this type in the event plot and the spiral.") {
		m.Send(workspace.SelectTaskRange{Range: measure.Range{Type: m.kind}})
	}
	selected := len(m.Workspace.Look.SelectedTasks)
	if selected > 0 && m.item("Select no tasks", "Ends the highlighting of tasks.") {
		m.Send(workspace.SelectTasks{})
	}
	name := "New slice of the task"
	if selected > 0 {
		name = fmt.Sprintf("New slice of the %s", tracefeed.Plural(selected, "selected task"))
	}
	if (m.task != nil || selected > 0) && m.item(name, "Makes a slice of the time that threads worked for it.") {
		m.session.Do(command.SliceTasks{})
	}
	if m.kind != "" && m.item("New slice of all tasks of its type", "Makes a slice of the time that threads work for tasks of this type.") {
		m.session.Do(command.SliceTaskType{Type: m.kind})
	}
}

// text describes a task and its threads in lines.
func (m *Task) text(t *task.Task) string {
	head, lines := panel.TaskText(m.Document, t)
	var names []string
	for _, id := range t.Threads {
		names = append(names, m.ThreadName(id))
	}
	if len(names) > 0 {
		lines = append(lines, tracefeed.Plural(len(names), "thread")+": "+strings.Join(names, ", "))
	}
	return head + "\n" + strings.Join(lines, "\n")
}

// foldLabel names the entry that folds or unfolds the rows below.
func (m *Task) foldLabel(what string) string {
	if m.open {
		return "Fold its " + what
	}
	return "Unfold its " + what
}

// item is an entry of the menu.
func (m *Task) item(label, help string) bool {
	chosen := imgui.MenuItemBool(label)
	m.UI.Mark("task menu "+label, widget.LastItem())
	widget.Tip(help)
	return chosen
}
