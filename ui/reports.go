package ui

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/replace"
	"tiv/report/html"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/workspace"
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
	a.expect()
	a.reportDialog = asking(a.freePath(reportName(a.ws.Name)))
}

func (a *app) reportDialogWindow() {
	d := &a.reportDialog
	if !d.begin(reportTitle) {
		return
	}
	defer imgui.EndPopup()
	text(fmt.Sprintf("Findings (%d), notes (%d), pictures and tables of the whole trace,", len(a.ws.Report.Findings), len(a.ws.Look.Notes)))
	text("in one HTML file that can be read without TIV.")
	imgui.Separator()
	enter := a.pathField(d, "report")
	a.faint("It has names of threads, functions and files in it, and your notes.")
	a.fileError(d)
	save := imgui.Button("Save")
	tip("Make the report, and write it there. Cancel stops that.")
	a.mark("report save", lastItem())
	imgui.SameLine()
	if a.cancelled("report") {
		d.close()
	}
	if save || enter {
		if path := a.agreed(d, html.Kind); path != "" {
			a.shots.folder = filepath.Dir(path)
			a.report(path)
			d.close()
		}
	}
}

// report writes a report of the trace with the present view.
func (a *app) report(path string) {
	trace := shot.TraceAt(a.path, path)
	doc := html.Report{Workspace: a.ws.Clone(), Kept: true, Version: a.options.Version}
	if a.warning != "" {
		doc.Remarks = append(doc.Remarks, a.warning)
	}
	a.start("The report", func(m *maker) (message, error) {
		doc.Tell = m.tell
		doc.Draw = func(ws *workspace.Workspace) ([]byte, error) {
			c := html.Canvas()
			img, err := m.picture(&scene.Builder{}, ws.Timeline, &ws.Look, c)
			if err != nil {
				return nil, err
			}
			return shot.Small(img, shot.Of(ws, trace, c.Scale, doc.Version))
		}
		err := replace.File(path, func(f *os.File) error { return doc.Write(m.ctx, f) })
		if err != nil {
			return message{}, fmt.Errorf("write report: %s: %w", path, err)
		}
		st, err := os.Stat(path)
		if err != nil {
			return message{}, err
		}
		return message{text: fmt.Sprintf("Saved %s (%.1f MB)", path, float64(st.Size())/1e6)}, nil
	})
}
