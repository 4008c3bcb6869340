package files

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/flame"
	"tiv/session"
	"tiv/ui/widget"
)

// Flame is the dialog for the format and the path of a flame graph.
type Flame struct{ fileDialog }

const flameTitle = "Save flame graph"

// Save asks for the file of the graph.
func (d *Flame) Save() { d.Ask(session.FlameName(d.Workspace.Name)) }

// LayOut lays the dialog out, if it is open.
func (d *Flame) LayOut() {
	if !d.begin(flameTitle) {
		return
	}
	defer imgui.EndPopup()
	format := d.formatButtons()
	enter := d.pathField("flame")
	d.UI.Faint("It contains names of functions. Check before sharing.")
	d.showError()
	save := imgui.Button("Save")
	d.UI.Mark("flame write", widget.LastItem())
	widget.Tip("Saves the graph to the file.")
	imgui.SameLine()
	if d.UI.Cancelled("flame") {
		d.dismiss()
	}
	if save || enter {
		d.check(format.Kind)
	}
	if path := d.checked(); path != "" {
		d.exporter.Flame(path, session.FlameFormat(path))
		d.dismiss()
	}
}

// formatButtons lays out a button for each format, which changes the end of the path. It
// returns the format of the path.
func (d *Flame) formatButtons() flame.Format {
	now := session.FlameFormat(d.path)
	for i, f := range flame.Formats() {
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.RadioButtonBool(f.Title, f.Name == now.Name) && f.Name != now.Name {
			for _, e := range now.Extensions {
				d.path = strings.TrimSuffix(d.path, e)
			}
			d.ext = f.Extensions[0]
			d.path += d.ext
			now = f
		}
		widget.Tip("Writes a file " + f.Extensions[0] + ".")
		d.UI.Mark("flame "+f.Name, widget.LastItem())
	}
	return now
}
