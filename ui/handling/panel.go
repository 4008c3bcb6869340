// Package handling has the panel of handlers: the functions that process requests and other events, the stacks in
// which they were found, and the limits by which. All is found in the background while the panel is shown, again
// at once if the user changes a limit, and again from time to time while the trace grows.
package handling

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report/table"
	"tiv/scene/view"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Panel is the handlers of a trace.
type Panel struct {
	panel.Trace
	search   search
	session  *session.Session
	do       panel.Doer
	keys     *keys.Bindings
	function *menu.Function
	tree     tree
	sorted   panel.Sorting // of the table
	chosen   string        // the function that was clicked last
	place    place         // of its code
	noLimits bool          // the limits are not shown
	stopped  bool          // the user has stopped the search
	seen     bool          // it was laid out in this frame
}

// place is the place of the code of a function in a trace, if that is known.
type place struct {
	function string
	tl       *timeline.Timeline
	frame    tracefeed.Frame
	known    bool
}

// New returns the panel of a trace.
func New(on panel.Trace, s *panel.Services, function *menu.Function) Panel {
	return Panel{Trace: on, session: s.Session, do: s.Do, keys: s.Keys,
		function: function,
		sorted:   panel.Sorting{Column: -1}}
}

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.seen = false
	panel.Closable(p.Document, panel.Handlers, func() {
		p.seen = true
		p.parts()
	})
	switch {
	case !p.Workspace.Panels[panel.Handlers]:
		p.search.reset()
		p.stopped = false
	case !p.seen || p.stopped:
		p.search.pause()
	}
	var marked *view.Functions
	if p.search.found.Present {
		marked = p.search.found.Value.functions
	}
	if p.Workspace.Look.Handlers != marked {
		p.Send(workspace.MarkHandlers{Of: marked})
	}
}

// Close ends all work.
func (p *Panel) Close() { p.search.Close() }

// Busy reports whether the panel is shown and not all of it is there.
func (p *Panel) Busy() bool { return p.seen && p.search.busy() }

// limitsWidth is the width of the limits, and leastBeside the least width of all else beside them, in sizes of the text.
const (
	limitsWidth = 24
	leastBeside = 36
)

// parts lays out what is in the panel.
func (p *Panel) parts() {
	if !p.stopped {
		p.search.request(p.Workspace.Timeline, partOf(&p.Workspace.Look), p.Workspace.Handlers, p.Wake)
	}
	p.tools()
	state{p}.layOut()
	em, line := imgui.FontSize(), imgui.TextLineHeightWithSpacing()
	high := max(imgui.ContentRegionAvail().Y-line, 4*line)
	beside := float32(0)
	if !p.noLimits && imgui.ContentRegionAvail().X >= (limitsWidth+leastBeside)*em {
		beside = limitsWidth * em
	}
	if imgui.BeginChildStrV("found", imgui.Vec2{X: imgui.ContentRegionAvail().X - beside, Y: high}, 0, 0) && p.search.found.Present {
		p.results()
	}
	imgui.EndChild()
	if beside > 0 {
		imgui.SameLine()
		if imgui.BeginChildStrV("limits", imgui.Vec2{Y: high}, 0, 0) {
			limits{p.Trace}.layOut()
		}
		imgui.EndChild()
	}
	state{p}.foot()
}

// results lays out the table, the reason for the chosen row, and the tree.
func (p *Panel) results() {
	row, all := widget.RowHeight(), imgui.ContentRegionAvail().Y
	n := float32(len(p.search.listed.rows) + 1)
	v := tableView{p}
	v.layOut(widget.WholeRows(min(n*row+imgui.CurrentStyle().ScrollbarSize()/2, 0.42*all), row))
	v.about()
	p.tree.layOut(p, widget.WholeRows(imgui.ContentRegionAvail().Y, row))
}

// tools lays out what is above the table.
func (p *Panel) tools() {
	if p.UI.SwitchButton("Limits", !p.noLimits) {
		p.noLimits = !p.noLimits
	}
	p.UI.Mark("handlers limits", widget.LastItem())
	widget.Tip("Shows or hides the limits by which handlers are found.")
	imgui.SameLine()
	imgui.BeginDisabledV(!p.search.found.Present)
	if imgui.Button("Unfold handlers") && p.search.found.Present {
		p.tree.unfold(p.search.found.Value, p.search.found.Value.functions.Has)
	}
	imgui.EndDisabled()
	p.UI.Mark("handlers unfold", widget.LastItem())
	widget.Tip("Unfolds the calls that lead to what was found.")
	imgui.SameLine()
	if imgui.Button("Fold all") {
		p.tree.fold()
	}
	p.UI.Mark("handlers fold", widget.LastItem())
	widget.Tip("Folds all calls.")
	imgui.SameLine()
	imgui.BeginDisabledV(p.search.listed.table == nil)
	if imgui.Button("Copy CSV") && p.search.listed.table != nil {
		var b strings.Builder
		if err := p.search.listed.table.WriteAll(&b, table.CSV); err == nil {
			p.session.Do(command.CopyText{Text: b.String()})
		}
	}
	imgui.EndDisabled()
	p.UI.Mark("handlers copy", widget.LastItem())
	widget.Tip("Copies the table, with the reasons, in the format of tiv handlers.")
}

// choose goes to the calls of a function: its threads, its longest call and the moment of that.
func (p *Panel) choose(function string) {
	p.chosen = function
	p.Send(workspace.GoToFunction{Function: function})
}

// click takes the clicks on the row of a function, which is the last widget.
func (p *Panel) click(function string, clicked bool) {
	switch {
	case imgui.IsItemClickedV(imgui.MouseButtonRight):
		p.chosen = function
		p.function.Open(p.search.stacks.Value.spot(function))
	case clicked && imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft):
		p.do(command.OpenFunction{Function: function})
	case clicked:
		p.choose(function)
	}
}

// rowTip is the tip of the row of a function.
const rowTip = "Click to select its threads and its longest call, and to go there; double-click to open its source in the editor, " +
	"right-click for more."
