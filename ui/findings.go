package ui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/report"
	"tiv/scene"
	"tiv/timeline"
	"tiv/workspace"
)

// searchingNote is shown while the trace is complete and its findings are not.
const searchingNote = "Looking for problems …"

// findingsPanel is the list of findings, the worst first.
type findingsPanel struct {
	*host
	// order has the indices of the report's findings: first the counted ones, then the
	// dismissed ones.
	order     []int
	counted   int
	of        []detect.Finding
	dismissed map[string]string // that order was made with
	current   int               // in order; -1 is none
	reason    string            // for dismissing, as typed
	limits    limitsMenu
	verdict   verdict
}

// verdict is the last text of report.Verdict, with its input.
type verdict struct {
	tl    *timeline.Timeline
	names *lockname.Names
	count int
	text  string
}

// rank sorts the findings, the worst first. The current one stays if only texts change.
func (p *findingsPanel) rank() {
	findings, dismissed := p.ws.Report.Findings, p.ws.Dismissed
	same := len(p.of) == len(findings) && (len(findings) == 0 || &p.of[0] == &findings[0])
	if same && maps.Equal(p.dismissed, dismissed) {
		return
	}
	if len(p.of) != len(findings) || !maps.Equal(p.dismissed, dismissed) {
		p.current = -1
	}
	p.of, p.dismissed, p.order = findings, dismissed, nil
	var aside []int
	for _, i := range report.Worst(findings) {
		if workspace.FindingsOf(p.ws).Dismissal(i) == "" {
			p.order = append(p.order, i)
		} else {
			aside = append(aside, i)
		}
	}
	p.counted = len(p.order)
	p.order = append(p.order, aside...)
}

// goToNext shows the next finding that counts, or the previous one with -1.
func (p *findingsPanel) goToNext(by int) {
	n := p.counted
	if n == 0 {
		return
	}
	rank := p.current + by
	if by < 0 {
		rank = max(p.current, 0) + by
	}
	p.goTo(((rank%n)+n)%n, workspace.FindingBegin)
}

// goTo shows a moment of a finding by its rank.
func (p *findingsPanel) goTo(rank int, place workspace.FindingPlace) {
	p.current = rank
	p.glide(workspace.GoTo{Finding: p.order[rank], Place: place})
}

// goToIndex shows the begin of a finding of the report.
func (p *findingsPanel) goToIndex(i int) {
	if rank := slices.Index(p.order, i); rank >= 0 {
		p.goTo(rank, workspace.FindingBegin)
	}
}

func (p *findingsPanel) layOut() {
	p.limits.update()
	p.rank()
	title := findingsName
	if p.counted > 0 {
		title = fmt.Sprintf("%s (%d)", findingsName, p.counted)
	}
	panel(title+findingsID, 0, func() {
		if !p.introduce() {
			return
		}
		const most = 500
		for rank := range min(p.counted, most) {
			p.entry(rank)
		}
		if left := p.counted - most; left > 0 {
			p.ui.faint(fmt.Sprintf("and %d more", left))
		}
		if !p.ws.Growing() {
			p.showVerdict()
			p.limits.layOut()
		}
		p.aside()
	})
}

// introduce says what is known about findings so far. It reports whether there is a list
// of them.
func (p *findingsPanel) introduce() bool {
	switch {
	case p.ws.Growing() && len(p.order) == 0:
		p.ui.faintWrapped("No deadlock, no stuck thread so far. The trace is still being written.")
		return false
	case p.ws.Growing():
		p.ui.faintWrapped("Found so far; the trace is still being written.")
	case !p.ws.Timeline.Complete:
		p.ui.faintWrapped("Findings appear once the whole trace has been read.")
		return false
	case !p.searched():
		p.ui.faintWrapped(searchingNote)
		return false
	}
	return true
}

// showVerdict says in figures that no finding that counts is more than a note, if that is
// so.
func (p *findingsPanel) showVerdict() {
	v, tl, names := &p.verdict, p.ws.Timeline, p.ws.Look.Locks
	if v.tl != tl || v.names != names || v.count != p.counted {
		r := p.ws.Report
		r.Findings = workspace.FindingsOf(p.ws).Counted()
		*v = verdict{tl, names, p.counted, report.Verdict(tl, names, r, new(report.Slicing).FiguresOf(context.Background(), tl, names))}
		if n := len(p.order) - p.counted; n > 0 && v.text != "" {
			v.text = fmt.Sprintf("Apart from %s: %s", plural(n, "dismissed finding"), strings.ToLower(v.text[:1])+v.text[1:])
		}
	}
	if v.text == "" {
		return
	}
	s := v.text
	if keys := p.keys.Keys("tables"); keys != "" {
		s += " (" + keys + ")"
	}
	wrapped(sanitize(s))
	p.ui.markText("verdict", s)
	if imgui.IsItemClicked() {
		p.send(workspace.OpenPanel{Name: tablesName, Open: true})
	}
	p.keys.keyTip("Click to see locks and waits in tables.", "tables")
}

// findingColors returns the colours of a finding's mark and of a text on it. That of
// deadlocks is the ring's, which nothing else may have.
func (w *widgets) findingColors(f *detect.Finding) (mark, ink scene.Color) {
	palette := w.palette
	switch {
	case f.Kind == detect.Deadlock:
		return palette.Ring, palette.Ground
	case f.Severity.Accuses():
		return palette.Warning, palette.Ground
	case f.Severity == detect.Cost:
		return palette.Shade(costShade), palette.Ground
	}
	return palette.Shade(scene.PressedShade), palette.Text
}

// costShade is the shade of the marks of costs.
const costShade = 0.55
