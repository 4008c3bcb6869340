package files

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/formats"
	"tiv/ui/widget"
)

const reportTitle = "Save report"

// Report is the dialog for a report's path, its format and its names.
type Report struct {
	fileDialog
	anonymous bool
}

// LayOut lays the dialog out, if it is open.
func (d *Report) LayOut() {
	if !d.begin(reportTitle) {
		return
	}
	defer imgui.EndPopup()
	widget.Text(fmt.Sprintf("Findings (%d), notes (%d), pictures and tables of the whole trace,",
		len(d.Workspace.Report.Findings), len(d.Workspace.Look.Notes)))
	widget.Text("for readers without TIV.")
	imgui.Separator()
	format := d.formatButtons()
	enter := d.pathField("report")
	imgui.Checkbox("Anonymize", &d.anonymous)
	d.UI.Mark("report anonymize", widget.LastItem())
	widget.Tip("Replaces names of threads, locks, functions and files, the same name by the same word everywhere,\nand " +
		"leaves out the texts of notes. Names of standard libraries stay.")
	d.remark(format)
	d.showError()
	save := imgui.Button("Save")
	widget.Tip("Saves the report to the file.")
	d.UI.Mark("report save", widget.LastItem())
	imgui.SameLine()
	if d.UI.Cancelled("report") {
		d.dismiss()
	}
	if save || enter {
		d.check(format.Kind)
	}
	if path := d.checked(); path != "" {
		d.exporter.Report(path, formats.Of("", path), d.anonymous)
		d.dismiss()
	}
}

// formatButtons lays out a button for each format, which changes the end of the path. It
// returns the format of the path.
func (d *Report) formatButtons() formats.Format {
	now := formats.Of("", d.path)
	for i, f := range formats.All() {
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.RadioButtonBool(f.Title, f.Name == now.Name) && f.Name != now.Name {
			d.ext = f.Extensions[0]
			d.path = strings.TrimSuffix(d.path, filepath.Ext(d.path)) + d.ext
			now = f
		}
		widget.Tip("Writes a file " + f.Extensions[0] + ".")
		d.UI.Mark("report "+f.Name, widget.LastItem())
	}
	return now
}

// remark says what the reader gets besides the file, and which names are in it.
func (d *Report) remark(f formats.Format) {
	if f.Beside {
		d.UI.Faint("The pictures are saved in a folder beside the file.")
	}
	if d.anonymous {
		d.UI.Faint("Numbers at the end of names, times and lines of code stay. Check before sharing.")
	} else {
		d.UI.Faint("It contains names of threads, functions and files, and your notes. Check before sharing.")
	}
}
