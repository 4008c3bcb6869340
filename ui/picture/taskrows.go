package picture

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/report"
	"tiv/report/tasks"
	"tiv/scene/paint"
	"tiv/scene/taskrows"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// wheelRows is how far a notch of the wheel scrolls rows of tasks, in sizes of text.
const wheelRows = 4

// onTaskBar reports whether a pixel is on the bar that scrolls the rows of tasks.
func onTaskBar(m *panel.Trace, at mgl32.Vec2) bool {
	if m.Frame.Tasks == nil {
		return false
	}
	bar, ok := m.Frame.Tasks.Bar()
	grip := panel.ClickTolerance * m.UI.Scale
	return ok && at[0] >= bar.X0-grip && at[0] < bar.X1+grip && at[1] >= bar.Y0 && at[1] < bar.Y1
}

// taskClick returns the effect of a click on rows of tasks, at a time: it chooses the task and moves the moment;
// on the sign of a row, and on the name of a type, it folds or unfolds the rows below.
func taskClick(v *taskrows.View, at mgl32.Vec2, t tracefeed.Time) (list []workspace.Command) {
	row, name, fold, ok := v.RowAt(at[0], at[1])
	if !ok {
		return []workspace.Command{workspace.SelectTask{}}
	}
	stays := workspace.ScrollTasks{TaskPlace: v.PlaceOf(row)}
	if task := v.Task(row); task == nil {
		if name {
			return []workspace.Command{workspace.FoldTasks{Type: row.Type, On: row.Open}, stays}
		}
	} else if fold {
		return []workspace.Command{workspace.FoldParts{Task: task.ID(), On: row.Open}, stays}
	} else {
		list = append(list, workspace.SelectTask{Task: task.ID()}, stays)
	}
	if !name {
		list = append(list, workspace.SeekTo{Moment: t})
	}
	return list
}

// zoomToTask shows the time of the task whose row the mouse was pressed on.
func zoomToTask(d *session.Document, m *mouse) {
	v := d.Frame.Tasks
	row, _, fold, ok := v.RowAt(m.pressed[0], m.pressed[1])
	if !ok || fold || row.Task == taskrows.None {
		return
	}
	id := v.Task(row).ID()
	d.Send(workspace.SelectTask{Task: id}, workspace.ScrollTasks{TaskPlace: v.PlaceOf(row)}, workspace.ShowTask{Task: id})
	m.drag = noDrag // a click would move the moment
}

// rowWords describes what is at a pixel of a row of tasks; ok is false if there is none. pixel is the time that a
// pixel shows.
func rowWords(d *session.Document, at mgl32.Vec2, pixel tracefeed.Time) (head string, body []string, ok bool) {
	row, name, fold, ok := d.Frame.Tasks.RowAt(at[0], at[1])
	if !ok {
		return "", nil, false
	}
	v := d.Frame.Tasks
	switch {
	case fold:
		head = "Click to " + map[bool]string{true: "fold", false: "unfold"}[row.Open] + " the rows below."
	case row.Task == taskrows.None:
		head, body = report.Safe(taskrows.Title(row.Type)), []string{tracefeed.Plural(row.Count, "task") + " in the time shown"}
		if spot := v.At(row, at[0]); !name && spot.Read {
			body = append(body, fmt.Sprintf("here %.3g at work, %.3g in a queue (means of a pixel)", spot.Busy, spot.Queued),
				fmt.Sprintf("at most %.3g at once in a pixel", spot.Most))
		}
	default:
		if head, body = panel.TaskText(d, v.Task(row)); !name {
			spot := v.At(row, at[0])
			body = append(append(body, shownAt(d, &spot, pixel)...), pathAt(d, &spot)...)
		}
	}
	return head, body, true
}

// shownAt describes what the row of a task shows at a pixel.
func shownAt(d *session.Document, spot *taskrows.Spot, pixel tracefeed.Time) []string {
	if !spot.Read {
		return nil
	}
	all := float32(0)
	for _, x := range spot.Shares {
		all += x
	}
	line := "at " + d.Workspace.Look.Clock().Name(spot.From, pixel) + ": "
	if all == 0 {
		return []string{line + "nothing"}
	}
	var parts []string
	for i, x := range spot.Shares {
		if x > 0 {
			parts = append(parts, panel.Percent(x/all)+" "+taskrows.ShareName(i))
		}
	}
	line += strings.Join(parts, ", ")
	switch {
	case spot.Threads == 1:
		line += " (" + d.ThreadName(spot.Thread) + ")"
	case spot.Threads > 1:
		line += fmt.Sprintf(" (%d threads)", spot.Threads)
	}
	return []string{line}
}

// pathAt says what the critical path of the chosen task is at a pixel of a row; nothing where it is not.
func pathAt(d *session.Document, s *taskrows.Spot) []string {
	p, x := s.Piece, d.Workspace.Look.Tasks
	if p == nil || s.Chosen >= len(x.Tasks) {
		return nil
	}
	line := fmt.Sprintf("critical path of task %d, for %v: %s", x.Tasks[s.Chosen].Number, p.End-p.Start,
		tasks.Piece(x, d.Workspace.Timeline, s.Chosen, p, d.MonitorName))
	if s.Pieces > 1 {
		line += fmt.Sprintf(" (the longest of %d pieces here)", s.Pieces)
	}
	return []string{line}
}

// taskEntries returns the entries of the rows of tasks.
func taskEntries(v *taskrows.View, p *paint.Palette) (list []shapeEntry) {
	for _, e := range v.Legend(p) {
		draw := stripedShape(e.Style)
		switch e.Mark {
		case taskrows.PathLine, taskrows.Line:
			draw = lineShape(4)
		case taskrows.ThinLine:
			draw = lineShape(2)
		}
		list = append(list, shapeEntry{e.Style.Color, draw, e.Name, uncounted, e.Help})
	}
	return list
}
