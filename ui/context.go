package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/workspace"
)

// contextName is the id of the context menu.
const contextName = "##context"

// rightClick opens the menu of the thing under the mouse, and selects it unless
// it is selected already.
func (a *app) rightClick() {
	threads := a.frame.Threads(a.mouse.under)
	if slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !a.isSelected(t) }) {
		a.send(workspace.SelectMany{Threads: threads})
	}
	a.context = true
}

// contextMenu lists the commands for the selected threads.
func (a *app) contextMenu() {
	if a.context {
		a.context = false
		imgui.OpenPopupStr(contextName)
	}
	if !imgui.BeginPopup(contextName) {
		return
	}
	defer imgui.EndPopup()
	if n := len(a.ws.Look.Selection); n > 0 {
		a.faint(plural(n, "thread"))
	} else {
		a.faint("nothing selected")
	}
	imgui.Separator()
	a.menuOf("Threads")
}
