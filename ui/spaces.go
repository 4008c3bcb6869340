package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/report"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/widget"
)

// openChosenSpace opens the chosen slice of the panel as a workspace.
func openChosenSpace(a *app) {
	name, ok := a.panels().slices.Chosen()
	if !ok {
		a.Messages.Chose("There is no slice to open. Make one first: Slices > New slice.")
		return
	}
	a.dialogs.slices.OpenSpace(name)
}

// spaceTab is the entry of a workspace in the bar of tabs.
type spaceTab struct{ session.Tab }

// title is the text of an entry.
func (e spaceTab) title() string {
	if e.Space == 0 {
		return e.Trace.Workspace.Name
	}
	return "› " + report.Safe(e.Trace.Workspace.Spaces.Title(e.Space, ""))
}

// about describes an entry.
func (e spaceTab) about() string {
	s := e.Trace.Opened()
	if e.Space != 0 {
		s += "\nOnly what is in " + report.Safe(slice.PathTitle(e.Trace.Workspace.Spaces.Base(e.Space)))
	}
	if missing := e.Trace.Workspace.Spaces.Missing(e.Space); missing != "" {
		s += "\nNothing counts: there is no slice " + report.Safe(missing) + " any more."
	}
	return s
}

// layOut lays out an entry, and returns what is done with it; nil for nothing.
func (e spaceTab) layOut(s *tabs) (did command.Command) {
	color := s.ui.Palette.Text
	if e.Trace.Workspace.Spaces.Missing(e.Space) != "" {
		color = s.ui.Palette.Faint
	}
	imgui.PushStyleColorVec4(imgui.ColText, widget.Vec(color))
	if imgui.MenuItemBoolV(widget.Shorten(e.title(), 16*imgui.FontSize()), "", e.IsShown(s.session), true) {
		did = command.ShowTrace{Trace: e.Trace.Opened(), Space: e.Space}
	}
	imgui.PopStyleColor()
	s.ui.Mark("tab "+e.Trace.Workspace.Spaces.Title(e.Space, e.Trace.Workspace.Name), widget.LastItem())
	widget.Tip(e.about() + "\n" + keys.WithKey("Next tab", s.keys.Keys("next tab")))
	if e.menu(s) {
		did = command.ShowSpaceBeside{ID: e.Space}
	}
	if imgui.SmallButton("×") {
		did = command.CloseTab{Trace: e.Trace.Opened(), Space: e.Space}
	}
	s.ui.Mark("close tab "+e.Trace.Workspace.Spaces.Title(e.Space, e.Trace.Workspace.Name), widget.LastItem())
	if e.Space == 0 {
		s.keys.KeyTip("Closes the trace with all its workspaces", "close tab")
	} else {
		s.keys.KeyTip("Closes the workspace, and those below it. Undo brings them back", "close tab")
	}
	return did
}

// menu is the menu of a workspace's entry in the bar of tabs. It reports whether the
// workspace is to be shown beside the shown one.
func (e spaceTab) menu(s *tabs) (beside bool) {
	if !imgui.BeginPopupContextItemV("more", imgui.PopupFlagsMouseButtonRight) {
		return false
	}
	defer imgui.EndPopup()
	can := e.Trace == s.session.Shown && e.Space != e.Trace.Workspace.Shown
	beside = imgui.MenuItemBoolV("Show beside the shown workspace", "", false, can)
	s.ui.Mark("show beside", widget.LastItem())
	widget.Tip("Shows both side by side, at the same times. They must be two workspaces of one trace.")
	return beside
}
