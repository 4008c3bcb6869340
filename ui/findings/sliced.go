package findings

import (
	"context"
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/internal/task"
	"tiv/report"
	"tiv/timeline"
	"tiv/ui/widget"
	"tiv/workspace"
)

// slicedFindings is the time of findings in slices, computed in the background, and the
// slice of which the panel lists findings.
type slicedFindings struct {
	task.Latest[slicedKey, slicedResult]
	only string // name of that slice; "" for all
}

// slicedKey is the input of the times.
type slicedKey struct {
	tl       *timeline.Timeline
	findings *detect.Finding // the first in a list that never changes
	locks    *lockname.Names
	slicing  *slice.Slices
	base     string
}

// slicedResult is the times of findings, and the figures of the verdict.
type slicedResult struct {
	findings *report.SlicedFindings
	figures  report.Figures
}

// refresh requests the times, if there are slices and the input has changed.
func (s *slicedFindings) refresh(ws *workspace.Workspace, wake func()) {
	if ws.Look.Slicing == nil {
		s.Reset()
		return
	}
	key := slicedKey{tl: ws.Timeline, locks: ws.Look.Locks, slicing: ws.Look.Slicing, base: ws.Look.Base}
	found := ws.Report.Findings
	if len(found) > 0 {
		key.findings = &found[0]
	}
	s.Update(key, func(ctx context.Context, _ func(float64)) (slicedResult, error) {
		x := report.NewSlicing(key.slicing, key.base)
		r := slicedResult{x.Findings(ctx, key.tl, found), report.Figures{}}
		if key.base != "" {
			r.figures = x.FiguresOf(ctx, key.tl, key.locks)
		}
		return r, ctx.Err()
	}, wake)
}

// times returns the times in the present findings; nil while they are not known.
func (s *slicedFindings) times(found []detect.Finding) *report.SlicedFindings {
	if !s.Present || len(found) == 0 || s.Key.findings != &found[0] {
		return nil
	}
	return s.Value.findings
}

// lists reports whether a finding of the report has time in the slice to list.
func (s *slicedFindings) lists(times *report.SlicedFindings, i int) bool {
	if s.only == "" || times == nil {
		return true
	}
	for _, t := range times.Of(i, 0) {
		if t.Name == s.only {
			return true
		}
	}
	return false
}

// chooseSlice chooses the slice of which findings are listed, if there are slices.
func chooseSlice(p *Panel) {
	list := p.Workspace.Look.Slices
	if slice.Find(list, p.sliced.only) < 0 {
		p.sliced.only = ""
	}
	if len(list) == 0 || len(p.order) == 0 {
		return
	}
	shown := "All findings"
	if p.sliced.only != "" {
		shown = "In " + report.Safe(p.sliced.only)
	}
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##only", shown) {
		for i := -1; i < len(list); i++ {
			name, label := "", "All findings"
			if i >= 0 {
				name = list[i].Name
				label = "In " + report.Safe(name)
			}
			if imgui.SelectableBoolV(fmt.Sprintf("%s##%d", label, i), name == p.sliced.only, 0, imgui.Vec2{}) {
				p.sliced.only = name
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
	if p.outside == 0 {
		return
	}
	imgui.Separator()
	open := imgui.TreeNodeExStrV(fmt.Sprintf("Outside of the base (%d)###outside", p.outside), imgui.TreeNodeFlagsSpanAvailWidth)
	p.UI.Mark("outside of the base", widget.LastItem())
	widget.Tip("These findings have no time in the base. They do not count, and have no mark.")
	if !open {
		return
	}
	const most = 100
	for k, i := range p.order[p.counted : p.counted+p.outside] {
		if k == most {
			p.UI.Faint(fmt.Sprintf("and %d more", p.outside-most))
			break
		}
		imgui.PushIDInt(int32(k))
		f := &p.of[i]
		p.UI.FaintWrapped(f.Kind + " · " + findingInterval(f, p.Workspace.Timeline.End))
		p.UI.FaintWrapped(widget.ShortenEnd(report.Safe(f.Text), 3*imgui.ContentRegionAvail().X))
		if imgui.SmallButton("Worst") {
			p.GoToIndex(i)
		}
		p.UI.Mark(fmt.Sprint("outside worst ", k), widget.LastItem())
		widget.Tip("Goes to the moment that shows it best.")
		imgui.PopID()
	}
	imgui.TreePop()
}

// busy reports whether the times are being computed.
func (s *slicedFindings) busy() bool {
	_, running := s.Running()
	return running
}
