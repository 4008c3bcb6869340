package threads

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/lane"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// call is the section about the selected call.
func (p *Selection) call() {
	c := p.Workspace.Look.Call
	if c.Thread == tracefeed.NoThread {
		return
	}
	widget.Section("Call")
	name := report.Safe(c.Function)
	if name == "" {
		name = lane.NoName
	}
	widget.Wrapped(name)
	lines := panel.DescribeCall(p.Document, &c, 1, panel.SumCall(p.Document, &p.callSums, c, p.Wake))
	for _, line := range lines {
		p.UI.FaintWrapped(line)
	}
	p.UI.MarkText("selected call", name+"; "+strings.Join(lines, "; "))
	for i, b := range []struct{ label, command string }{{"Previous", "previous call"}, {"Next", "next call"}, {"Zoom", "zoom call"}} {
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.SmallButton(b.label + "##call") {
			p.Send(command.EntryNamed(b.command).Command.(workspace.Command))
		}
		p.UI.Mark(b.command, widget.LastItem())
		p.keys.CommandTip(b.command)
	}
}
