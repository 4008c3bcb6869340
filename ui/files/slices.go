package files

import (
	"path/filepath"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/session"
	"tiv/ui/widget"
)

// Slices is the dialog to open and save files of slices.
type Slices struct{ fileDialog }

// AskOpen asks for a file of slices to add.
func (d *Slices) AskOpen() {
	d.reads = true
	d.offer(filepath.Dir(d.Document.Path) + separator)
	d.ext = ""
	d.showList()
	d.input.ExpectTyping()
}

// AskSave asks for a file to save the slices in.
func (d *Slices) AskSave() {
	if !d.exporter.HasSlices() {
		return
	}
	d.reads = false
	d.Ask(strings.TrimSuffix(filepath.Base(d.Workspace.Name), filepath.Ext(d.Workspace.Name)) + "-slices.json")
}

const sliceFileTitle = "Slices##file"

// LayOut lays the dialog out, if it is open.
func (d *Slices) LayOut() {
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
	d.UI.Mark("slices "+strings.ToLower(label), widget.LastItem())
	widget.Tip(does)
	imgui.SameLine()
	switch cancelled := d.UI.Cancelled("slices"); {
	case cancelled:
		d.dismiss()
	case (pressed || enter) && d.reads:
		d.exporter.OpenSlices(session.ResolvePath(d.path, d.folder, ""))
		d.dismiss()
	case pressed || enter:
		d.check(session.SliceKind)
	}
	if path := d.checked(); path != "" {
		d.exporter.SaveSlices(path)
		d.dismiss()
	}
}
