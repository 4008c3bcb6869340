package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// maxFindingText is the largest number of bytes shown of a finding's text.
const maxFindingText = 1500

// entry lays out one finding: a click goes to its begin, buttons to other moments.
func (p *findingsPanel) entry(rank int) {
	f := &p.of[p.order[rank]]
	imgui.PushIDInt(int32(rank))
	defer imgui.PopID()
	pad := 0.9 * imgui.FontSize()
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	head := fmt.Sprintf("%s · %s · %s", f.Kind, findingInterval(f, p.Workspace.Timeline.End), f.Evidence)
	if !f.Severity.Accuses() {
		head = f.Severity.String() + ": " + head
	}
	head = fmt.Sprintf("%d · %s", rank+1, head) // as on its flag in the overview
	body := f.Text
	if len(body) > maxFindingText {
		body = strings.ToValidUTF8(body[:maxFindingText], "") + "…"
	}
	wrap := wide - pad
	p.ui.PushBold(0)
	head = widget.Folded(head, wrap)
	imgui.PopFont()
	body = widget.Folded(body, wrap)
	line := imgui.TextLineHeightWithSpacing()
	top := line + imgui.CalcTextSize(head).Y - imgui.FontSize()
	if imgui.SelectableBoolV("##finding", rank == p.current && p.Workspace.Look.Lit != nil, 0,
		imgui.Vec2{X: 0, Y: top + imgui.CalcTextSize(body).Y}) {
		p.goTo(rank, workspace.FindingBegin)
	}
	p.ui.Mark(fmt.Sprint("finding ", rank), widget.LastItem())
	widget.Tip(p.explain(f))
	if imgui.BeginPopupContextItemV("finding", imgui.PopupFlagsMouseButtonRight) {
		if imgui.MenuItemBool("New slice") {
			p.slices.addFinding(f)
		}
		p.ui.Mark("finding New slice", widget.LastItem())
		widget.Tip("Makes a slice of its threads, from its begin to its end.")
		imgui.EndPopup()
	}
	after := imgui.CursorScreenPos()
	list := imgui.WindowDrawList()
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: at.Y})
	p.ui.Bold(head)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: at.Y + top})
	p.ui.Faint(body)
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: after.Y})
	p.places(rank, f)
	p.dismissButton(rank)
	p.threads(f)
	p.also(f)
	if in := report.SlicesText(p.times.Of(p.order[rank], 0)); in != "" {
		p.ui.Detail(report.Safe(in))
		p.ui.MarkText(fmt.Sprint("slices of finding ", rank), in)
	}
	if next := detect.Explain(f.Kind).Next; next != "" && rank == p.current && p.Workspace.Look.Lit != nil {
		p.ui.Detail(next)
		p.ui.MarkText("next", next)
	}
	end := imgui.CursorScreenPos()
	mark, _ := findingColors(p.ui, f)
	list.AddRectFilled(at, imgui.Vec2{X: at.X + 0.25*pad, Y: end.Y - 0.2*line}, widget.Packed(mark))
	imgui.Dummy(imgui.Vec2{X: 1, Y: 0.2 * line})
}

// explain explains a finding: its kind, the limits in force, its evidence, and a click.
func (p *findingsPanel) explain(f *detect.Finding) string {
	x := detect.Explain(f.Kind)
	lines := []string{x.Is}
	var limits []string
	for _, t := range detect.Thresholds() {
		if slices.Contains(t.Kinds, f.Kind) {
			limits = append(limits, strings.ToLower(t.Label)+" "+t.Text(p.Workspace.Report.Changes.Value(&t)))
		}
	}
	if len(limits) > 0 {
		lines = append(lines, "Limits: "+strings.Join(limits, ", ")+".")
	}
	return strings.Join(append(lines, detect.EvidenceHelp(f.Evidence), "Next: "+x.Next, "Click to go to where it begins."), "\n")
}

// places lays out the buttons for the moments of a finding.
func (p *findingsPanel) places(rank int, f *detect.Finding) {
	for i, b := range [...]struct {
		name, help string
		place      workspace.FindingPlace
	}{
		{"Before", "Goes to the step before it begins.", workspace.FindingBefore},
		{"Begin", "Goes to the step in which it begins.", workspace.FindingBegin},
		{"End", "Goes to its end, or to that of the trace.", workspace.FindingEnd},
		{"Worst", "Goes to the costliest hold, when most threads wait behind it.", workspace.FindingWorst},
	} {
		if b.place == workspace.FindingWorst && f.CostliestHold() == nil {
			continue
		}
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.SmallButton(b.name) {
			p.goTo(rank, b.place)
		}
		p.ui.Mark(fmt.Sprintf("finding %d %s", rank, strings.ToLower(b.name)), widget.LastItem())
		widget.Tip(b.help)
	}
}

// threads lists the threads of a finding, folded at first.
func (p *findingsPanel) threads(f *detect.Finding) {
	const several = 3
	if len(f.Threads) < several {
		return
	}
	label := report.Plural(len(f.Threads), "thread")
	if f.Blame() != nil {
		label += " waited" // at some time; the text says how many did at once
	}
	if imgui.SameLine(); imgui.ContentRegionAvail().X < imgui.TreeNodeToLabelSpacing()+imgui.CalcTextSize(label).X {
		imgui.NewLine()
	}
	if !imgui.TreeNodeExStr(label + "###threads") {
		return
	}
	if f.Root != nil {
		p.ui.Faint("behind")
		imgui.SameLine()
		threadLink(p.ui, p.Document, "root", f.Root.Thread)
	}
	for i, t := range f.Threads {
		if i == maxNames {
			p.ui.Faint(fmt.Sprintf("and %d more", len(f.Threads)-i))
			break
		}
		threadLink(p.ui, p.Document, fmt.Sprint("thread", i), t)
	}
	imgui.TreePop()
}

// also lists the other findings with the same cause, folded at first.
func (p *findingsPanel) also(f *detect.Finding) {
	if len(f.Also) == 0 || !imgui.TreeNodeExStr(fmt.Sprintf("%d more with this cause###also", len(f.Also))) {
		return
	}
	for i := range f.Also {
		p.ui.Bold(f.Also[i].Kind)
		p.ui.FaintWrapped(f.Also[i].Text)
	}
	imgui.TreePop()
}

// findingInterval describes when a finding lasts, in a trace that ends at some time.
func findingInterval(f *detect.Finding, end tracefeed.Time) string {
	clock := scene.Clock(end)
	s := "from " + clock.Text(f.Start)
	if f.End < end {
		s += " to " + clock.Text(f.End)
	}
	return s
}
