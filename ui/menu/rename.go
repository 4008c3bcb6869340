package menu

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// renaming is the dialog for the name of a lock.
type renaming struct {
	*panel.Trace
	input      *keys.Recorder
	show, open bool // at the next frame, now
	lock       tracefeed.MonitorID
	name       string // as typed
}

const renameTitle = "Rename lock"

// of opens the dialog for a lock in the next frame.
func (d *renaming) of(m tracefeed.MonitorID) {
	d.show, d.lock, d.name = true, m, d.Workspace.Look.Locks.Full(m)
	d.input.ExpectTyping()
}

// layOut lays the dialog out, if it is open.
func (d *renaming) layOut() {
	if d.show {
		imgui.OpenPopupStr(renameTitle)
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	if d.open = imgui.BeginPopupModalV(renameTitle, nil,
		imgui.WindowFlags(imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoSavedSettings)); !d.open {
		return
	}
	defer imgui.EndPopup()
	if int(d.lock) >= len(d.Workspace.Timeline.Monitors) { // of another tab
		imgui.CloseCurrentPopup()
		return
	}
	wide := lockMenuWidth * imgui.FontSize()
	d.UI.Faint(widget.Shorten(report.Safe(d.Workspace.Look.Locks.Detail(d.lock)), wide))
	if d.show {
		d.show = false
		imgui.SetKeyboardFocusHere()
	}
	imgui.AlignTextToFramePadding()
	widget.Text("Name")
	imgui.SameLine()
	imgui.SetNextItemWidth(wide - imgui.CalcTextSize("Name").X - imgui.CurrentStyle().ItemSpacing().X)
	enter := imgui.InputTextWithHint("##lock name", "", &d.name,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	d.UI.Mark("lock's name", widget.LastItem())
	widget.Tip("The name of the lock everywhere in the window and in reports. An empty one is that of the trace.")
	d.UI.Faint("Enter saves, Esc cancels.")
	save := imgui.Button("Save")
	widget.Tip("Saves the name (Enter).")
	imgui.SameLine()
	cancelled := d.UI.Cancelled("lock's name")
	if (save || enter) && d.name != d.Workspace.Look.Locks.Full(d.lock) {
		d.Send(workspace.NameLock{Monitor: d.lock, Name: d.name})
	}
	if save || enter || cancelled {
		d.open = false
		imgui.CloseCurrentPopup()
	}
}
