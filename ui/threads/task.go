package threads

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/interaction/lockname"
	"tiv/internal/background"
	"tiv/report"
	"tiv/report/tasks"
	"tiv/session"
	"tiv/task"
	"tiv/task/sentence"
	"tiv/task/waits"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// chosenTask is the section about the chosen task: the text of tiv tasks --task, and links to the
// tasks around it and in it.
type chosenTask struct {
	panel.Trace
	session *session.Session
	made    background.Latest[taskKey, explained]
}

// taskKey is the input of the section.
type taskKey struct {
	tl    *timeline.Timeline
	x     *task.Index
	locks *lockname.Names
	task  int // its index
}

// explained is the contents of the section.
type explained struct {
	of    task.ID
	lines []string
	waits []waits.Wait // of all tasks
	// parts are the longest of its parts, without theirs; others is the number of the others.
	parts  []*task.Task
	others int
}

// mostParts is the number of parts with a link.
const mostParts = 5

// explain makes the contents. before are those of another task of the same index, if there are any:
// waits are the same.
func (k taskKey) explain(before *explained) background.Func[explained] {
	return func(ctx context.Context, _ func(float64)) (e explained, err error) {
		e.of = k.x.Tasks[k.task].ID()
		if before != nil {
			e.waits = before.waits
		} else if e.waits, err = waits.Find(ctx, k.tl, k.x); err != nil {
			return e, err
		}
		var text strings.Builder
		if err := tasks.Explain(ctx, &text, k.x, k.tl, k.task, e.waits, k.locks.Full); err != nil {
			return e, err
		}
		e.lines = strings.Split(strings.TrimSpace(text.String()), "\n")
		k.x.EachPart(k.task, func(i int) {
			if k.x.Tasks[i].Around == k.task {
				e.parts = append(e.parts, &k.x.Tasks[i])
			}
		})
		slices.SortStableFunc(e.parts, func(a, b *task.Task) int { return int((b.End - b.Start) - (a.End - a.Start)) })
		e.others = max(0, len(e.parts)-mostParts)
		e.parts = e.parts[:len(e.parts)-e.others]
		return e, nil
	}
}

// layOut lays the section out, if a task is chosen. It reports whether one is.
func (c *chosenTask) layOut() bool {
	l := &c.Workspace.Look
	i := l.Tasks.Lookup(l.Task)
	if i < 0 {
		c.made.Pause()
		return false
	}
	key := taskKey{c.Workspace.Timeline, l.Tasks, l.Locks, i}
	var before *explained
	if old := c.made.Key; c.made.Present && old.tl == key.tl && old.x == key.x {
		before = &explained{waits: c.made.Value.waits}
	}
	if _, busy := c.made.Running(); !busy || key.tl.Complete { // else it would never end while a trace grows
		c.made.Update(key, key.explain(before), c.Wake)
	}
	widget.Section("Task")
	if !c.made.Present || c.made.Value.of != l.Task {
		c.UI.Faint(sentence.Name(&l.Tasks.Tasks[i]) + " …")
		return true
	}
	c.contents(&l.Tasks.Tasks[i], &c.made.Value)
	return true
}

// contents lays out the text, the links and the buttons.
func (c *chosenTask) contents(t *task.Task, e *explained) {
	widget.Wrapped(e.lines[0])
	c.buttons(t, e)
	if x := c.Workspace.Look.Tasks; t.Around >= 0 {
		c.link("task parent", "part of ", &x.Tasks[t.Around])
	}
	for i, part := range e.parts {
		c.link(fmt.Sprint("task part ", i), "its part ", part)
	}
	if e.others > 0 {
		c.UI.Faint("and " + tracefeed.Plural(e.others, "other part"))
	}
	for _, line := range e.lines[1:] {
		c.UI.FaintWrapped(line)
	}
	c.UI.MarkText("chosen task", strings.Join(e.lines, "\n"))
}

// buttons lays out what can be done with the task.
func (c *chosenTask) buttons(t *task.Task, e *explained) {
	if imgui.SmallButton("Zoom##task") {
		c.Send(workspace.ShowTask{})
	}
	c.UI.Mark("task zoom", widget.LastItem())
	widget.Tip("Shows the time from its start to its end and a little around it.")
	imgui.SameLine()
	if imgui.SmallButton("Threads##task") {
		c.Send(workspace.SelectMany{Threads: t.Threads})
	}
	c.UI.Mark("task threads", widget.LastItem())
	widget.Tip("Selects the threads that worked for it.")
	imgui.SameLine()
	if imgui.SmallButton("Copy##task") {
		c.session.Do(command.CopyText{Text: strings.Join(e.lines, "\n")})
	}
	c.UI.Mark("task copy", widget.LastItem())
	widget.Tip("Copies this text.")
	imgui.SameLine()
	if imgui.SmallButton("×##task") {
		c.Send(workspace.SelectTask{})
	}
	c.UI.Mark("task none", widget.LastItem())
	widget.Tip("Chooses no task.")
}

// link lays out a link to another task.
func (c *chosenTask) link(id, before string, t *task.Task) {
	clicked := c.UI.Link(id, report.Safe(before+sentence.Name(t)), "Chooses this task, and goes to its start.")
	c.UI.Mark(id, widget.LastItem())
	if clicked {
		c.Send(workspace.SelectTask{Task: t.ID()}, workspace.SeekTo{Moment: t.Start})
	}
}
