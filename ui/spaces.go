package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/report"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
)

const openSpaceHelp = "Opens the slice in a tab of its own: outside of it nothing counts there. Changes of the slice pass to the workspace."

// openSpace opens a slice as a workspace, or says why that cannot be.
func (s *sliceTools) openSpace(name string) {
	if why := s.Workspace.Spaces.Refuses(s.Workspace.Shown, name); why != "" {
		s.messages.Say(why)
		return
	}
	s.Send(workspace.OpenSpace{Base: name})
}

// openChosenSpace opens the chosen slice of the panel as a workspace.
func openChosenSpace(a *app) {
	list := a.Workspace.Look.Slices
	if len(list) == 0 {
		a.Messages.Chose("There is no slice to open. Make one first: Slices > New slice.")
		return
	}
	a.dialogs.slices.openSpace(list[min(a.panels().slices.current, len(list)-1)].Name)
}

// remove deletes a slice, and says so if it is the base of workspaces.
func (s *sliceTools) remove(index int) {
	name := s.Workspace.Look.Slices[index].Name
	s.Send(workspace.RemoveSlice{Index: index})
	if slices.ContainsFunc(s.Workspace.Spaces, func(x workspace.Space) bool {
		return slice.OnPath(s.Workspace.Spaces.Base(x.ID), name) && s.Workspace.Spaces.Missing(x.ID) == ""
	}) {
		s.messages.Say(report.Safe(name) + " was the base of a workspace, in which nothing counts now. Undo brings it back.")
	}
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

// entryAction is what the user does with an entry.
type entryAction func(session.Tab, *session.Session)

// layOut lays out an entry, and returns what is done with it; nil for nothing.
func (e spaceTab) layOut(s *tabs) (did entryAction) {
	color := s.ui.Palette.Text
	if e.Trace.Workspace.Spaces.Missing(e.Space) != "" {
		color = s.ui.Palette.Faint
	}
	imgui.PushStyleColorVec4(imgui.ColText, widget.Vec(color))
	if imgui.MenuItemBoolV(widget.Shorten(e.title(), 16*imgui.FontSize()), "", e.IsShown(s.session), true) {
		did = session.Tab.Show
	}
	imgui.PopStyleColor()
	s.ui.Mark("tab "+e.Trace.Workspace.Spaces.Title(e.Space, e.Trace.Workspace.Name), widget.LastItem())
	widget.Tip(e.about() + "\n" + keys.WithKey("Next tab", s.keys.Keys("next tab")))
	if e.menu(s) {
		did = func(e session.Tab, s *session.Session) { s.Comparison.BeginSpaces(e.Space) }
	}
	if imgui.SmallButton("×") {
		did = session.Tab.Close
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
