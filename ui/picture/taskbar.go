package picture

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/session"
	"tiv/task/measure"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// TaskBar is the bar above a view of tasks: what is their height, and what their colour; in the task view,
// their order; and at its end what the mouse does, which is above the scene in other views.
type TaskBar struct {
	*panel.Trace
	hints   *Hints
	keys    *keys.Bindings
	session *session.Session
}

// NewTaskBar returns the bar of the trace that is shown.
func NewTaskBar(s *panel.Services, h *Hints) TaskBar { return TaskBar{s.Shown, h, s.Keys, s.Session} }

// LayOut lays the bar out in views of tasks.
func (b *TaskBar) LayOut() {
	look := &b.Workspace.Look
	if !look.Kind.Tasks {
		return
	}
	widget.SideBar("task bar", imgui.DirUp, b.UI.Palette.Shade(paint.PanelShade), func() {
		if look.Kind == view.Tasks {
			b.order()
		} else {
			b.meaning()
		}
		if n := len(look.SelectedTasks); n > 0 {
			if imgui.Button("New slice of " + tracefeed.Plural(n, "task")) {
				b.session.Do(command.SliceTasks{})
			}
			b.UI.Mark("slice of tasks", widget.LastItem())
			b.keys.CommandTip("slice tasks")
		}
		room := imgui.ContentRegionAvail().X
		if hint := b.hints.mouse(room); hint != "" && fits(hint, room) {
			imgui.Dummy(imgui.Vec2{X: imgui.FontSize()})
			b.UI.Faint(hint)
			b.UI.Mark("mouse hint", widget.LastItem())
		}
	})
}

// order is the list of the orders of the rows of tasks.
func (b *TaskBar) order() {
	byStart := &measure.Measure{Title: "start", Help: "Tasks are in the order of their starts."}
	now := byStart
	if m, ok := measure.Parse(b.Workspace.Look.TaskOrder); ok {
		now = m
	}
	b.choice("order", now, byStart, "What sorts the rows of a type, the largest first.", func(m *measure.Measure) workspace.Command {
		if m == byStart {
			m = nil
		}
		return workspace.SortTasks{By: m}
	})
}

// meaning lists what heights and colours mean in the event plot and the spiral.
func (b *TaskBar) meaning() {
	look := &b.Workspace.Look
	height, colour := view.TaskMeasures(&look.Options)
	b.choice("height", height, nil, "What the height of a task means.", func(m *measure.Measure) workspace.Command {
		return workspace.SetTaskHeight{Of: m}
	})
	byType := &measure.Measure{Title: "type", Help: "Tasks of a type have a colour."}
	if colour == nil {
		colour = byType
	}
	b.choice("colour", colour, byType, "What the colour of a task means.", func(m *measure.Measure) workspace.Command {
		if m == byType {
			m = nil
		}
		return workspace.SetTaskColors{By: m}
	})
	e := command.EntryNamed("task linear")
	if on := look.TaskLinear; b.UI.TickBox("linear", &on) {
		b.Send(workspace.SetOption{Option: "task-linear", On: on})
	}
	b.UI.Mark("task linear", widget.LastItem())
	b.keys.CommandTip(e.Name)
	if look.Kind == view.Spiral {
		b.turn()
	}
}

// turns are the lengths of turns in the list of the bar.
var turns = []view.Turn{view.FittingTurn, view.FoundTurn, view.Turn(tracefeed.Millisecond), view.Turn(10 * tracefeed.Millisecond),
	view.Turn(100 * tracefeed.Millisecond), view.Turn(tracefeed.Second), view.Turn(10 * tracefeed.Second), view.Turn(tracefeed.Minute),
	view.Turn(10 * tracefeed.Minute), view.Turn(tracefeed.Hour), view.Turn(tracefeed.Day)}

// turnName names a turn for people.
func turnName(t view.Turn) string {
	switch t {
	case view.FittingTurn:
		return "fitting"
	case view.FoundTurn:
		return "period"
	}
	return view.StepName(tracefeed.Time(t))
}

// turnHelp says in a sentence how long a turn is.
func turnHelp(t view.Turn) string {
	switch t {
	case view.FittingTurn:
		return "A turn is a round time that fits the interval shown."
	case view.FoundTurn:
		return "A turn is the time after which heights recur, or else the starts of tasks, if one is significant."
	}
	return "A turn is " + turnName(t) + "."
}

// turn is the list of the lengths of a turn of the spiral.
func (b *TaskBar) turn() {
	now := b.Workspace.Look.TaskTurn
	b.UI.Faint("turn")
	imgui.SetNextItemWidth(7 * imgui.FontSize())
	if imgui.BeginComboV("##turn", turnName(now), imgui.ComboFlagsHeightLargest) {
		for _, t := range turns {
			if imgui.SelectableBoolV(turnName(t), t == now, 0, imgui.Vec2{}) {
				b.Send(workspace.SetTaskTurn{Turn: t})
			}
			b.UI.Mark("turn "+turnName(t), widget.LastItem())
			widget.Tip(turnHelp(t))
		}
		imgui.EndCombo()
	}
	b.UI.Mark("turn", widget.LastItem())
	widget.Tip("The time of a turn of the spiral. Fitting is a round time; period is the time after which heights recur, or " +
		"else the starts of tasks, if one is significant.")
}

// choice is a list of the measures, with one more before them if that is not nil.
func (b *TaskBar) choice(name string, now, first *measure.Measure, tip string, c func(*measure.Measure) workspace.Command) {
	b.UI.Faint(name)
	imgui.SetNextItemWidth(11 * imgui.FontSize())
	if imgui.BeginComboV("##task "+name, now.Title, imgui.ComboFlagsHeightLargest) {
		list := measure.Measures
		if first != nil {
			list = append([]*measure.Measure{first}, list...)
		}
		for _, m := range list {
			if imgui.SelectableBoolV(m.Title, m == now, 0, imgui.Vec2{}) {
				b.Send(c(m))
			}
			b.UI.Mark("task "+name+" "+m.Title, widget.LastItem())
			widget.Tip(m.Help)
		}
		imgui.EndCombo()
	}
	b.UI.Mark("task "+name, widget.LastItem())
	widget.Tip(tip)
}
