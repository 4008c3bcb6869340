package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// sliceTable opens a slice as a workspace and shows a table.
func sliceTable(p *slicesPanel, name string, table int) {
	p.slices.openSpace(name)
	p.tables.thread = tracefeed.NoThread
	p.tables.show(table)
}

// sliceFlame opens a slice as a workspace and shows the flame graph.
func sliceFlame(p *slicesPanel, name string) {
	p.slices.openSpace(name)
	p.Send(workspace.OpenPanel{Name: panel.Flame, Open: true})
	imgui.SetWindowFocusStr(panel.Flame)
}

// showCalls lists the calls of a function, those of the thread of the table of functions.
func showCalls(p *tablesPanel, function string) {
	p.function = function
	p.show(callTable)
}

// showFunctionsOf lists the functions of a thread.
func showFunctionsOf(p *tablesPanel, t tracefeed.ThreadID) {
	p.thread = t
	p.show(functionTable)
}

// oneThread shows to which thread the functions and calls are limited, and ends that.
func oneThread(p *tablesPanel) {
	if int(p.thread) >= len(p.Workspace.Timeline.Threads) {
		p.thread = tracefeed.NoThread
	}
	if p.thread == tracefeed.NoThread || p.shown != functionTable && p.shown != callTable {
		return
	}
	imgui.SameLineV(0, 1.5*imgui.FontSize())
	if p.UI.SwitchButton("Only "+widget.Shorten(report.Safe(p.ThreadName(p.thread)), 12*imgui.FontSize())+"###thread", true) {
		p.thread = tracefeed.NoThread
	}
	p.UI.Mark("table thread", widget.LastItem())
	widget.Tip("Lists functions and calls of this thread alone. Click to list those of all threads that are shown.")
}
