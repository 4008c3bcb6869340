package menu

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution"
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
}

// functionMenuName is the id of the menu.
const functionMenuName = "##function"

// Open opens the menu in the next frame.
func (m *Function) Open(spot report.Spot) { m.show, m.spot = true, spot }

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
	if m.item("Copy name", "Copies the name of the function.") {
		m.session.Do(command.CopyFunction{Function: m.spot.Function})
	}
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
	return Function{Trace: s.Shown, slices: tools, Sandwich: sandwich, session: s.Session}
}
