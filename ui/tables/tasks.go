package tables

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/expression"
	"tiv/session"
	"tiv/task/where"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// taskField is the field for the condition of the listed tasks. Its text is the user's: the tables
// have the last valid one.
type taskField struct {
	panel.Trace
	session *session.Session
	widget.Condition
	known string // the condition of the tables when it was last looked at
}

func newTaskField(on panel.Trace, s *panel.Services) taskField {
	var known panel.TaskTypes
	complete := func(text string, at int) (int, []expression.Completion) {
		types := known.Of(on.Workspace.Look.Tasks)
		return where.Complete(text, at, map[string][]string{"type": types, "within": types})
	}
	return taskField{Trace: on, session: s.Session, Condition: widget.NewCondition(on.UI, s.Input.ExpectTyping, complete)}
}

// layOut lays out the field with its help and its error, and lists the tasks by its text as far as
// that is valid.
func (f *taskField) layOut() {
	t := &f.Tables
	if now := t.TasksWhere; now != f.known {
		f.known, f.Text = now, now // a command has changed it
	}
	all := widget.ButtonWidth(selectAll)
	buttons := imgui.CalcTextSize("?×").X + 3*imgui.FontSize() + all
	imgui.SetNextItemWidth(-buttons)
	active, _ := f.Edit("##tasks", widget.ShortenHint("Condition for tasks: duration > p95", imgui.ContentRegionAvail().X-buttons),
		"Lists only tasks with this condition.")
	f.UI.Mark("table tasks", f.Place)
	now := strings.TrimSpace(f.Text)
	_, err := where.Parse(now)
	if active && err == nil && now != f.known && !(f.Typing && f.Unfinished()) {
		f.known = now
		f.session.Do(command.FilterTasks{Where: now})
	}
	f.UI.WordsHelp("table tasks", "Explains conditions for tasks.", "A condition is about one task: duration > p95 && blocking > 50%.\n"+
		"Per cents are of the duration of the task. A plain word matches types that contain it.", where.Words())
	if f.Text != "" {
		imgui.SameLine()
		if imgui.SmallButton("×") {
			f.Text = ""
			f.session.Do(command.FilterTasks{})
		}
		f.UI.Mark("table tasks clear", widget.LastItem())
		widget.Tip("Lists all tasks.")
	}
	imgui.SameLine()
	if imgui.SmallButton(selectAll) {
		f.session.Do(command.SelectListedTasks{})
	}
	f.UI.Mark("table select tasks", widget.LastItem())
	widget.Tip("Highlights the listed tasks. The menu of a row makes a slice of them.")
	if color, said := f.Locate(err); said != nil {
		widget.TintedWrapped(color, said.Error())
		f.UI.Mark("table tasks error", widget.LastItem())
	}
}

// selectAll is the button that highlights the listed tasks.
const selectAll = "Select all"
