package findings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// form is how much of a finding is seen.
type form uint8

const (
	inOneLine  form = iota // its heading
	inTwoLines             // and a line about it
	inWhole                // and all of its text, with buttons
)

// entry lays out one finding: a click keeps a moment inside of it, or goes to its worst; buttons of a whole
// one go to others.
func (p *Panel) entry(rank int, form form, current bool) {
	f := &p.Ranking.Of[p.Ranking.Order[rank]]
	imgui.PushIDInt(int32(rank))
	defer imgui.PopID()
	pad := 0.9 * imgui.FontSize()
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	head := fmt.Sprintf("%s · %s · %s", f.Kind, findingInterval(f, p.Workspace.Timeline.End), f.Evidence)
	if !f.Severity.Accuses() {
		head = f.Severity.String() + ": " + head
	}
	head = fmt.Sprintf("%d · %s", rank+1, head) // as on its flag in the overview
	fold, body := widget.Folded, panel.Cut(f.Text)
	wrap := wide - pad
	if form != inWhole {
		fold, body = widget.ShortenEnd, shortText(f, wrap)
	}
	p.UI.PushBold(0)
	head = fold(head, wrap)
	imgui.PopFont()
	body = fold(body, wrap)
	line := imgui.TextLineHeightWithSpacing()
	top := line + imgui.CalcTextSize(head).Y - imgui.FontSize()
	high := top - line + imgui.FontSize()
	if form != inOneLine {
		high = top + imgui.CalcTextSize(body).Y
	}
	if imgui.SelectableBoolV("##finding", current, 0, imgui.Vec2{X: 0, Y: high}) {
		p.GoTo(rank, workspace.FindingKept)
	}
	p.UI.Mark(fmt.Sprint("finding ", rank), widget.LastItem())
	widget.Tip(p.explain(f, form == inWhole))
	if imgui.BeginPopupContextItemV("finding", imgui.PopupFlagsMouseButtonRight) {
		if imgui.MenuItemBool("New slice") {
			p.session.Do(command.SliceFinding{Finding: p.Ranking.Order[rank]})
		}
		p.UI.Mark("finding New slice", widget.LastItem())
		widget.Tip("Makes a slice of its threads, from its begin to its end.")
		imgui.EndPopup()
	}
	after := imgui.CursorScreenPos()
	list := imgui.WindowDrawList()
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: at.Y})
	p.UI.Bold(head)
	if form != inOneLine {
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: at.Y + top})
		p.UI.Faint(body)
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: after.Y})
	if form == inWhole {
		p.more(rank, f, current)
	}
	end := imgui.CursorScreenPos()
	mark, _ := Colours(p.UI, f)
	list.AddRectFilled(at, imgui.Vec2{X: at.X + 0.25*pad, Y: end.Y - 0.2*line}, widget.Packed(mark))
	gap := 0.2 * line
	if form == inOneLine { // the spacing of items is enough
		gap = 0
		imgui.SetCursorScreenPos(imgui.Vec2{X: end.X, Y: end.Y - imgui.CurrentStyle().ItemSpacing().Y})
	}
	imgui.Dummy(imgui.Vec2{X: 1, Y: gap})
}

// more lays out what is below the text of a finding.
func (p *Panel) more(rank int, f *detect.Finding, current bool) {
	p.places(rank, f)
	p.dismissButton(rank)
	p.threads(f)
	also(p.UI, f)
	if in := report.SlicesText(p.Ranking.Times.Of(p.Ranking.Order[rank], 0)); in != "" {
		p.UI.Detail(report.Safe(in))
		p.UI.MarkText(fmt.Sprint("slices of finding ", rank), in)
	}
	if next := detect.Explain(f.Kind).Next; next != "" && current {
		p.UI.Detail(next)
		p.UI.MarkText("next", next)
	}
}

// shortText returns a line about a finding, of a width, with the number of its threads.
func shortText(f *detect.Finding, wide float32) string {
	if n := len(f.Threads); n > 1 && !strings.HasPrefix(f.Brief, tracefeed.Count(n)+" ") {
		count := " · " + tracefeed.Plural(n, "thread")
		return widget.ShortenEnd(f.Brief, wide-imgui.CalcTextSize(count).X) + count
	}
	return f.Brief
}

// reveal scrolls to a part of a panel that is not seen whole.
func reveal(from, to float32) {
	top := imgui.WindowPos().Y
	if from < top+imgui.FrameHeight() || to > top+imgui.WindowHeight() {
		imgui.SetScrollFromPosYFloatV(from-top-imgui.CurrentStyle().WindowPadding().Y, 0)
	}
}

// explain explains a finding: its text unless all of that is seen, its kind, the limits in force, its
// evidence, and a click.
func (p *Panel) explain(f *detect.Finding, whole bool) string {
	x := detect.Explain(f.Kind)
	lines := []string{x.Is}
	if !whole {
		lines = []string{panel.Cut(f.Text), x.Is}
	}
	var limits []string
	for _, t := range detect.Thresholds() {
		if slices.Contains(t.Kinds, f.Kind) {
			limits = append(limits, strings.ToLower(t.Label)+" "+t.Text(p.Workspace.Report.Changes.Value(&t)))
		}
	}
	if len(limits) > 0 {
		lines = append(lines, "Limits: "+strings.Join(limits, ", ")+".")
	}
	return strings.Join(append(lines, detect.EvidenceHelp(f.Evidence), "Next: "+x.Next,
		"Click to go to its worst moment; a moment inside of it stays."), "\n")
}

// places lays out the buttons for the moments of a finding.
func (p *Panel) places(rank int, f *detect.Finding) {
	for i, b := range [...]struct {
		name, help string
		place      workspace.FindingPlace
	}{
		{"Before", "Goes to the step before it starts.", workspace.FindingBefore},
		{"Start", "Goes to the step in which it starts.", workspace.FindingBegin},
		{"End", "Goes to its end, or to that of the trace.", workspace.FindingEnd},
		{"Worst", keys.WithKey("Goes to the moment that shows it best, where playing it ends", p.keys.Keys("play finding")),
			workspace.FindingWorst},
	} {
		if i > 0 {
			widget.SameLineIfRoom(b.name)
		}
		if imgui.SmallButton(b.name) {
			p.GoTo(rank, b.place)
		}
		p.UI.Mark(fmt.Sprintf("finding %d %s", rank, strings.ToLower(b.name)), widget.LastItem())
		widget.Tip(b.help)
	}
}

// threads lists the threads of a finding, folded at first.
func (p *Panel) threads(f *detect.Finding) {
	const several = 3
	if len(f.Threads) < several {
		return
	}
	label := tracefeed.Plural(len(f.Threads), "thread")
	if f.Blame() != nil {
		label += " waited" // at some time; the text says how many did at once
	}
	widget.SameLineIfWide(imgui.TreeNodeToLabelSpacing()+imgui.CalcTextSize(label).X, -1)
	if !widget.Fold(label + "###threads") {
		return
	}
	if f.Root != nil {
		p.UI.Faint("behind")
		imgui.SameLine()
		panel.ThreadLink(p.UI, p.Document, "root", f.Root.Thread)
	}
	for i, t := range f.Threads {
		if i == panel.MaxNames {
			p.UI.Faint(fmt.Sprintf("and %d more", len(f.Threads)-i))
			break
		}
		panel.ThreadLink(p.UI, p.Document, fmt.Sprint("thread", i), t)
	}
	imgui.TreePop()
}

// also lists the other findings with the same cause, folded at first.
func also(ui *widget.Kit, f *detect.Finding) {
	if len(f.Also) == 0 || !widget.Fold(fmt.Sprintf("%d more with this cause###also", len(f.Also))) {
		return
	}
	for i := range f.Also {
		ui.Bold(f.Also[i].Kind)
		ui.FaintWrapped(f.Also[i].Text)
	}
	imgui.TreePop()
}

// findingInterval describes when a finding lasts, in a trace that ends at some time.
func findingInterval(f *detect.Finding, end tracefeed.Time) string {
	clock := view.Clock(end)
	s := "from " + clock.Text(f.Start)
	if f.End < end {
		s += " to " + clock.Text(f.End)
	}
	return s
}
