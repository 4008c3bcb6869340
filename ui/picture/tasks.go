package picture

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/session"
	"tiv/task"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// taskMouse is a press of the mouse in a view of tasks.
type taskMouse struct {
	*panel.Trace
	pressed, last mgl32.Vec2
}

// inTasks returns the press in a view of tasks; ok is false in other views.
func inTasks(t *panel.Trace, m *mouse) (p taskMouse, ok bool) {
	return taskMouse{t, m.pressed, m.last}, t.Workspace.Look.Kind.Tasks
}

// drag returns the effect of a drag. In the event plot a plain drag is a rubber band, and other buttons move
// through time; in the spiral, which turns, a drag with Shift or Ctrl is one, as in the 3D view.
func (p taskMouse) drag(v *shape.View, b imgui.MouseButton) drag {
	_, onBin := p.Frame.Plot().BinAt(p.pressed[0], p.pressed[1])
	switch {
	case p.Frame.Tasks != nil:
		return p.dragRows(v, b)
	case p.Frame.Spiral() != nil && b == imgui.MouseButtonLeft && panel.SelectMode() != workspace.SelectOnly:
		return selectingTasks
	case p.Frame.Plot() == nil && v.Turns && b == imgui.MouseButtonLeft:
		return turning
	case p.Frame.Plot() == nil:
		return panning
	case b != imgui.MouseButtonLeft:
		return movingTime
	case otherDrag():
		return selectingInterval
	case onMoment(p.Trace, v, p.pressed) && !onBin:
		return scrubbing
	}
	return selectingTasks
}

// dragRows returns the effect of a drag in the task view: a plain one scrolls, and moves through time.
func (p taskMouse) dragRows(v *shape.View, b imgui.MouseButton) drag {
	left := b == imgui.MouseButtonLeft
	switch {
	case left && onTaskBar(p.Trace, p.pressed):
		return scrollingTasks
	case left && otherDrag():
		return selectingInterval
	case left && onMoment(p.Trace, v, p.pressed):
		return scrubbing
	}
	return movingTime
}

// taskUnder returns a task that is picked; nil for none.
func taskUnder(d *session.Document, pick shape.PickID) *task.Task {
	x := d.Workspace.Look.Tasks
	if pick.Kind != shape.PickTask || x == nil || int(pick.Index) >= len(x.Tasks) {
		return nil
	}
	return &x.Tasks[pick.Index]
}

// click chooses the task under the mouse, and moves the moment to it: to the time under the mouse, as
// far as the task is there. With keys it is added to the selected tasks. A click on a bar of the
// histogram selects its tasks, and one beside all ends the selection.
func (p taskMouse) click(target shape.PickID) {
	mode := panel.SelectMode()
	t := taskUnder(p.Document, target)
	switch bin, ok := p.Frame.Plot().BinAt(p.pressed[0], p.pressed[1]); {
	case ok:
		p.Send(workspace.SelectTaskRange{Range: p.Frame.Plot().Counted(&bin), Mode: mode})
	case t == nil && mode == workspace.SelectOnly:
		p.Send(workspace.SelectTask{}, workspace.SelectTasks{})
	case t == nil:
	case mode == workspace.SelectOnly:
		at := t.Start
		if shown, ok := p.Frame.TimeAt(p.pressed[0], p.pressed[1]); ok {
			at = min(max(shown, t.Start), t.End)
		}
		p.Send(workspace.SelectTask{Task: t.ID()}, workspace.SeekTo{Moment: at})
	default:
		p.Send(workspace.SelectTasks{Tasks: []task.ID{t.ID()}, Mode: mode})
	}
}

// draw draws the rubber band, and the number of tasks under it.
func (p taskMouse) draw() {
	list, color := imgui.ForegroundDrawListViewportPtr(), widget.Packed(p.UI.Palette.Select)
	a, b := p.InWindow(p.pressed), p.InWindow(p.last)
	list.AddRectFilled(a, b, widget.Packed(p.UI.Palette.Select.Alpha(0.12)))
	list.AddRectV(a, b, color, 0, 0, p.UI.Scale)
	n := 0
	if r, ok := p.Frame.Plot().Band(p.pressed, p.last); ok {
		n = p.Frame.Plot().Count(&r)
	} else if p.Frame.Spiral() == nil {
		return
	} else {
		_, n = p.Frame.Spiral().Within(p.pressed, p.last)
	}
	at := imgui.CurrentIO().MousePos()
	list.AddTextVec2(imgui.Vec2{X: at.X + imgui.FontSize(), Y: at.Y}, color, tracefeed.Plural(n, "task"))
}

// selectBand selects the tasks under the rubber band.
func (p taskMouse) selectBand() {
	if r, ok := p.Frame.Plot().Band(p.pressed, p.last); ok {
		p.Send(workspace.SelectTaskRange{Range: r, Mode: panel.SelectMode()})
	} else if s := p.Frame.Spiral(); s != nil {
		columns, _ := s.Within(p.pressed, p.last)
		p.Send(workspace.SelectTasks{Tasks: s.Tasks(columns), Mode: max(panel.SelectMode(), workspace.SelectAlso)})
	}
}

// taskWords describes the task, or the bar of the histogram, at a pixel of a view of tasks; ok is false if
// none is there. pixel is the time that a pixel shows.
func taskWords(d *session.Document, at mgl32.Vec2, pick shape.PickID, pixel tracefeed.Time) (head string, body []string, ok bool) {
	if d.Frame.Tasks != nil {
		return rowWords(d, at, pixel)
	}
	if bin, ok := d.Frame.Plot().BinAt(at[0], at[1]); ok {
		head, body = d.Frame.Plot().Words(&bin)
		return head, body, true
	}
	t := taskUnder(d, pick)
	if t == nil {
		return "", nil, false
	}
	_, among, _ := d.Frame.TaskAt(at[0], at[1])
	if head, body = panel.TaskText(d, t); among > 1 {
		body = append(body, fmt.Sprintf("the highest of %s that begin here", tracefeed.Plural(among, "task")))
	}
	return head, body, true
}
