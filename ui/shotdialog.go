package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
)

// shotDialog is the dialog for a picture's options and path.
type shotDialog struct{ fileDialog }

const shotTitle = "Take a picture"

func askShot(a *app) {
	a.dialogs.shot.ask(a.exporter.picturePath(a.ws.Look.Moment))
}

func (d *shotDialog) layOut() {
	if !d.begin(shotTitle) {
		return
	}
	defer imgui.EndPopup()
	for scale, name := range []string{"the whole window, as it is", "the scene", "the scene, twice as large", "the scene, three times as large",
		"the scene, four times as large"} {
		w, h := d.exporter.window.glfw.GetFramebufferSize()
		if scale > 0 {
			c := d.exporter.canvas(float32(scale))
			w, h = c.Width, c.Height
		}
		if imgui.RadioButtonBool(fmt.Sprintf("%s (%d×%d)", name, w, h), d.exporter.scale == scale) {
			d.exporter.scale = scale
		}
		d.ui.mark(fmt.Sprint("shot scale ", scale), lastItem())
		tip("What the picture shows, and how many pixels it has.")
	}
	imgui.Separator()
	enter := d.pathField("shot")
	d.ui.faint("The picture carries the trace's name and this view: TIV opens it again.")
	d.showError()
	save := imgui.Button("Save")
	d.ui.mark("shot save", lastItem())
	tip("Writes the picture into the file.")
	imgui.SameLine()
	if imgui.Button("Copy") {
		d.exporter.shoot(shotWish{}, d.exporter.scale)
		d.close()
	}
	d.ui.mark("shot copy", lastItem())
	tip("Puts the picture into the clipboard, and writes no file.")
	imgui.SameLine()
	if d.ui.cancelled("shot") {
		d.close()
	}
	if save || enter {
		if path := d.agreed(shot.Kind); path != "" {
			d.exporter.shoot(shotWish{path}, d.exporter.scale)
			d.close()
		}
	}
}
