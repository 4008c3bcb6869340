package menu

import (
	"cmp"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution"
	"tiv/handler"
	"tiv/report"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/slicing"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Function is the menu of a function.
type Function struct {
	*panel.Trace
	slices *slicing.Tools
	panel.Idle
	show     bool                  // at the next frame
	spot     report.Spot           // of its longest call
	Sandwich func(function string) // shows the callers and callees of a function
	session  *session.Session
	services *panel.Services // for commands of the window
	// code is the package of the function, or another part of its origin, and system says that the function
	// counts as the system's where handlers are found.
	code   string
	system bool
}

// functionMenuName is the id of the menu.
const functionMenuName = "##function"

// Open opens the menu in the next frame.
func (m *Function) Open(spot report.Spot) {
	m.show, m.spot = true, spot
	tl := m.Workspace.Timeline
	o := execution.NewOrigins(tl).Of(spot.Function)
	m.code = cmp.Or(o.Package, o.Type, o.Module, spot.Function)
	m.system = handler.NewSplit(tl.Frames, m.Workspace.Handlers.Options().Patterns).System(spot.Function)
}

// LayOut lays the menu out, if it is open.
func (m *Function) LayOut() {
	if m.show {
		m.show = false
		imgui.OpenPopupStr(functionMenuName)
	}
	if !imgui.BeginPopup(functionMenuName) {
		return
	}
	defer imgui.EndPopup()
	m.UI.Bold(widget.Shorten(report.Safe(m.spot.Function), 26*imgui.FontSize()))
	imgui.Separator()
	if m.item("Callers and callees", "Shows what calls the function, and what it calls, with their times.") {
		m.Sandwich(m.spot.Function)
	}
	if m.item("List its calls", "Lists the calls of this function, the longest first, in the interval and the base of the tables.") {
		m.session.Do(command.ShowTable{Table: command.CallTable, Thread: m.Tables.Thread, Function: m.spot.Function})
	}
	if m.spot.Thread != tracefeed.NoThread && m.item("Go to its longest call", "Selects the thread of the longest "+
		"call, and goes to the end of that.") {
		m.SelectThread(m.spot.Thread)
		m.Send(workspace.SeekTo{Moment: m.spot.Moment})
	}
	if m.item("New slice", "Makes a slice of all calls of this function, and of everything that they call.") {
		m.session.Do(command.SliceFunction{Function: m.spot.Function})
	}
	if m.item("Divide into slices…", "Makes slices of the calls of this function, by ranges of their duration or another number.") {
		m.slices.DivideFunction(m.spot.Function)
	}
	if c := &m.spot.Longest; c.Thread != tracefeed.NoThread && c.Evidence == execution.Measured &&
		m.item("New slice but for its longest call", "Makes a slice of all calls of this function without the longest one.") {
		m.slices.AddRest(c)
	}
	if m.item(TasksByCall, TasksByCallHelp) {
		BeginTasks(m.Trace, m.spot.Function)
	}
	if m.item("Edit definition of tasks…", "Opens the definitions of tasks with one by which its calls begin tasks: with patterns, for "+
		"other functions too, and to save it for other traces.") {
		m.Define(m.spot.Function)
	}
	m.side()
	if m.item("Open its source", "Opens the source of the function in the editor.") {
		m.services.Do(command.OpenFunction{Function: m.spot.Function})
	}
	if m.item("Copy name", "Copies the name of the function.") {
		m.session.Do(command.CopyFunction{Function: m.spot.Function})
	}
}

// side is the entry that takes the package of the function for the user's or the system's.
func (m *Function) side() {
	side := "the system's"
	if m.system {
		side = "the user's"
	}
	if m.item("Count "+widget.Shorten(report.Safe(m.code), 20*imgui.FontSize())+" as "+side, "Takes all functions of "+
		report.Safe(m.code)+" for "+side+" when handlers are found. Undo takes that back.") {
		m.Send(workspace.SetSystemCode{Code: m.code, On: !m.system})
	}
}

// TasksByCall is the entry that lets the calls of a function begin tasks, in the menus of functions and calls.
const (
	TasksByCall     = "Tasks by this call"
	TasksByCallHelp = "Each call of this function begins a task, until the trace is closed: threads can have the colours of tasks, and " +
		"a task can be followed."
)

// BeginTasks lets the calls of a function begin tasks, and shows them.
func BeginTasks(t *panel.Trace, function string) {
	t.Send(workspace.BeginTasks{Function: function})
	t.Send(workspace.SetOption{Option: "task-colours", On: true})
}

// Define opens the definitions of tasks with one of the calls of a function.
func (m *Function) Define(function string) {
	m.services.Do(command.EditDefinitions{Function: function})
}

// item is an entry of the menu.
func (m *Function) item(label, help string) bool {
	chosen := imgui.MenuItemBoolV(label, "", false, true)
	m.UI.Mark("function "+label, widget.LastItem())
	widget.Tip(help)
	return chosen
}

// NewFunction returns the menu of a function. sandwich shows its callers and callees.
func NewFunction(s *panel.Services, tools *slicing.Tools, sandwich func(function string)) Function {
	return Function{Trace: s.Shown, slices: tools, Sandwich: sandwich, session: s.Session, services: s}
}
