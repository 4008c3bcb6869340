package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/html"
)

const reportTitle = "Save a report"

// askReport opens the dialog for the path of a report.
func askReport(a *app) {
	if !a.ws.Timeline.Complete {
		a.messages.say("A report is about the whole trace, which is still being read.")
		return
	}
	if !a.searched() {
		a.messages.say("A report lists the findings, which are still being looked for.")
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
	d.ui.faint("It has names of threads, functions and files in it, and your notes.")
	d.showError()
	save := imgui.Button("Save")
	tip("Make the report, and write it there. Cancel stops that.")
	d.ui.mark("report save", lastItem())
	imgui.SameLine()
	if d.ui.cancelled("report") {
		d.close()
	}
	if save || enter {
		if path := d.agreed(html.Kind); path != "" {
			d.exporter.report(path)
			d.close()
		}
	}
}
