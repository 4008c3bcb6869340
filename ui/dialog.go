package ui

import (
	"errors"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
)

// openDialog asks for a trace to open.
type openDialog struct {
	show  bool // at the next frame
	open  bool
	path  string
	wrong string
	// lost is a picture whose trace is asked for; "" if anything is.
	lost string
}

// fail shows why a trace could not be opened.
func (d *openDialog) fail(err error) {
	d.show, d.wrong = true, err.Error()
}

// openDropped opens files that were dropped on the window.
func (a *app) openDropped() {
	for _, path := range a.window.dropped {
		a.openPath(path)
	}
	a.window.dropped = nil
}

// openDialog lays the dialog out.
func (a *app) openDialog() {
	d := &a.dialog
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
	enter := imgui.InputTextWithHint("##path", "path of a trace, or of a picture of one", &d.path, imgui.InputTextFlagsEnterReturnsTrue, nil)
	a.mark("open path", lastItem())
	tip("A trace in any format that TIV knows, or a picture that TIV made.")
	if d.wrong != "" {
		imgui.PushTextWrapPosV(32 * imgui.FontSize())
		tinted(a.ws.Look.Palette.Warning, d.wrong)
		imgui.PopTextWrapPos()
	} else {
		a.faint("A trace can also be dropped on the window.")
	}
	if d.lost != "" {
		text("Where is the trace now?")
		a.mark("where is it", lastItem())
	}
	if imgui.Button("Open") || enter {
		if a.openPath(strings.TrimSpace(d.path)); d.wrong == "" {
			imgui.CloseCurrentPopup()
		}
	}
	tip("Opens it in a tab of its own.")
	imgui.SameLine()
	if imgui.Button("Cancel") || imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		d.wrong, d.lost = "", ""
		imgui.CloseCurrentPopup()
	}
	tip(cancelTip)
}

// openPath opens a trace or a picture beside what is shown, or the trace of the
// picture that is lost.
func (a *app) openPath(path string) {
	d := &a.dialog
	picture := d.lost
	var err error
	if picture != "" {
		err = a.open(picture, path)
	} else {
		err = a.open(path, "")
	}
	if d.wrong = ""; err == nil {
		d.lost = ""
		return
	}
	if errors.Is(err, shot.ErrLost) {
		d.lost, d.path = path, ""
	}
	d.fail(err)
}
