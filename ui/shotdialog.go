package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/workspace"
)

// shotDialog is the dialog for a picture's options and path.
type shotDialog struct{ fileDialog }

// fileDialog is the common part of dialogs that write a file.
type fileDialog struct {
	show, open bool // at the next frame, now
	path       string
	folder     string // of a path that names none
	ext        string // that its name ends with
	wrong      string
	again      string // a file that is there, and may be written over
}

// asking returns a dialog that is about to be shown, with a default path.
func asking(path string) fileDialog {
	return fileDialog{show: true, path: path, folder: filepath.Dir(path), ext: filepath.Ext(path)}
}

const shotTitle = "Take a picture"

func askShot(a *app) {
	d := &a.shotDialog
	a.expect()
	d.fileDialog = asking(a.shotPath(a.ws.Look.Moment))
}

// begin opens the dialog if it is to be shown. The caller ends the popup.
func (d *fileDialog) begin(title string) bool {
	if d.show {
		d.show = false
		imgui.OpenPopupStr(title)
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	flags := imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings
	d.open = imgui.BeginPopupModalV(title, nil, imgui.WindowFlags(flags))
	return d.open
}

// close closes the dialog.
func (d *fileDialog) close() {
	d.open = false
	imgui.CloseCurrentPopup()
}

// pathField lays out the field for the path. It reports whether Enter was
// pressed in it.
func (a *app) pathField(d *fileDialog, name string) bool {
	imgui.SetNextItemWidth(34 * imgui.FontSize())
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextWithHint("##path", "path of the file", &d.path,
		selectAll|imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue), nil)
	a.mark(name+" path", lastItem())
	tip("The file that is written. One that is there already is only replaced after you were asked.")
	return enter
}

// agreed returns the path to write; "" if it is not allowed, or not yet
// confirmed: replacing an existing file needs one confirmation. A file that is
// being read, or is of another kind, is never replaced.
func (a *app) agreed(d *fileDialog, kind replace.Kind) string {
	path := typedPath(d.path, d.folder, d.ext)
	d.wrong = ""
	if path == "" {
		d.wrong = "A path is missing."
	} else if st, err := os.Stat(filepath.Dir(path)); err != nil || !st.IsDir() {
		d.wrong = "There is no folder " + filepath.Dir(path)
	} else if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		d.wrong = path + " is no file."
	} else if refused := replace.Check(path, kind, a.sources()...); refused != nil {
		d.wrong = fmt.Sprintf("%s %v.", path, refused)
	} else if err == nil && d.again != path {
		d.wrong, d.again = "That file is there already. Save once more to replace it.", path
	}
	if d.wrong != "" {
		return ""
	}
	return path
}

// sources are the files that the tabs have read.
func (a *app) sources() (all []replace.Source) {
	for _, t := range a.tabs {
		all = append(all, replace.Source{Path: t.path, What: "trace"}, replace.Source{Path: t.picture, What: "picture"},
			replace.Source{Path: t.path + workspace.Suffix, What: "workspace"})
	}
	return all
}

// fileError shows the dialog's error.
func (a *app) fileError(d *fileDialog) {
	if d.wrong != "" {
		imgui.PushTextWrapPosV(34 * imgui.FontSize())
		tinted(a.ws.Look.Palette.Layers["IO"].Color, tame(d.wrong))
		imgui.PopTextWrapPos()
		a.mark("trouble", lastItem())
	}
}

// cancelTip is the tooltip of Cancel in every dialog.
const cancelTip = "Closes this and leaves all as it was (Esc)."

// cancelled lays out the button that closes the dialog, and takes Escape.
func (a *app) cancelled(name string) bool {
	pressed := imgui.Button("Cancel")
	a.mark(name+" cancel", lastItem())
	tip(cancelTip)
	return pressed || imgui.IsKeyPressedBoolV(imgui.KeyEscape, false)
}

func (a *app) shotDialogWindow() {
	d := &a.shotDialog
	if !d.begin(shotTitle) {
		return
	}
	defer imgui.EndPopup()
	for scale, name := range []string{"the whole window, as it is", "the scene", "the scene, twice as large", "the scene, three times as large",
		"the scene, four times as large"} {
		w, h := a.window.glfw.GetFramebufferSize()
		if scale > 0 {
			c := a.shotCanvas(float32(scale))
			w, h = c.Width, c.Height
		}
		if imgui.RadioButtonBool(fmt.Sprintf("%s (%d×%d)", name, w, h), a.shots.scale == scale) {
			a.shots.scale = scale
		}
		a.mark(fmt.Sprint("shot scale ", scale), lastItem())
		tip("What the picture shows, and how many pixels it has.")
	}
	imgui.Separator()
	enter := a.pathField(&d.fileDialog, "shot")
	a.faint("The picture carries the trace's name and this view: TIV opens it again.")
	a.fileError(&d.fileDialog)
	save := imgui.Button("Save")
	a.mark("shot save", lastItem())
	tip("Writes the picture into the file.")
	imgui.SameLine()
	if imgui.Button("Copy") {
		a.shoot(shotWish{}, a.shots.scale)
		d.close()
	}
	a.mark("shot copy", lastItem())
	tip("Puts the picture into the clipboard, and writes no file.")
	imgui.SameLine()
	if a.cancelled("shot") {
		d.close()
	}
	if save || enter {
		if path := a.agreed(&d.fileDialog, shot.Kind); path != "" {
			a.shots.folder = filepath.Dir(path)
			a.shoot(shotWish{path}, a.shots.scale)
			d.close()
		}
	}
}

// showJobAfter is the duration of a job after which its progress is shown.
const showJobAfter = 300 * time.Millisecond

// jobsWindow shows the progress of this tab's job, or else of its filter.
func (a *app) jobsWindow() {
	j, s := a.job, a.filterRun
	switch {
	case a.shots.wanted != nil:
	case j != nil && time.Since(j.began) > showJobAfter:
		a.progressWindow(j.name+" is being made", "Stop it, and leave all as it is.", j.work.Progress(), j.work.Cancel)
	case j == nil && s != nil && time.Since(s.began) > showJobAfter:
		a.progressWindow("The filter is being asked", "Stop it, and go back to the filter before.", s.Progress(), func() { a.send(a.unfilter()) })
	}
}

// progressWindow shows the progress of some work, with a button to cancel it.
func (a *app) progressWindow(title, help string, share float64, cancel func()) {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at := imgui.Vec2{X: (a.area.X0 + a.area.X1) / 2 / k.X, Y: a.area.Y0/k.Y + imgui.FontSize()}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav | imgui.WindowFlagsNoMove
	if imgui.BeginV("job", nil, imgui.WindowFlags(flags)) {
		text(title)
		imgui.SameLine()
		room := imgui.Vec2{X: 9 * imgui.FontSize()}
		if share > 0 {
			imgui.ProgressBarV(float32(share), room, "")
		} else { // progress is unknown; the button must not move
			imgui.Dummy(room)
		}
		imgui.SameLine()
		if imgui.SmallButton("Cancel") {
			cancel()
		}
		tip(help)
		if !imgui.IsWindowAppearing() { // it is not in its place yet
			a.mark("cancel job", lastItem())
		}
		low, size := imgui.WindowPos(), imgui.WindowSize()
		a.mark("job", scene.Rect{X0: low.X, Y0: low.Y, X1: low.X + size.X, Y1: low.Y + size.Y})
	}
	imgui.End()
}
