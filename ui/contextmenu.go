package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
)

// contextName is the id of the context menu.
const contextName = "##context"

// contextMenu lists the commands for the selected threads.
type contextMenu struct {
	*host
	menus *menus
	show  bool // at the next frame
}

// open opens the menu in the next frame.
func (m *contextMenu) open() { m.show = true }

func (m *contextMenu) layOut() {
	if m.show {
		m.show = false
		imgui.OpenPopupStr(contextName)
	}
	if !imgui.BeginPopup(contextName) {
		return
	}
	defer imgui.EndPopup()
	if n := len(m.ws.Look.Selection); n > 0 {
		m.ui.faint(plural(n, "thread"))
	} else {
		m.ui.faint("nothing selected")
	}
	imgui.Separator()
	m.menus.menuOf("Threads")
}
