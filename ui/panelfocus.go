package ui

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/present"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// panelFocus is the target of arrows, Enter, Space and Tab: the scene, where
// they are commands like all other keys, or a panel, where Dear ImGui moves
// among widgets with them.
type panelFocus struct {
	*panel.Trace
	prefs      *panel.Preferences
	comparison *session.Comparison
	shows      *present.Mode
	panel      string // that has the keyboard; "" for the scene
	menus      bool   // the first menu is to be opened
}

// panelNames are the panels in the order in which the keyboard goes round.
var panelNames = []string{panel.Threads, panel.Clusters, panel.Slices, panel.Selection, panel.FindingsID, panel.NotesID,
	panel.Legend, panel.Settings,
	panel.Differences, panel.Tables, panel.Flame, panel.Handlers, panel.Programs, panel.Statistics, panel.Playback}

// reachable returns the panels that can have the keyboard, the scene first.
func (f *panelFocus) reachable() []string {
	list := []string{""}
	if f.shows.Hides() {
		return list
	}
	for _, name := range panelNames {
		if name == panel.Legend && f.prefs.StripShown {
			continue
		}
		if f.isOpen(name) {
			list = append(list, name)
		}
	}
	return list
}

// isOpen reports whether a panel is laid out.
func (f *panelFocus) isOpen(name string) bool {
	switch name {
	case panel.Tables, panel.Flame, panel.Handlers, panel.Programs, panel.Statistics:
		return f.Workspace.Panels[name]
	case panel.Slices:
		return f.Workspace.Panels[name] && !f.comparison.Folds()
	case panel.Differences:
		return f.comparison.Compares()
	case panel.Playback:
		return true
	}
	return !f.comparison.Folds()
}

// toPanel moves the keyboard focus to the next panel, or the previous one.
func toPanel(a *app, by int) {
	list := a.focus.reachable()
	i := max(slices.Index(list, a.focus.panel), 0)
	a.focus.panel = list[(i+by+len(list))%len(list)]
	if a.focus.panel == "" {
		a.focus.toScene()
		return
	}
	imgui.SetWindowFocusStr(a.focus.panel)
	if w, ok := widget.WindowNamed(a.focus.panel); ok {
		imgui.InternalNavInitWindow(w, false)
	}
	imgui.SetNavCursorVisible(true)
}

// show brings a panel to the front, by the name on its tab, and opens it if it is closed.
func (f *panelFocus) show(m *session.Messages, name string) {
	i := slices.IndexFunc(panelNames, func(id string) bool { return strings.EqualFold(strings.TrimPrefix(id, "###"), name) })
	if i < 0 {
		m.Say("There is no panel " + report.Safe(name) + ".")
		return
	}
	switch id := panelNames[i]; {
	case f.isOpen(id):
		imgui.SetWindowFocusStr(id)
	case slices.Contains(closablePanels, id) && !f.Workspace.Panels[id]:
		f.Send(workspace.OpenPanel{Name: id, Open: true})
	default:
		m.Say("The panel is not shown in this comparison.")
	}
}

// closablePanels are the panels that the user opens and closes.
var closablePanels = []string{panel.Slices, panel.Tables, panel.Flame, panel.Handlers, panel.Programs, panel.Statistics}

// toScene returns the keyboard focus to the scene, so that all keys are
// commands.
func (f *panelFocus) toScene() {
	f.panel, f.menus = "", false
	imgui.SetNavCursorVisible(false)
	imgui.SetWindowFocusStr("")
}

// openMenus opens the first menu.
func openMenus(a *app) { a.focus.panel, a.focus.menus = menuBar, true }

// menuBar is Dear ImGui's name for the bar at the top.
const menuBar = "##MainMenuBar"

// update enables Dear ImGui's navigation with arrows and the like while a panel,
// menu or dialog has the keyboard focus. In the finder the arrows choose a hit,
// and a dialog may take all keys.
func (f *panelFocus) update(taken bool) {
	if imgui.IsMouseClickedBool(imgui.MouseButtonLeft) && f.panel != "" {
		f.panel = ""
	}
	if p := f.panel; p != menuBar && !slices.Contains(f.reachable(), p) {
		f.toScene() // it was closed
	}
	flags := imgui.ConfigFlagsDockingEnable
	popup := imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	if (popup || f.panel != "") && !imgui.IsPopupOpenStr(finderName) && !taken {
		flags |= imgui.ConfigFlagsNavEnableKeyboard
	}
	imgui.CurrentIO().SetConfigFlags(flags)
}

// movingKeys are the keys that panels, menus and dialogs handle.
var movingKeys = []string{"Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown", "Enter", "Space", "Tab", "Esc"}

// takes reports whether a key is for the focused widget, and not for a
// command. A menu that Esc closes is closed before that is asked.
func (f *panelFocus) takes(c prefs.Chord) bool {
	moves := !c.Ctrl && !c.Alt && slices.Contains(movingKeys, c.Key)
	popup := f.UI.Popups > 0 || imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	return moves && (popup || f.panel != "" && c.Key != "Esc")
}

// outline shows which panel has the keyboard.
func (f *panelFocus) outline() {
	if r, ok := widget.Shown(f.panel); ok {
		f.UI.Outline(r)
		f.UI.Mark("keyboard in "+f.panel, r)
	}
}

// disableImguiShortcuts keeps Dear ImGui from keys that are commands of the window.
func disableImguiShortcuts() {
	c := imgui.CurrentContext()
	c.SetConfigNavWindowingKeyNext(0)
	c.SetConfigNavWindowingKeyPrev(0)
}
