package findings

import (
	"context"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/lockname"
	words "tiv/interaction/verdict"
	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// verdict is the last text of package verdict, with its input. hung is true if it is
// about a hang.
type verdict struct {
	tl    *timeline.Timeline
	names *lockname.Names
	count int
	times *report.SlicedFindings
	base  string
	text  string
	hung  bool
}

// findVerdict returns the verdict of the findings that count; nil if it is not known yet.
func (p *Panel) findVerdict() *verdict {
	v, tl, names := &p.verdict, p.Workspace.Timeline, p.Workspace.Look.Locks
	inBase := p.Workspace.Look.Base != "" && p.Workspace.Look.Slicing != nil
	if p.Workspace.Growing() || inBase && (!p.Ranking.Sliced.Present || p.Ranking.Sliced.Key.Base != p.Workspace.Look.Base) {
		return nil // it is being computed
	}
	if v.tl != tl || v.names != names || v.count != p.Ranking.Counted || v.base != p.Workspace.Look.Base || v.times != p.Ranking.Times {
		r := p.Workspace.Report
		r.Findings = nil
		for _, i := range p.Ranking.Order[:p.Ranking.Counted] {
			r.Findings = append(r.Findings, p.Ranking.Of[i])
		}
		figures := p.Ranking.Sliced.Value.Figures
		if !inBase {
			figures = new(report.Slicing).FiguresOf(context.Background(), tl, names)
		}
		*v = verdict{tl, names, p.Ranking.Counted, p.Ranking.Times, p.Workspace.Look.Base, words.Text(tl, names, r, figures),
			words.Hung(r) != ""}
		if n := len(p.Ranking.Order) - p.Ranking.Counted - p.Ranking.Outside; n > 0 && v.text != "" {
			v.text = fmt.Sprintf("Apart from %s: %s", tracefeed.Plural(n, "dismissed finding"), strings.ToLower(v.text[:1])+v.text[1:])
		}
	}
	return v
}

// showVerdict writes the verdict if it has its place here: above the findings if it is about
// a hang, else below them.
func (p *Panel) showVerdict(here bool) {
	if !here || p.verdict.text == "" {
		return
	}
	s := p.verdict.text
	if keys := p.keys.Keys("tables"); keys != "" {
		s += " (" + keys + ")"
	}
	widget.Wrapped(report.Safe(s))
	p.UI.MarkText("verdict", s)
	if imgui.IsItemClicked() {
		p.Send(workspace.OpenPanel{Name: panel.Tables, Open: true})
	}
	p.keys.KeyTip("Click to see locks and waits in tables.", "tables")
}
