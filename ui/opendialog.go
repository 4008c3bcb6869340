package ui

import (
	"errors"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
)

// openDialog is the dialog to open a trace.
type openDialog struct {
	*host
	open    func(path, trace string) error // in a tab
	show    bool                           // at the next frame
	shown   bool
	done    bool // the file has been opened
	path    string
	problem string
	// lost is a picture with a missing trace; "" if there is none.
	lost string
}

// ask shows the dialog in the next frame.
func (d *openDialog) ask() {
	d.show, d.path, d.problem = true, "", ""
	d.input.expectTyping()
}

// fail shows why a trace could not be opened.
func (d *openDialog) fail(err error) {
	d.show, d.problem = true, err.Error()
}

// layOut lays the dialog out.
func (d *openDialog) layOut() {
	if d.show {
		d.show, d.done = false, false
		imgui.OpenPopupStr("Open a trace")
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	flags := imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings
	d.shown = imgui.BeginPopupModalV("Open a trace", nil, imgui.WindowFlags(flags))
	if !d.shown {
		return
	}
	defer imgui.EndPopup()
	if d.done {
		imgui.CloseCurrentPopup()
	}
	imgui.SetNextItemWidth(32 * imgui.FontSize())
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextWithHint("##path", "path of a trace, or of a picture saved by TIV", &d.path,
		selectAll|imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue), nil)
	d.ui.mark("open path", lastItem())
	tip("A trace in any format that TIV reads, or a picture saved by TIV.")
	if d.problem != "" {
		imgui.PushTextWrapPosV(32 * imgui.FontSize())
		tinted(d.ui.palette.Warning, sanitizeLines(d.problem))
		imgui.PopTextWrapPos()
	} else {
		d.ui.faint("You can also drop a trace on the window.")
	}
	if d.lost != "" {
		text("Where is the trace of this picture?")
		d.ui.mark("where is it", lastItem())
	}
	if imgui.Button("Open") || enter {
		d.openAll(strings.TrimSpace(d.path))
	}
	tip("Opens the trace in a new tab.")
	imgui.SameLine()
	if imgui.Button("Cancel") || d.ui.escaped() {
		d.problem, d.lost = "", ""
		imgui.CloseCurrentPopup()
	}
	tip(cancelTip)
}

// maxErrors is the largest number of listed files that could not be opened.
const maxErrors = 6

// openAll opens traces or pictures in further tabs. Errors are shown after
// all files have been tried.
func (d *openDialog) openAll(paths ...string) {
	var wrong []error
	for _, path := range paths {
		if err := d.openOne(path); err != nil {
			wrong = append(wrong, err)
		}
	}
	d.problem, d.done = "", len(wrong) == 0
	if more := len(wrong) - maxErrors; more > 0 {
		wrong = append(wrong[:maxErrors], fmt.Errorf("and %d more", more))
	}
	if err := errors.Join(wrong...); err != nil {
		d.fail(err)
	}
}

// openDropped opens the files dropped on the window.
func (d *openDialog) openDropped() {
	if paths := d.input.dropped; len(paths) > 0 {
		d.input.dropped = nil
		d.openAll(paths...)
	}
}

// openOne opens a trace or a picture, or the trace of the picture that is lost.
func (d *openDialog) openOne(path string) error {
	if d.lost != "" {
		err := d.open(d.lost, path)
		if err == nil {
			d.lost = ""
		}
		return err
	}
	err := d.open(path, "")
	if errors.Is(err, shot.ErrLost) {
		d.lost, d.path = path, ""
	}
	return err
}
