// Package findings has the panel of the findings: the list with the worst first, the verdict, the
// limits of the search, and dismissed findings.
package findings

import (
	"fmt"
	"maps"
	"slices"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/slicing"
	"tiv/ui/widget"
	"tiv/workspace"
)

// searchingNote is shown while the trace is complete and its findings are not.
const searchingNote = "Looking for problems …"

// Panel is the list of findings, the worst first.
type Panel struct {
	panel.Trace
	keys     *keys.Bindings
	messages *session.Messages
	input    *keys.Recorder
	slices   *slicing.Tools
	// order has the indices of the report's findings: first the counted ones, then those
	// outside of the base, then the dismissed ones.
	order            []int
	counted, outside int
	of               []detect.Finding
	dismissed        map[string]string // that order was made with, as times
	times            *report.SlicedFindings
	sliced           slicedFindings
	current          int    // in order; -1 is none
	reason           string // for dismissing, as typed
	limits           limitsMenu
	verdict          verdict
}

// Rank sorts the findings, the worst first, and returns the indices of those of the report
// that count. The current one stays if only texts change.
func (p *Panel) Rank() []int {
	findings, dismissed := p.Workspace.Report.Findings, p.Workspace.Dismissed
	times := p.sliced.times(findings)
	same := len(p.of) == len(findings) && (len(findings) == 0 || &p.of[0] == &findings[0])
	if same && maps.Equal(p.dismissed, dismissed) && p.times == times {
		return p.order[:p.counted]
	}
	if len(p.of) != len(findings) || !maps.Equal(p.dismissed, dismissed) {
		p.current = -1
	}
	current := -1
	if p.current >= 0 && p.current < len(p.order) {
		current = p.order[p.current]
	}
	p.of, p.dismissed, p.times, p.order = findings, dismissed, times, nil
	var aside, outside []int
	for _, i := range report.Worst(findings) {
		switch {
		case workspace.FindingsOf(p.Workspace).Dismissal(i) != "":
			aside = append(aside, i)
		case times.Outside(i):
			outside = append(outside, i)
		default:
			p.order = append(p.order, i)
		}
	}
	p.counted, p.outside = len(p.order), len(outside)
	p.order = append(append(p.order, outside...), aside...)
	p.current = slices.Index(p.order, current)
	return p.order[:p.counted]
}

// GoToNext shows a moment of the next finding that counts, of the previous one with -1, or
// with 0 of the current one, which is the first if there is none.
func (p *Panel) GoToNext(by int, place workspace.FindingPlace) {
	p.Rank() // the panel may be hidden
	n := p.counted
	if n == 0 {
		return
	}
	rank := p.current + by
	if by <= 0 {
		rank = max(p.current, 0) + by
	}
	p.GoTo(((rank%n)+n)%n, place)
}

// GoTo shows a moment of a finding by its rank.
func (p *Panel) GoTo(rank int, place workspace.FindingPlace) {
	p.current = rank
	p.Glide(workspace.GoTo{Finding: p.order[rank], Place: place})
}

// GoToIndex shows the worst moment of a finding of the report.
func (p *Panel) GoToIndex(i int) {
	if rank := slices.Index(p.order, i); rank >= 0 {
		p.GoTo(rank, workspace.FindingWorst)
	}
}

// Current returns the finding that is shown, nil for none, with its number from 1 on, and how
// many there are that count.
func Current(p *Panel) (f *detect.Finding, number, count int) {
	count = len(p.Rank()) // the panel may be hidden
	if p.current >= 0 && p.Workspace.Look.Lit != nil {
		return &p.of[p.order[p.current]], p.current + 1, count
	}
	return nil, 0, count
}

// Busy reports whether the findings are searched again, or their times in slices computed.
func (p *Panel) Busy() bool { return p.limits.busy() || p.sliced.busy() }

// Close ends all work.
func (p *Panel) Close() {
	p.limits.again.Close()
	p.sliced.Close()
}

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.limits.update()
	p.sliced.refresh(p.Workspace, p.Wake)
	p.Rank()
	title := panel.Findings
	if p.counted > 0 {
		title = fmt.Sprintf("%s (%d)", panel.Findings, p.counted)
	}
	panel.Docked(title+panel.FindingsID, 0, func() {
		if !p.introduce() {
			return
		}
		chooseSlice(p)
		v := p.findVerdict()
		p.showVerdict(v != nil && v.hung)
		p.list()
		p.showVerdict(v != nil && !v.hung)
		if !p.Workspace.Growing() {
			p.limits.layOut()
		}
		outsideBase(p)
		p.aside()
	})
}

// list lists the findings that count, those of a slice if one was chosen.
func (p *Panel) list() {
	const most = 500
	others := 0
	for rank := range min(p.counted, most) {
		if p.sliced.lists(p.times, p.order[rank]) {
			p.entry(rank)
		} else {
			others++
		}
	}
	if left := p.counted - most; left > 0 {
		p.UI.Faint(fmt.Sprintf("and %d more", left))
	}
	if others > 0 {
		p.UI.Faint(report.Plural(others, "finding") + " not in " + report.Safe(p.sliced.only))
	}
}

// introduce says what is known about findings so far. It reports whether there is a list
// of them.
func (p *Panel) introduce() bool {
	switch {
	case p.Workspace.Growing() && len(p.order) == 0:
		p.UI.FaintWrapped("No deadlock, no stuck thread so far. The trace is still being written.")
		return false
	case p.Workspace.Growing():
		p.UI.FaintWrapped("Found so far; the trace is still being written.")
	case !p.Workspace.Timeline.Complete:
		p.UI.FaintWrapped("Findings appear once the whole trace has been read.")
		return false
	case !p.Searched():
		p.UI.FaintWrapped(searchingNote)
		return false
	}
	return true
}

// Colours returns the colours of a finding's mark and of a text on it. That of
// deadlocks is the ring's, which nothing else may have.
func Colours(w *widget.Kit, f *detect.Finding) (mark, ink paint.Color) {
	palette := w.Palette
	switch {
	case f.Kind == detect.Deadlock:
		return palette.Ring, palette.Ground
	case f.Severity.Accuses():
		return palette.Warning, palette.Ground
	case f.Severity == detect.Cost:
		return palette.Shade(costShade), palette.Ground
	}
	return palette.Shade(paint.PressedShade), palette.Text
}

// costShade is the shade of the marks of costs.
const costShade = 0.55

// New returns the panel of a trace.
func New(on panel.Trace, s *panel.Services, tools *slicing.Tools) Panel {
	return Panel{Trace: on, keys: s.Keys, messages: s.Messages, input: s.Input, slices: tools, current: -1,
		limits: limitsMenu{Trace: on}}
}
