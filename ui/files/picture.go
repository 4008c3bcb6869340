package files

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
	"tiv/session"
	"tiv/ui/widget"
)

// Picture is the dialog for a picture's options and path.
type Picture struct {
	fileDialog
	size int // of pictureSizes
}

const shotTitle = "Save picture"

// pictureSizes are the sizes of pictures, the first of the whole window.
var pictureSizes = [...]extent{{name: "The whole window"}, scene("The scene, as in the window", 100),
	{"The scene, 2× size", session.PictureSize}, slide, fourK, square}

// quickSize is the index of the size that a picture has without the dialog.
const quickSize = 2

// LayOut lays the dialog out, if it is open.
func (d *Picture) LayOut() {
	if !d.begin(shotTitle) {
		return
	}
	defer imgui.EndPopup()
	for i := range pictureSizes {
		size := &pictureSizes[i]
		w, h := d.exporter.Window.FramebufferSize()
		if i > 0 {
			c := d.exporter.Canvas(size.Size)
			w, h = c.Width, c.Height
		}
		if d.UI.Radio(fmt.Sprintf("%s (%d×%d)", size.name, w, h), d.size == i) {
			d.size = i
		}
		d.UI.Mark(fmt.Sprint("shot size ", i), widget.LastItem())
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
		d.exporter.takePicture(session.Destination{}, &pictureSizes[d.size])
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
		d.exporter.takePicture(session.Destination{Path: path}, &pictureSizes[d.size])
		d.dismiss()
	}
}
