package files

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/internal/portal"
	"tiv/report"
	"tiv/report/shot"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Open is the dialog to open a trace: that of the desktop, or a list.
type Open struct {
	ui      *widget.Kit
	prefs   *panel.Preferences
	input   *keys.Recorder
	open    func(session.Request) // in tabs
	show    bool                  // at the next frame
	shown   bool
	listing bool // the list is shown, not a dialog of the desktop
	done    bool // the file has been opened
	path    string
	list    pathList // of the path
	chooser chooser
	problem string
	with    *session.Trace             // to be compared with the trace; nil for none
	compare func(with *session.Trace)  // compares a tab with the one shown
	do      func(command.Command) bool // carries out a command
	join    bool                       // the traces are opened as one
	// lost is a picture with a missing trace; "" if there is none.
	lost string
}

// Busy reports whether the list of a folder is being read.
func (d *Open) Busy() bool {
	_, reading := d.list.folders.Running()
	return d.shown && reading
}

// Asking reports whether the dialog is open.
func (d *Open) Asking() bool { return d.shown }

// Close ends all work.
func (d *Open) Close() {
	d.chooser.task.Stop()
	d.list.folders.Close()
}

// AskFor is Ask for a trace to compare a tab with.
func (d *Open) AskFor(with *session.Trace) {
	d.Ask()
	d.with = with
}

// AskToJoin is Ask for traces to be opened as one.
func (d *Open) AskToJoin() {
	d.ask("Add traces of the same run")
	d.join = true
}

// Ask shows the dialog, with the folder of the last trace.
func (d *Open) Ask() { d.ask("Open a trace") }

// ask shows the dialog with a title.
func (d *Open) ask(title string) {
	d.with, d.join = nil, false
	switch {
	case d.chooser.busy():
	case d.chooser.ask(portal.Request{Title: title, Folder: d.folder(), Kinds: openKinds}):
		d.listing = false
	default:
		d.askList()
	}
}

// askList shows the list in the next frame.
func (d *Open) askList() {
	d.show, d.listing, d.path, d.problem = true, true, "", ""
	if folder := d.folder(); folder != "" {
		d.path = folder + separator
	}
	d.list.restart()
	d.input.ExpectTyping()
}

// folder returns the folder of the last trace; "" if there is none.
func (d *Open) folder() string {
	if recent := d.prefs.Recent; len(recent) > 0 && !tracefeed.IsDemo(recent[0]) {
		return filepath.Dir(recent[0])
	}
	return ""
}

// serve opens the files chosen in the dialog of the desktop, or shows the list if
// there is no such dialog.
func (d *Open) serve() {
	switch paths, missing := d.chooser.chosen(); {
	case missing:
		d.askList()
	case len(paths) > 0:
		d.OpenAll(paths...)
	}
}

// Fail shows why a trace could not be opened.
func (d *Open) Fail(err error) {
	d.show, d.listing, d.problem = true, true, err.Error()
}

// LayOut lays the dialog out.
func (d *Open) LayOut() {
	d.serve()
	if d.show || !d.shown && d.chooser.visible() {
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
	switch {
	case d.listing && !d.done:
		d.fields()
	case d.chooser.busy():
		if d.chooser.layOut() {
			d.askList()
		}
		imgui.SameLine()
		if d.ui.Cancelled("choose") {
			d.chooser.drop()
		}
	default:
		imgui.CloseCurrentPopup()
	}
}

// fields lays out the field for a path, and the lists.
func (d *Open) fields() {
	imgui.SetNextItemWidth(32 * imgui.FontSize())
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextWithHint("##path", "Path of a trace, or of a picture saved by TIV", &d.path,
		widget.SelectAll|imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsCallbackCompletion), d.list.edited)
	d.ui.Mark("open path", widget.LastItem())
	widget.Tip("A trace in any format that TIV reads, or a picture saved by TIV. Tab completes the path.")
	d.list.update(d.path)
	chosen := d.choices()
	if d.problem != "" {
		imgui.PushTextWrapPosV(32 * imgui.FontSize())
		widget.Tinted(d.ui.Palette.Warning, panel.SafeLines(d.problem))
		imgui.PopTextWrapPos()
	} else {
		d.ui.Faint("You can also drop a trace on the window.")
	}
	if d.lost != "" {
		widget.Text("Where is the trace of this picture?")
		d.ui.Mark("where is it", widget.LastItem())
	}
	if imgui.Button("Open") || enter {
		chosen = strings.TrimSpace(d.path)
	}
	widget.Tip("Opens the trace in a new tab.")
	if strings.HasSuffix(chosen, separator) {
		d.path = chosen
	} else if chosen != "" {
		d.OpenAll(session.ExpandHome(chosen))
	}
	imgui.SameLine()
	if imgui.Button("Cancel") || d.ui.Escaped() {
		d.problem, d.lost = "", ""
		imgui.CloseCurrentPopup()
	}
	widget.Tip(widget.CancelTip)
}

// choices lists the files and folders of the path, and recent traces. It returns
// the path that was clicked.
func (d *Open) choices() string {
	chosen := d.list.layOut()
	if d.lost != "" || len(d.prefs.Recent) == 0 {
		return chosen
	}
	d.ui.Faint("Recent")
	for _, path := range d.prefs.Recent[:min(len(d.prefs.Recent), maxRecentListed)] {
		imgui.PushIDStr(path)
		start := imgui.CursorScreenPos()
		if imgui.SelectableBoolV("##recent", false, imgui.SelectableFlagsNoAutoClosePopups, imgui.Vec2{}) {
			chosen = path
		}
		widget.Tip(report.Safe(path))
		imgui.PopID()
		at := widget.LastItem()
		d.ui.Mark("open "+tracefeed.Title(path), at)
		imgui.WindowDrawList().AddTextVec2(start, widget.Packed(d.ui.Palette.Text),
			widget.Shorten(report.Safe(panel.FolderText(path)), at.X1-start.X))
	}
	return chosen
}

// maxRecentListed is the largest number of recent traces in the dialog.
const maxRecentListed = 6

// maxErrors is the largest number of listed files that could not be opened.
const maxErrors = 6

// OpenAll opens traces or pictures in further tabs, or the trace of the picture that is
// lost. Errors are shown after all files have been tried.
func (d *Open) OpenAll(paths ...string) {
	d.problem = ""
	if d.join {
		d.do(command.JoinTraces{Paths: paths})
		return
	}
	r := session.Request{Paths: paths}
	if d.lost != "" {
		r.Paths, r.Trace = []string{d.lost}, paths[0]
	}
	r.Then = func(wrong []error) { d.Opened(r, wrong) }
	d.open(r)
}

// Opened closes the dialog, or shows the errors of a request.
func (d *Open) Opened(r session.Request, all []error) {
	var wrong []error
	for i, err := range all {
		switch {
		case err == nil && r.Trace != "":
			d.lost = ""
		case errors.Is(err, shot.ErrLost):
			d.lost, d.path = r.Paths[i], ""
		}
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	d.done = len(wrong) == 0
	if more := len(wrong) - maxErrors; more > 0 {
		wrong = append(wrong[:maxErrors], fmt.Errorf("and %d more", more))
	}
	if err := errors.Join(wrong...); err != nil {
		d.Fail(err)
	} else if d.with != nil {
		d.compare(d.with)
		d.with = nil
	}
}

// OpenDropped opens the files dropped on the window.
func (d *Open) OpenDropped() {
	if paths := d.input.Dropped; len(paths) > 0 {
		d.input.Dropped, d.with, d.join = nil, nil, false
		d.OpenAll(paths...)
	}
}

// Problem returns the error that is shown, about a trace that could not be opened; "" if there
// is none.
func (d *Open) Problem() string {
	if !d.shown {
		return ""
	}
	return d.problem
}
