package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/workspace"
)

// lockLinks writes the names of monitors with a menu to rename them.
type lockLinks struct {
	*host
	name string // in the field of the open menu
}

// link writes the name of a monitor. A click opens its menu.
func (l *lockLinks) link(id string, m tracefeed.MonitorID) {
	names := l.ws.Look.Locks
	if l.ui.link(id, l.monitorName(m), sanitize(names.Detail(m))+"\nClick to rename or copy it.") {
		l.name = names.Full(m)
		l.input.expectTyping()
		imgui.OpenPopupStr("lock " + id)
	}
	r := lastItem()
	if imgui.BeginPopup("lock " + id) {
		l.menu(m)
		imgui.EndPopup()
	}
	l.ui.mark("lock "+id, r)
}

// menu names a monitor and copies its name or id.
func (l *lockLinks) menu(m tracefeed.MonitorID) {
	names := l.ws.Look.Locks
	l.ui.faint(sanitize(names.Detail(m)))
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(16 * imgui.FontSize())
	done := imgui.InputTextWithHint("##lock name", "Name", &l.name, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	l.ui.mark("lock's name", lastItem())
	tip("Enter saves the name, Esc cancels. The name is used everywhere in the window and in reports.")
	if done {
		l.send(workspace.NameLock{Monitor: m, Name: l.name})
		imgui.CloseCurrentPopup()
	}
	if names.Renamed(m) != "" {
		if imgui.MenuItemBool("Reset name") {
			l.send(workspace.NameLock{Monitor: m})
		}
		tip("Returns to the name made from the trace.")
	}
	if imgui.MenuItemBool("Copy name") {
		copied(l.host, l.monitorName(m))
	}
	tip("Copies the name.")
	if imgui.MenuItemBool("Copy id") {
		copied(l.host, sanitize(l.ws.Timeline.Monitors[m].ID))
	}
	tip("Copies the id of the lock in the trace, such as its address.")
}

// copied puts a text into the clipboard and says so.
func copied(h *host, s string) {
	imgui.SetClipboardText(s)
	h.messages.say("Copied: " + s)
}
