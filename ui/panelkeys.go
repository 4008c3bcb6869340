package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/workspace/prefs"
)

// panelKeys is the target of arrows, Enter, Space and Tab: the scene, where
// they are commands like all other keys, or a panel, where Dear ImGui moves
// among widgets with them.
type panelKeys struct {
	panel string // that has the keyboard; "" for the scene
	menus bool   // the first menu is to be opened
}

// panelNames are the panels in the order in which the keyboard goes round.
var panelNames = []string{threadsName, clustersName, selectionName, findingsID, notesID, legendName, settingsName, tablesName, statsName, playbackName}

// reachable returns the panels that can have the keyboard, the scene first.
func (a *app) reachable() []string {
	list := []string{""}
	for _, name := range panelNames {
		if closes := name == tablesName || name == statsName; !closes || a.ws.Panels[name] {
			list = append(list, name)
		}
	}
	return list
}

// toPanel moves the keyboard focus to the next panel, or the previous one.
func toPanel(by int) func(*app) {
	return func(a *app) {
		list := a.reachable()
		i := max(slices.Index(list, a.panelKeys.panel), 0)
		a.panelKeys.panel = list[(i+by+len(list))%len(list)]
		if a.panelKeys.panel == "" {
			a.toScene()
			return
		}
		imgui.SetWindowFocusStr(a.panelKeys.panel)
		if w, ok := windowNamed(a.panelKeys.panel); ok {
			imgui.InternalNavInitWindow(w, false)
		}
		imgui.SetNavCursorVisible(true)
	}
}

// toScene returns the keyboard focus to the scene, so that all keys are
// commands.
func (a *app) toScene() {
	a.panelKeys = panelKeys{}
	imgui.SetNavCursorVisible(false)
	imgui.SetWindowFocusStr("")
}

// openMenus opens the first menu.
func openMenus(a *app) { a.panelKeys = panelKeys{panel: menuBar, menus: true} }

// menuBar is Dear ImGui's name for the bar at the top.
const menuBar = "##MainMenuBar"

// moveAmongWidgets enables Dear ImGui's navigation with arrows and the like
// while a panel, menu or dialog has the keyboard focus. In the finder the
// arrows choose a hit.
func (a *app) moveAmongWidgets() {
	if imgui.IsMouseClickedBool(imgui.MouseButtonLeft) && a.panelKeys.panel != "" {
		a.panelKeys.panel = ""
	}
	if p := a.panelKeys.panel; p != menuBar && !slices.Contains(a.reachable(), p) {
		a.toScene() // it was closed
	}
	flags := imgui.ConfigFlagsDockingEnable
	popup := imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	if (popup || a.panelKeys.panel != "") && !imgui.IsPopupOpenStr(finderName) && a.keyDialog.asked == "" {
		flags |= imgui.ConfigFlagsNavEnableKeyboard
	}
	imgui.CurrentIO().SetConfigFlags(flags)
}

// movingKeys are the keys that panels, menus and dialogs handle.
var movingKeys = []string{"Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown", "Enter", "Space", "Tab", "Esc"}

// panelTakes reports whether a key is for the focused widget, and not for a
// command.
func (a *app) panelTakes(c prefs.Chord) bool {
	moves := !c.Ctrl && !c.Alt && slices.Contains(movingKeys, c.Key)
	popup := imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	return moves && (popup || a.panelKeys.panel != "" && c.Key != "Esc")
}

// outlinePanel shows which panel has the keyboard.
func (a *app) outlinePanel() {
	if r, ok := a.panelRect(a.panelKeys.panel); ok {
		a.outline(r)
		a.mark("keyboard in "+a.panelKeys.panel, r)
	}
}

// panelRect returns the rectangle of a panel, if it is visible.
func (a *app) panelRect(name string) (scene.Rect, bool) {
	w, ok := windowNamed(name)
	if !ok || !w.Active() || w.Hidden() {
		return scene.Rect{}, false
	}
	at, size := w.Pos(), w.Size()
	return scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + size.X, Y1: at.Y + size.Y}, true
}

// windowNamed returns a window of Dear ImGui's that has been laid out.
func windowNamed(name string) (w *imgui.Window, ok bool) {
	w = imgui.InternalFindWindowByName(name)
	return w, w != nil && w.CData != nil
}

// outline draws a conspicuous frame.
func (a *app) outline(r scene.Rect) {
	k := a.scale()
	imgui.ForegroundDrawListViewportPtr().AddRectV(imgui.Vec2{X: r.X0 + k, Y: r.Y0 + k}, imgui.Vec2{X: r.X1 - k, Y: r.Y1 - k},
		packed(a.ws.Look.Palette.Select), 0, 0, 2*k)
}

// notOurs keeps Dear ImGui from keys that are commands of the window.
func notOurs() {
	c := imgui.CurrentContext()
	c.SetConfigNavWindowingKeyNext(0)
	c.SetConfigNavWindowingKeyPrev(0)
}
