package findings

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/ui/widget"
	"tiv/workspace"
)

// lists reports whether a finding of the report has time in the slice to list.
func (p *Panel) lists(i int) bool {
	if p.Ranking.Only == "" || p.Ranking.Times == nil {
		return true
	}
	of := func(t report.SliceTime) bool { return t.Name == p.Ranking.Only }
	return slices.ContainsFunc(p.Ranking.Times.Of(i, 0), of)
}

// chooseSlice chooses the slice of which findings are listed, if there are slices.
func chooseSlice(p *Panel) {
	list := p.Workspace.Look.Slices
	if len(list) == 0 || len(p.Ranking.Order) == 0 {
		return
	}
	shown := "All findings"
	if p.Ranking.Only != "" {
		shown = "In " + report.Safe(p.Ranking.Only)
	}
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##only", shown) {
		for i := -1; i < len(list); i++ {
			name, label := "", "All findings"
			if i >= 0 {
				name = list[i].Name
				label = "In " + report.Safe(name)
			}
			if imgui.SelectableBoolV(fmt.Sprintf("%s##%d", label, i), name == p.Ranking.Only, 0, imgui.Vec2{}) {
				p.session.Do(command.ListFindings{Slice: name})
			}
			p.UI.Mark("findings in "+name, widget.LastItem())
			widget.Tip("Lists the findings of which this slice covers some time.")
		}
		imgui.EndCombo()
	}
	p.UI.Mark("findings of slice", widget.LastItem())
	widget.Tip("Lists only findings of which the chosen slice covers some time.")
}

// outsideBase lists the findings outside of the base, faint and folded at first.
func outsideBase(p *Panel) {
	if p.Ranking.Outside == 0 {
		return
	}
	imgui.Separator()
	open := imgui.TreeNodeExStrV(fmt.Sprintf("Outside of the base (%d)###outside", p.Ranking.Outside), imgui.TreeNodeFlagsSpanAvailWidth)
	p.UI.Mark("outside of the base", widget.LastItem())
	widget.Tip("These findings have no time in the base. They do not count, and have no mark.")
	if !open {
		return
	}
	const most = 100
	for k, i := range p.Ranking.Order[p.Ranking.Counted : p.Ranking.Counted+p.Ranking.Outside] {
		if k == most {
			p.UI.Faint(fmt.Sprintf("and %d more", p.Ranking.Outside-most))
			break
		}
		imgui.PushIDInt(int32(k))
		f := &p.Ranking.Of[i]
		p.UI.FaintWrapped(f.Kind + " · " + findingInterval(f, p.Workspace.Timeline.End))
		p.UI.FaintWrapped(widget.ShortenEnd(report.Safe(f.Text), 3*imgui.ContentRegionAvail().X))
		if imgui.SmallButton("Worst") {
			p.GoTo(p.Ranking.RankOf(i), workspace.FindingWorst)
		}
		p.UI.Mark(fmt.Sprint("outside worst ", k), widget.LastItem())
		widget.Tip("Goes to the moment that shows it best.")
		imgui.PopID()
	}
	imgui.TreePop()
}
