package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/ui/keys"
	"tiv/ui/widget"
	"tiv/workspace"
)

const openSpaceHelp = "Opens the slice in a tab of its own: outside of it nothing counts there. Changes of the slice pass to the workspace."

// openSpace opens a slice as a workspace, or says why that cannot be.
func (s *sliceTools) openSpace(name string) {
	if why := s.ws.Spaces.Refuses(s.ws.Shown, name); why != "" {
		s.messages.say(why)
		return
	}
	s.send(workspace.OpenSpace{Base: name})
}

// openChosenSpace opens the chosen slice of the panel as a workspace.
func openChosenSpace(a *app) {
	list := a.ws.Look.Slices
	if len(list) == 0 {
		a.messages.chose("There is no slice to open. Make one first: Slices > New slice.")
		return
	}
	a.dialogs.slices.openSpace(list[min(a.panels().slices.current, len(list)-1)].Name)
}

// remove deletes a slice, and says so if it is the base of workspaces.
func (s *sliceTools) remove(index int) {
	name := s.ws.Look.Slices[index].Name
	s.send(workspace.RemoveSlice{Index: index})
	if slices.ContainsFunc(s.ws.Spaces, func(x workspace.Space) bool {
		return slice.OnPath(s.ws.Spaces.Base(x.ID), name) && s.ws.Spaces.Missing(x.ID) == ""
	}) {
		s.messages.say(widget.OneLine(name) + " was the base of a workspace, in which nothing counts now. Undo brings it back.")
	}
}

// spaceTab is the entry of a workspace in the bar of tabs.
type spaceTab struct {
	*tab
	space int
}

// entriesOf returns the entries of the bar: the workspaces of all traces.
func entriesOf(s *tabs) (list []spaceTab) {
	for _, t := range s.list {
		for _, id := range t.ws.Spaces.IDs() {
			list = append(list, spaceTab{t, id})
		}
	}
	return list
}

// isShown reports whether a workspace is on the screen, in the active side of a comparison.
func (e spaceTab) isShown(s *tabs) bool { return e.tab == s.shown && e.space == e.ws.Shown }

// show brings the workspace to the front.
func (e spaceTab) show(s *tabs) {
	s.show(slices.Index(s.list, e.tab))
	if e.space != e.ws.Shown {
		e.send(workspace.ShowSpace{ID: e.space})
	}
}

// showNext brings the next workspace to the front, or the previous one with -1.
func (s *tabs) showNext(by int) {
	list := entriesOf(s)
	n := len(list)
	list[(slices.IndexFunc(list, func(e spaceTab) bool { return e.isShown(s) })+by+n)%n].show(s)
}

// end removes the workspace, or closes the trace if it is the root.
func (e spaceTab) end(s *tabs) {
	if e.space == 0 {
		s.closeTab(slices.Index(s.list, e.tab))
		return
	}
	e.show(s)
	e.send(workspace.CloseSpace{ID: e.space})
}

// closeShown closes the tab that is shown.
func closeShown(s *tabs) {
	if isBlank(s.shown.document) {
		s.closeTab(-1)
		return
	}
	spaceTab{s.shown, s.shown.ws.Shown}.end(s)
}

// title is the text of an entry.
func (e spaceTab) title() string {
	if e.space == 0 {
		return e.ws.Name
	}
	return "› " + widget.OneLine(e.ws.Spaces.Title(e.space, ""))
}

// about describes an entry.
func (e spaceTab) about() string {
	s := e.opened()
	if e.space != 0 {
		s += "\nOnly what is in " + widget.OneLine(slice.PathTitle(e.ws.Spaces.Base(e.space)))
	}
	if missing := e.ws.Spaces.Missing(e.space); missing != "" {
		s += "\nNothing counts: there is no slice " + widget.OneLine(missing) + " any more."
	}
	return s
}

// entryAction is what the user does with an entry.
type entryAction func(spaceTab, *tabs)

// layOut lays out an entry, and returns what is done with it; nil for nothing.
func (e spaceTab) layOut(s *tabs) (did entryAction) {
	color := s.ui.Palette.Text
	if e.ws.Spaces.Missing(e.space) != "" {
		color = s.ui.Palette.Faint
	}
	imgui.PushStyleColorVec4(imgui.ColText, widget.Vec(color))
	if imgui.MenuItemBoolV(widget.Shorten(e.title(), 16*imgui.FontSize()), "", e.isShown(s), true) {
		did = spaceTab.show
	}
	imgui.PopStyleColor()
	s.ui.Mark("tab "+e.ws.Spaces.Title(e.space, e.ws.Name), widget.LastItem())
	widget.Tip(e.about() + "\n" + keys.WithKey("Next tab", s.keys.Keys("next tab")))
	if e.menu(s) {
		did = func(e spaceTab, s *tabs) { s.comparison.beginSpaces(e.space) }
	}
	if imgui.SmallButton("×") {
		did = spaceTab.end
	}
	s.ui.Mark("close tab "+e.ws.Spaces.Title(e.space, e.ws.Name), widget.LastItem())
	if e.space == 0 {
		s.keys.KeyTip("Closes the trace with all its workspaces", "close tab")
	} else {
		s.keys.KeyTip("Closes the workspace, and those below it. Undo brings them back", "close tab")
	}
	return did
}
