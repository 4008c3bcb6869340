package threads

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/task"
	"tiv/task/sentence"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// worksFor lays out the tasks for which a thread works at the moment, in the panel of the selection.
type worksFor struct {
	panel.Trace
	tasks *task.Index
	of    *report.Description
}

// tasksFor returns the tasks of a trace; nil if it has none, and before they are found.
func tasksFor(t *panel.Trace) *task.Index {
	if !t.Workspace.Tasking.AskOnceComplete() {
		return nil
	}
	if x := t.Workspace.Look.Tasks; x != nil && len(x.Tasks) > 0 {
		return x
	}
	return nil
}

// layOut lists the task for which the selected thread works, and those of which that is a part. A
// click chooses one.
func (p worksFor) layOut() {
	widget.Section("Works for")
	w, ok := p.tasks.At(p.of.Thread, p.of.Moment)
	if !ok {
		p.UI.Faint("no task")
		p.UI.MarkText("works for", "no task")
		return
	}
	for i, n := int(w.Task), 0; i >= 0 && n < panel.MaxNames; i, n = p.tasks.Tasks[i].Around, n+1 {
		t := &p.tasks.Tasks[i]
		p.link(fmt.Sprint("works for ", n), t)
		if n == 0 {
			p.UI.Detail(report.Safe(sentence.How(&w, p.ThreadName)))
		} else {
			p.UI.Detail("of which it is a part")
		}
		p.UI.Detail(report.Safe(strings.TrimPrefix(sentence.Hint(t), sentence.Name(t)+": ")))
	}
	if p.Workspace.Look.Course == nil {
		return
	}
	if imgui.SmallButton("Follow") {
		p.Send(workspace.FollowTask{})
	}
	p.UI.Mark("follow task", widget.LastItem())
	widget.Tip("Plays the chosen task from its start to its end.")
	imgui.SameLine()
	if imgui.SmallButton("Choose none") {
		p.Send(workspace.SelectTask{})
	}
	p.UI.Mark("choose no task", widget.LastItem())
	widget.Tip("Ends following the task in the scene.")
}

// link writes the name of a task. A click chooses it.
func (p worksFor) link(id string, t *task.Task) {
	name := report.Safe(sentence.Name(t))
	if p.UI.Link(id, name, "Click to choose it: the scene follows it from thread to thread.") {
		p.Send(workspace.SelectTask{Task: t.ID()})
	}
	p.UI.MarkText(id, name)
}

// holder writes for which task a thread works that the selected one waits for.
func (p worksFor) holder(i int, thread tracefeed.ThreadID) {
	w, ok := p.tasks.At(thread, p.of.Moment)
	if !ok {
		p.UI.Detail("for no task")
		return
	}
	p.UI.Faint("for")
	imgui.SameLine()
	p.link(fmt.Sprint("holder's task ", i), &p.tasks.Tasks[w.Task])
}
