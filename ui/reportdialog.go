package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/html"
)

const reportTitle = "Save report"

// askReport opens the dialog for the path of a report.
func askReport(a *app) {
	if !a.ws.Timeline.Complete {
		a.messages.say("The trace is still being read. A report needs all of it.")
		return
	}
	if !a.searched() {
		a.messages.say("The search for problems is still running. A report needs its results.")
		return
	}
	a.dialogs.report.ask(a.exporter.freePath(reportName(a.ws.Name)))
}

// reportDialog is the dialog for a report's path.
type reportDialog struct{ fileDialog }

func (d *reportDialog) layOut() {
	if !d.begin(reportTitle) {
		return
	}
	defer imgui.EndPopup()
	text(fmt.Sprintf("Findings (%d), notes (%d), pictures and tables of the whole trace,", len(d.ws.Report.Findings), len(d.ws.Look.Notes)))
	text("in one HTML file that can be read without TIV.")
	imgui.Separator()
	enter := d.pathField("report")
	d.ui.faint("It contains names of threads, functions and files, and your notes. Check before sharing.")
	d.showError()
	save := imgui.Button("Save")
	tip("Saves the report to the file.")
	d.ui.mark("report save", lastItem())
	imgui.SameLine()
	if d.ui.cancelled("report") {
		d.close()
	}
	if save || enter {
		if path := d.confirmedPath(html.Kind); path != "" {
			d.exporter.report(path)
			d.close()
		}
	}
}
