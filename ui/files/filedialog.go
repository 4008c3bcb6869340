package files

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/background"
	"tiv/internal/portal"
	"tiv/internal/replace"
	"tiv/report"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// fileDialog is the common part of dialogs that write a file.
type fileDialog struct {
	*panel.Trace
	input      *keys.Recorder
	delay      func(context.Context) // called before a folder is read; nil for nothing
	exporter   *Exporter
	session    *session.Session
	finding    *background.Job[string] // of a default path; nil if none runs
	show, open bool                    // at the next frame, now
	path       string
	folder     string // of a path that names none
	ext        string // that its name ends with
	reads      bool   // the file is read, not written
	problem    string
	confirmed  string                             // a file that is there, and may be written over
	checking   *background.Job[session.PathCheck] // of the path; nil if none runs
	chooser    chooser
	list       pathList // of the path's folder
	listing    bool     // the list is shown
}

// findingTime is the longest time that a dialog waits for its default path.
const findingTime = 2 * time.Second

// Ask shows the dialog once a free path for a file name has been found in the background.
// If the disk does not answer, the folder is that of temporary files.
func (d *fileDialog) Ask(name string) {
	find := d.exporter.FreePath(name)
	d.finding.Stop()
	d.finding = background.Start(func(ctx context.Context, _ func(float64)) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, findingTime)
		defer cancel()
		path, err := background.Detach(ctx, func() (string, error) {
			if d.delay != nil {
				d.delay(ctx)
			}
			return find(), nil
		}, nil)
		if err != nil {
			path = filepath.Join(os.TempDir(), name)
		}
		return path, nil
	}, d.Wake)
	d.input.ExpectTyping()
}

// Asking reports whether the dialog is open, or about to be.
func (d *fileDialog) Asking() bool { return d.open || d.finding != nil }

// offer shows the dialog in the next frame, with a default path.
func (d *fileDialog) offer(path string) {
	d.show, d.path, d.folder, d.ext, d.problem, d.confirmed, d.listing = true, path, filepath.Dir(path), filepath.Ext(path), "", "", false
	d.stopCheck()
}

// begin opens the dialog if it is to be shown. The caller ends the popup.
func (d *fileDialog) begin(title string) bool {
	if d.finding != nil {
		d.input.ExpectTyping()
		if d.finding.Done() {
			path, _ := d.finding.Result()
			d.finding = nil
			d.offer(path)
		}
	}
	if d.show {
		d.show = false
		imgui.OpenPopupStr(title)
	}
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	flags := imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings
	d.open = imgui.BeginPopupModalV(title, nil, imgui.WindowFlags(flags))
	return d.open
}

// dismiss closes the dialog.
func (d *fileDialog) dismiss() {
	d.open = false
	d.chooser.drop()
	d.stopCheck()
	imgui.CloseCurrentPopup()
}

// Busy reports whether the default path is searched, or the path is checked.
func (d *fileDialog) Busy() bool { return d.finding != nil || d.checking != nil }

// Close ends all work.
func (d *fileDialog) Close() {
	d.finding.Stop()
	d.checking.Stop()
	d.list.folders.Close()
	d.chooser.task.Stop()
}

// stopCheck drops the check of the path.
func (d *fileDialog) stopCheck() {
	d.checking.Stop()
	d.checking = nil
}

// pathField lays out the field for the path, and the ways to choose one. It reports
// whether Enter was pressed in the field.
func (d *fileDialog) pathField(name string) bool {
	imgui.SetNextItemWidth(34 * imgui.FontSize())
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextWithHint("##path", "Path of the file", &d.path,
		widget.SelectAll|imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue), nil)
	d.UI.Mark(name+" path", widget.LastItem())
	if d.reads {
		widget.Tip("The file to read.")
	} else {
		widget.Tip("The file to write. An existing file is replaced only after a confirmation.")
	}
	imgui.SameLine()
	if imgui.Button("Browse…") {
		d.browse()
	}
	d.UI.Mark(name+" browse", widget.LastItem())
	widget.Tip("Chooses the file in the desktop's dialog, or in a list of the folder.")
	switch paths, missing := d.chooser.chosen(); {
	case missing:
		d.showList()
	case len(paths) > 0: // the desktop has asked before it replaces a file
		d.path, d.confirmed = paths[0], paths[0]
	}
	switch {
	case d.chooser.visible():
		if d.chooser.layOut() {
			d.showList()
		}
	case d.listing:
		d.list.update(filepath.Dir(session.ResolvePath(d.path, d.folder, d.ext)) + separator)
		if chosen := d.list.layOut(); strings.HasSuffix(chosen, separator) {
			d.path = filepath.Join(chosen, filepath.Base(d.path))
		} else if chosen != "" {
			d.path = chosen
		}
	}
	return enter
}

// browse shows the dialog of the desktop, or else the list, or hides that.
func (d *fileDialog) browse() {
	path := session.ResolvePath(d.path, d.folder, d.ext)
	r := portal.Request{Title: "Save", Save: true, Folder: filepath.Dir(path), Name: filepath.Base(path), Kinds: saveKinds[d.ext]}
	if d.reads {
		r = portal.Request{Title: "Open", Folder: d.folder, Kinds: saveKinds[".json"]}
	}
	switch {
	case d.listing:
		d.listing = false
	case d.chooser.busy():
	case !d.chooser.ask(r):
		d.showList()
	}
}

// showList shows the list of the path's folder.
func (d *fileDialog) showList() {
	d.listing = true
	d.list.restart()
}

// check starts to check the path in the background, because the disk can be slow.
func (d *fileDialog) check(kind replace.Kind) {
	path, sources := session.ResolvePath(d.path, d.folder, d.ext), d.session.Sources()
	if d.problem = ""; path == "" {
		d.problem = "Enter a path."
	}
	if d.problem != "" || d.checking != nil {
		return
	}
	d.checking = background.Start(func(ctx context.Context, _ func(float64)) (session.PathCheck, error) {
		return background.Detach(ctx, func() (session.PathCheck, error) { return session.CheckPath(path, kind, sources), nil }, nil)
	}, d.Wake)
}

// checked returns the path to write, once, after its check; "" if it is not allowed, or
// not yet confirmed: replacing an existing file needs one confirmation.
func (d *fileDialog) checked() string {
	if d.checking == nil || !d.checking.Done() {
		return ""
	}
	c, err := d.checking.Result()
	d.checking = nil
	switch {
	case err != nil:
		return ""
	case c.Problem != "":
		d.problem = c.Problem
		return ""
	case c.Exists && d.confirmed != c.Path:
		d.problem, d.confirmed = "The file exists already. Save again to replace it.", c.Path
		return ""
	}
	d.exporter.Folder = filepath.Dir(c.Path)
	return c.Path
}

// showError shows the dialog's error.
func (d *fileDialog) showError() {
	if d.problem != "" {
		imgui.PushTextWrapPosV(34 * imgui.FontSize())
		widget.Tinted(d.UI.Palette.Layers["IO"].Color, report.Safe(d.problem))
		imgui.PopTextWrapPos()
		d.UI.Mark("trouble", widget.LastItem())
	}
}
