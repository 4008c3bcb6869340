package ui

import (
	"fmt"
	"maps"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/scene/shape"
	"tiv/scene/taskplot"
	"tiv/scene/taskrows"
	"tiv/scene/view"
	"tiv/session"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Snapshot is the state of a window after a frame, for tests.
type Snapshot struct {
	// Drawn counts frames of the window.
	Drawn int
	// Synced counts the presses of Pause.
	Synced int
	// Loaded is set once the complete trace is shown, Resting while there is no
	// pending work.
	Loaded      bool
	Resting     bool
	Moment, End tracefeed.Time
	Step        tracefeed.Time
	History     int               // in steps
	Interval    timeline.Interval // selected
	Shown       timeline.Interval // the visible range
	Playing     bool
	// Growing is set while the trace may still be written, Following while the
	// moment stays at its end.
	Growing, Following bool
	// Findings is the number of findings.
	Findings int
	View     string // the name of the view
	// Trace is the name of the trace that is shown.
	Trace     string
	Selected  tracefeed.ThreadID
	Selection []tracefeed.ThreadID
	// Highlighted is the name of the highlighted state; "" for none.
	Highlighted string
	Hidden      []tracefeed.ThreadID
	Dimmed      []tracefeed.ThreadID
	Clusters    []view.Cluster
	Notes       []view.Note
	Slices      []slice.Definition
	Base        string // the path of slices, see slice.Within
	Space       int    // the ID of the workspace
	Filter      workspace.Filter
	// FilterText is the text of the filter's field, Count the number of threads
	// in words.
	FilterText, Count string
	// FilterPending says that the result of the filter is pending.
	FilterPending bool
	// Undo is the name of the change that can be undone, Messages the
	// notifications shown.
	Undo     string
	Messages []string
	// Status is the text of the status bar.
	Status string
	// Wrong is the dialog's error about a trace that could not be opened.
	Wrong string
	// Job is the name of the running job; "" for none.
	Job     string
	Hovered shape.PickID
	// Call is the selected call.
	Call view.Call
	// Task is the chosen task, Tasks are the highlighted ones.
	Task   task.ID
	Tasks  []task.ID
	Places map[tracefeed.ThreadID]mgl32.Vec2
	// Area is the scene's rectangle, in pixels of the window.
	Area shape.Rect
	// Bars is the position of the front of each thread's bar in the last view.
	Bars map[tracefeed.ThreadID]mgl32.Vec2
	// Listed are the cells of the first rows of the shown table, one after the
	// other; Rows is the number of rows.
	Listed []string
	Rows   int
	// Marks are the rectangles of widgets: "play", "finding 0".
	Marks map[string]shape.Rect
	// Words are the texts of some widgets, by the names of Marks.
	Words map[string]string
	// Compared are the sides of the comparison on the screen, before and after; nil for
	// none.
	Compared []Side
}

// Side is one side of a comparison.
type Side struct {
	Trace     string
	Base      string // of the workspace
	Moment    tracefeed.Time
	Shown     timeline.Interval
	View      string
	Selection []tracefeed.ThreadID
	Changes   map[tracefeed.ThreadID]view.Change
	Area      shape.Rect
}

func (a *app) snapshot() Snapshot {
	l := &a.Workspace.Look
	s := Snapshot{
		Drawn: a.pace.drawn, Synced: a.pace.synced,
		Loaded: a.Searched() && !a.Stale, Resting: !a.busy() && !a.changing() && a.pace.again == 0,
		Moment: l.Moment, Interval: l.Interval, End: a.Workspace.Timeline.End, Step: l.Step, History: l.History,
		Playing: a.Workspace.Playback.Playing,
		Growing: a.Workspace.Growing(), Following: a.Workspace.Following(), Findings: len(workspace.FindingsOf(a.Workspace).Counted()),
		View: l.Kind.Name, Trace: a.Workspace.Name, Selected: l.Selected, Selection: l.Selection,
		Highlighted: l.Highlighted,
		Hidden:      a.Workspace.Hidden, Dimmed: l.Dimmed,
		Clusters: l.Clusters, Notes: l.Notes, Slices: l.Slices, Base: l.Base, Space: a.Workspace.Shown, Filter: a.Workspace.Filter,
		FilterPending: l.FilterPending, Hovered: l.Hovered, Call: l.Call, Task: l.Task, Tasks: l.SelectedTasks,
		Places: maps.Clone(l.Places),
		Area:   a.Area, Bars: map[tracefeed.ThreadID]mgl32.Vec2{}, Marks: maps.Clone(a.UI.Marks), Words: maps.Clone(a.UI.Words),
	}
	s.Shown.Start, s.Shown.End = l.Window()
	s.Compared = sidesOf(a.comparison)
	s.Undo, _ = a.Workspace.UndoLabels()
	if !session.IsBlank(a.Document) {
		s.Status = a.bars.statusText()
	}
	s.FilterText, s.Count = a.panels().threads.Filter.Text, a.ThreadCount()
	s.Wrong = a.dialogs.files.Open.Problem()
	for _, m := range a.Messages.List {
		s.Messages = append(s.Messages, m.Text)
	}
	if a.Job != nil {
		s.Job = a.Job.Name
	}
	if r, ok := widget.Shown("##Tooltip_00"); ok { // the name of Dear ImGui's window for tooltips
		s.Marks["tip"] = r
	}
	s.Listed, s.Rows = a.panels().tables.Listed()
	if a.Frame == nil || len(a.Frame.Views) == 0 {
		return s
	}
	for _, f := range a.Frame.Flags {
		at := a.Area
		s.Marks[fmt.Sprint("flag ", f.Note+1)] = shape.Rect{X0: at.X0 + f.Box.X0, Y0: at.Y0 + f.Box.Y0, X1: at.X0 + f.Box.X1,
			Y1: at.Y0 + f.Box.Y1}
	}
	for _, n := range a.Frame.Names {
		name, at := "", a.Area
		switch n.Pick.Kind {
		case shape.PickThread:
			name = a.ThreadName(tracefeed.ThreadID(n.Pick.Index))
		case shape.PickCluster:
			name = a.Frame.Clusters[n.Pick.Index].Name
		case shape.PickAlike:
			name = a.Frame.Alike[n.Pick.Index].Title()
		}
		s.Marks["name of "+name] = shape.Rect{X0: at.X0 + n.Box.X0, Y0: at.Y0 + n.Box.Y0, X1: at.X0 + n.Box.X1, Y1: at.Y0 + n.Box.Y1}
	}
	if v := &a.Frame.Views[0]; v.TimeAxis {
		from, to := l.Past()
		x := func(t tracefeed.Time) float32 {
			return a.Area.X0 + v.Time.X0 + v.Time.Width()*float32(float64(t-s.Shown.Start)/float64(s.Shown.End-s.Shown.Start))
		}
		s.Marks["history in time"] = shape.Rect{X0: x(from), Y0: a.Area.Y0 + v.Time.Y0, X1: x(to), Y1: a.Area.Y0 + v.Time.Y1}
	}
	s.markTasks(a.Area, l, a.Frame.Plot())
	if p := a.Frame.Processors; p != nil {
		s.Marks["processors"] = shape.Rect{X0: a.Area.X0 + p.Rect.X0, Y0: a.Area.Y0 + p.Rect.Y0, X1: a.Area.X0 + p.Rect.X1,
			Y1: a.Area.Y0 + p.Rect.Y1}
	}
	s.markRows(a.Area, a.Frame.Tasks)
	v := a.Frame.LastView()
	for _, b := range v.Bars {
		if at, ok := v.Project(b.Center); ok && b.Pick.Kind == shape.PickThread {
			s.Bars[tracefeed.ThreadID(b.Pick.Index)] = at.Add(mgl32.Vec2{a.Area.X0, a.Area.Y0})
		}
	}
	return s
}

// markTasks adds the marks of the first tasks of an event plot.
func (s *Snapshot) markTasks(area shape.Rect, l *view.Look, plot *taskplot.Plot) {
	if plot == nil {
		return
	}
	for i := range min(len(l.Tasks.Tasks), 20) {
		if r, ok := plot.Mark(i); ok {
			s.Marks[fmt.Sprint("task ", l.Tasks.Tasks[i].Number)] = shape.Rect{X0: area.X0 + r.X0, Y0: area.Y0 + r.Y0,
				X1: area.X0 + r.X1, Y1: area.Y0 + r.Y1}
		}
	}
}

// markRows adds the marks of the rows of the task view: "row 17", "row get".
func (s *Snapshot) markRows(area shape.Rect, v *taskrows.View) {
	for i := 0; v != nil && i < len(v.Rows); i++ {
		r, name := &v.Rows[i], "row "+v.Rows[i].Type
		if t := v.Task(r); t != nil {
			name = fmt.Sprint("row ", t.Number)
		}
		s.Marks[name] = shape.Rect{X0: area.X0 + v.Rect.X0, Y0: area.Y0 + r.Top, X1: area.X0 + v.Rect.X1, Y1: area.Y0 + r.Bottom}
	}
}

// sidesOf returns the sides of a comparison that is on the screen.
func sidesOf(c *session.Comparison) (sides []Side) {
	if !c.Visible() {
		return nil
	}
	for _, t := range c.Sides {
		l := &t.Workspace.Look
		s := Side{Trace: t.Workspace.Name, Base: l.Base, Moment: l.Moment, View: l.Kind.Name,
			Selection: l.Selection, Changes: l.Changes, Area: t.Area}
		s.Shown.Start, s.Shown.End = l.Window()
		sides = append(sides, s)
	}
	return sides
}
