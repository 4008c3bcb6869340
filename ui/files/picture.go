package files

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
	"tiv/session"
	"tiv/ui/widget"
)

// Picture is the dialog for a picture's options and path.
type Picture struct{ fileDialog }

const shotTitle = "Save picture"

// LayOut lays the dialog out, if it is open.
func (d *Picture) LayOut() {
	if !d.begin(shotTitle) {
		return
	}
	defer imgui.EndPopup()
	for scale, name := range []string{"The whole window", "The scene", "The scene, 2× size", "The scene, 3× size",
		"The scene, 4× size"} {
		w, h := d.exporter.Window.FramebufferSize()
		if scale > 0 {
			c := d.exporter.Canvas(float32(scale))
			w, h = c.Width, c.Height
		}
		if d.UI.Radio(fmt.Sprintf("%s (%d×%d)", name, w, h), d.exporter.Factor == scale) {
			d.exporter.Factor = scale
		}
		d.UI.Mark(fmt.Sprint("shot scale ", scale), widget.LastItem())
		widget.Tip("The contents of the picture, and its size in pixels.")
	}
	imgui.Separator()
	enter := d.pathField("shot")
	d.UI.Faint("The picture contains the name of the trace and this view, so that TIV can reopen it.")
	d.showError()
	save := imgui.Button("Save")
	d.UI.Mark("shot save", widget.LastItem())
	widget.Tip("Saves the picture to the file.")
	imgui.SameLine()
	if imgui.Button("Copy") {
		d.exporter.takePicture(session.Destination{}, d.exporter.Factor)
		d.dismiss()
	}
	d.UI.Mark("shot copy", widget.LastItem())
	widget.Tip("Copies the picture to the clipboard and writes no file.")
	imgui.SameLine()
	if d.UI.Cancelled("shot") {
		d.dismiss()
	}
	if save || enter {
		d.check(shot.Kind)
	}
	if path := d.checked(); path != "" {
		d.exporter.takePicture(session.Destination{Path: path}, d.exporter.Factor)
		d.dismiss()
	}
}
