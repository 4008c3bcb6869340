package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// openDialog asks for a trace to open.
type openDialog struct {
	show  bool // at the next frame
	open  bool
	path  string
	wrong string
}

// fail shows why a trace could not be opened.
func (d *openDialog) fail(err error) {
	d.show, d.wrong = true, err.Error()
}

// openDialog lays the dialog out, and opens files that were dropped on the
// window.
func (a *app) openDialog() {
	d := &a.dialog
	for _, path := range a.window.dropped {
		a.openPath(path)
	}
	a.window.dropped = nil
	if d.show {
		d.show = false
		imgui.OpenPopupStr("Open a trace")
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	flags := imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings
	d.open = imgui.BeginPopupModalV("Open a trace", nil, imgui.WindowFlags(flags))
	if !d.open {
		return
	}
	defer imgui.EndPopup()
	imgui.SetNextItemWidth(32 * imgui.FontSize())
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextWithHint("##path", "path of a trace", &d.path, imgui.InputTextFlagsEnterReturnsTrue, nil)
	if d.wrong != "" {
		imgui.PushTextWrapPosV(32 * imgui.FontSize())
		tinted(a.ws.Look.Palette.Layers["IO"].Color, d.wrong)
		imgui.PopTextWrapPos()
	} else {
		a.faint("A trace can also be dropped on the window.")
	}
	if imgui.Button("Open") || enter {
		if a.openPath(strings.TrimSpace(d.path)); d.wrong == "" {
			imgui.CloseCurrentPopup()
		}
	}
	imgui.SameLine()
	if imgui.Button("Cancel") || imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		d.wrong = ""
		imgui.CloseCurrentPopup()
	}
}

// openPath opens a trace instead of the one that is shown.
func (a *app) openPath(path string) {
	err := a.open(path, "")
	if a.dialog.wrong = ""; err != nil {
		a.dialog.fail(err)
	}
}
