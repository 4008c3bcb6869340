package findings

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// dismissReasons are offered for dismissing a finding.
var dismissReasons = [...]string{"known", "by design", "noise"}

// dismissButton lays out the button that dismisses a finding, and its menu.
func (p *Panel) dismissButton(rank int) {
	const label = "Dismiss…"
	widget.SameLineIfRoom(label)
	if imgui.SmallButton(label) {
		p.reason = ""
		p.input.ExpectTyping()
		imgui.OpenPopupStr("dismiss")
	}
	p.UI.Mark(fmt.Sprintf("finding %d dismiss", rank), widget.LastItem())
	widget.Tip("Puts the finding aside, with a reason. It is saved with the trace, and stays dismissed when the trace is recorded again.")
	if !imgui.BeginPopup("dismiss") {
		return
	}
	defer imgui.EndPopup()
	p.UI.Faint("Why does it not count?")
	chosen := ""
	for _, reason := range dismissReasons {
		if imgui.MenuItemBool(strings.ToUpper(reason[:1]) + reason[1:]) {
			chosen = reason
		}
		widget.Tip("Dismisses the finding, and keeps this as the reason.")
		p.UI.Mark("dismiss "+reason, widget.LastItem())
	}
	imgui.SetNextItemWidth(16 * imgui.FontSize())
	typed := imgui.InputTextWithHint("##reason", "Another reason", &p.reason, imgui.InputTextFlagsEnterReturnsTrue, nil)
	p.UI.Mark("dismiss reason", widget.LastItem())
	widget.Tip("Enter dismisses the finding for this reason.")
	if typed && strings.TrimSpace(p.reason) != "" {
		chosen = p.reason
		imgui.CloseCurrentPopup()
	}
	if chosen != "" {
		p.Send(workspace.Dismiss{Finding: p.Ranking.Order[rank], Reason: chosen})
	}
	if n := p.alike(rank); n > 0 {
		p.UI.Faint(tracefeed.Plural(n, "more finding") + " of this kind at the same place: dismissed with it.")
	}
}

// alike counts the other findings with the same identity.
func (p *Panel) alike(rank int) (n int) {
	id := workspace.FindingsOf(p.Workspace).Identities(p.Ranking.Order[rank])[0]
	for k, i := range p.Ranking.Order[:p.Ranking.Counted] {
		if k != rank && workspace.FindingsOf(p.Workspace).Identities(i)[0] == id {
			n++
		}
	}
	return n
}

// aside lists the dismissed findings, folded at first.
func (p *Panel) aside() {
	n := len(p.Ranking.Order) - p.Ranking.Counted - p.Ranking.Outside
	if n == 0 {
		return
	}
	imgui.Separator()
	open := imgui.TreeNodeExStrV(fmt.Sprintf("Dismissed (%d)###dismissed", n), imgui.TreeNodeFlagsSpanAvailWidth)
	p.UI.Mark("dismissed", widget.LastItem())
	widget.Tip("These findings do not count: they have no mark, and the trace does not open at them.")
	if !open {
		return
	}
	for k, i := range p.Ranking.Order[p.Ranking.Counted+p.Ranking.Outside:] {
		imgui.PushIDInt(int32(k))
		p.asideEntry(k, i)
		imgui.PopID()
	}
	if imgui.SmallButton("Copy rules") {
		p.session.Do(command.CopyRules{})
	}
	p.UI.Mark("copy rules", widget.LastItem())
	widget.Tip("Copies a line for each, for the file of tiv check --ignore.")
	imgui.TreePop()
}

// asideEntry lays out a dismissed finding of the report.
func (p *Panel) asideEntry(k, i int) {
	f := &p.Ranking.Of[i]
	reason := report.Safe(workspace.FindingsOf(p.Workspace).Dismissal(i))
	p.UI.Bold(widget.Folded(f.Kind+" · "+reason, imgui.ContentRegionAvail().X))
	p.UI.MarkText(fmt.Sprint("reason ", k), reason)
	p.UI.FaintWrapped(widget.ShortenEnd(report.Safe(f.Text), 3*imgui.ContentRegionAvail().X))
	if imgui.SmallButton("Restore") {
		p.Send(workspace.Reinstate{Finding: i})
	}
	p.UI.Mark(fmt.Sprint("restore ", k), widget.LastItem())
	widget.Tip("Makes the finding count again.")
	imgui.SameLine()
	if imgui.SmallButton("Worst") {
		p.GoTo(p.Ranking.RankOf(i), workspace.FindingWorst)
	}
	widget.Tip("Goes to the moment that shows it best.")
}
