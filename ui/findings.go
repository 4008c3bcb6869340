package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// searchingNote is shown while the trace is complete and its findings are not.
const searchingNote = "Looking for problems …"

// findingsPanel is the list of findings, the worst first.
type findingsPanel struct {
	*host
	order   []int // of the report's findings
	of      []detect.Finding
	current int // in order; -1 is none
}

// rank sorts the findings, the worst first.
func (p *findingsPanel) rank(findings []detect.Finding) {
	if len(p.of) == len(findings) && (len(findings) == 0 || &p.of[0] == &findings[0]) {
		return
	}
	p.of, p.order, p.current = findings, report.Worst(findings), -1
}

// goToNext shows the next finding, or the previous one with -1.
func (p *findingsPanel) goToNext(by int) {
	if by < 0 {
		p.goTo(max(p.current, 0) + by)
		return
	}
	p.goTo(p.current + by)
}

// goTo shows a finding by its rank, counted round.
func (p *findingsPanel) goTo(rank int) {
	n := len(p.order)
	if n == 0 {
		return
	}
	p.current = ((rank % n) + n) % n
	p.glide(workspace.GoTo{Finding: p.order[p.current]})
}

func (p *findingsPanel) layOut() {
	p.rank(p.ws.Report.Findings)
	title := findingsName
	if n := len(p.order); n > 0 {
		title = fmt.Sprintf("%s (%d)", findingsName, n)
	}
	panel(title+findingsID, 0, func() {
		switch {
		case p.ws.Growing() && len(p.order) == 0:
			p.ui.faintWrapped("No deadlock and no stuck thread was found so far. The trace is still being written.")
			return
		case p.ws.Growing():
			p.ui.faintWrapped("Found so far; the trace is still being written.")
		case !p.ws.Timeline.Complete:
			p.ui.faintWrapped("Findings appear once the whole trace has been read.")
			return
		case !p.searched():
			p.ui.faintWrapped(searchingNote)
			return
		case len(p.order) == 0:
			p.ui.faintWrapped("No problems were found.")
			return
		}
		const most = 500
		for rank, i := range p.order[:min(len(p.order), most)] {
			p.entry(rank, &p.of[i])
		}
		if left := len(p.order) - most; left > 0 {
			p.ui.faint(fmt.Sprintf("and %d more", left))
		}
	})
}

// maxFindingText is the largest number of bytes shown of a finding's text.
const maxFindingText = 1500

// finding lays out one clickable entry.
func (p *findingsPanel) entry(rank int, f *detect.Finding) {
	imgui.PushIDInt(int32(rank))
	defer imgui.PopID()
	pad := 0.9 * imgui.FontSize()
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	head := fmt.Sprintf("%s · %s", f.Kind, findingInterval(f, p.ws.Timeline.End))
	if f.Severity == detect.Note {
		head = "note: " + head
	}
	body := f.Text
	if len(body) > maxFindingText {
		body = strings.ToValidUTF8(body[:maxFindingText], "") + "…"
	}
	body += " (" + f.Evidence.String() + ")"
	wrap := wide - pad
	size := imgui.CalcTextSizeV(body, false, wrap)
	line := imgui.TextLineHeightWithSpacing()
	if imgui.SelectableBoolV("##finding", rank == p.current, 0, imgui.Vec2{X: 0, Y: line + size.Y + 0.3*line}) {
		p.goTo(rank)
	}
	p.ui.mark(fmt.Sprint("finding ", rank), lastItem())
	tip("Click to jump there.")
	after := imgui.CursorScreenPos()
	list := imgui.WindowDrawList()
	bar := imgui.Vec2{X: at.X + 0.25*pad, Y: at.Y + line + size.Y}
	list.AddRectFilled(at, bar, packed(p.ui.findingColor(f)))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: at.Y})
	p.ui.bold(shorten(head, wrap))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + pad, Y: at.Y + line})
	imgui.PushTextWrapPosV(0)
	p.ui.faint(body)
	imgui.PopTextWrapPos()
	imgui.SetCursorScreenPos(after)
	imgui.Dummy(imgui.Vec2{})
}

// findingInterval describes when a finding lasts, in a trace that ends at some time.
func findingInterval(f *detect.Finding, end tracefeed.Time) string {
	s := fmt.Sprintf("from %v", f.Start)
	if f.End < end {
		s += fmt.Sprintf(" to %v", f.End)
	}
	return s
}

// findingColor is the ring's for deadlocks, which nothing else may have.
func (w *widgets) findingColor(f *detect.Finding) scene.Color {
	if f.Kind == detect.Deadlock {
		return w.palette.Ring
	}
	return w.palette.Text
}
