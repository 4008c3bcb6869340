package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

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
