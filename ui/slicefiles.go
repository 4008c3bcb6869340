package ui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/internal/replace"
	"tiv/report"
	"tiv/session"
	"tiv/ui/widget"
	"tiv/workspace"
)

// sliceFiles is the dialog to open and save files of slices.
type sliceFiles struct {
	fileDialog
	messages *session.Messages
	jobs     *session.Jobs
}

// askOpen asks for a file of slices to add.
func (d *sliceFiles) askOpen() {
	d.reads = true
	d.offer(filepath.Dir(d.Document.Path) + separator)
	d.ext = ""
	d.showList()
	d.input.ExpectTyping()
}

// askSave asks for a file to save the slices in.
func (d *sliceFiles) askSave() {
	if d.some() {
		d.reads = false
		d.ask(strings.TrimSuffix(filepath.Base(d.Workspace.Name), filepath.Ext(d.Workspace.Name)) + "-slices.json")
	}
}

// some reports whether there are slices, and says so if not.
func (d *sliceFiles) some() bool {
	if len(d.Workspace.Look.Slices) == 0 {
		d.messages.Say("There are no slices yet.")
	}
	return len(d.Workspace.Look.Slices) > 0
}

const sliceFileTitle = "Slices##file"

// layOut lays the dialog out, if it is open.
func (d *sliceFiles) layOut() {
	if !d.begin(sliceFileTitle) {
		return
	}
	defer imgui.EndPopup()
	label, does := "Save", "Saves all slices to the file."
	if d.reads {
		label, does = "Open", "Adds the slices of the file."
	}
	enter := d.pathField("slices")
	d.showError()
	pressed := imgui.Button(label)
	d.ui.Mark("slices "+strings.ToLower(label), widget.LastItem())
	widget.Tip(does)
	imgui.SameLine()
	switch cancelled := d.ui.Cancelled("slices"); {
	case cancelled:
		d.dismiss()
	case (pressed || enter) && d.reads:
		d.read(resolvePath(d.path, d.folder, ""))
		d.dismiss()
	case pressed || enter:
		d.check(sliceKind)
	}
	if path := d.checked(); path != "" {
		d.write(path)
		d.dismiss()
	}
}

// sliceKind is the kind of files of slices.
var sliceKind = replace.Kind{Name: "a file of slices", Text: true,
	Has: func(start []byte) bool { return bytes.Contains(start, []byte(`"tiv_slices"`)) }}

// read adds the slices of a file.
func (d *sliceFiles) read(path string) {
	room := d.Workspace.Spaces.Room(d.Workspace.Shown)
	d.jobs.Start(d.Document, "The file of slices", func(w *session.Worker) (session.Message, error) {
		st, err := os.Stat(path)
		if err == nil && !st.Mode().IsRegular() {
			err = fmt.Errorf("open slices: %s is not a regular file", path)
		}
		if err != nil {
			return session.Message{}, err
		}
		f, err := os.Open(path)
		if err != nil {
			return session.Message{}, err
		}
		defer f.Close()
		list, err := slice.Read(f)
		if err != nil {
			return session.Message{}, fmt.Errorf("open slices: %s: %w", path, err)
		}
		w.Then = workspace.AddSlices{Definitions: list}
		said := "Added " + report.Plural(min(len(list), room), "slice") + "."
		if len(list) > room {
			said += fmt.Sprintf(" There is room for %d.", slice.Max)
		}
		return session.Message{Text: said}, nil
	})
}

// write saves the slices to a file.
func (d *sliceFiles) write(path string) {
	list := d.Workspace.Look.Slices
	d.jobs.Start(d.Document, "The file of slices", func(*session.Worker) (session.Message, error) {
		if err := replace.Bytes(path, slicesText(list)); err != nil {
			return session.Message{}, fmt.Errorf("save slices: %s: %w", path, err)
		}
		return session.Message{Text: "Saved " + path + "."}, nil
	})
}

// slicesText returns slices as the contents of a file.
func slicesText(list []slice.Definition) []byte {
	var b bytes.Buffer
	_ = slice.Write(&b, list) // a buffer takes everything
	return b.Bytes()
}
