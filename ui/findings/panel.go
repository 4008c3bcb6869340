// Package findings has the panel of the findings: the list with the worst first, the verdict, the
// limits of the search, and dismissed findings.
package findings

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
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
	session  *session.Session
	reason   string // for dismissing, as typed
	limits   limitsMenu
	verdict  verdict
	// Near is the height of the finding with all of its text, of the next two, and of what is above the first
	// finding; 0 if none was laid out.
	Near float32
	seen int // the current finding that was scrolled to, counted from 1; 0 is none
}

// GoTo shows a moment of a finding by its rank.
func (p *Panel) GoTo(rank int, place workspace.FindingPlace) {
	session.GoToFinding(p.Document, rank, place)
}

// Current returns the finding that is shown, nil for none, with its number from 1 on, and how
// many there are that count.
func Current(p *Panel) (f *detect.Finding, number, count int) {
	count = len(session.Rank(p.Document)) // the panel may be hidden
	if r := &p.Ranking; r.Current > 0 && p.Workspace.Look.Lit != nil {
		return &r.Of[r.Order[r.Current-1]], r.Current, count
	}
	return nil, 0, count
}

// Busy reports whether the findings are searched again, or their times in slices computed.
func (p *Panel) Busy() bool { return p.limits.busy() || p.Ranking.Sliced.Busy() }

// Close ends all work.
func (p *Panel) Close() {
	p.limits.again.Close()
}

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.limits.update()
	session.Rank(p.Document)
	title := panel.Findings
	if p.Ranking.Counted > 0 {
		title = fmt.Sprintf("%s (%d)", panel.Findings, p.Ranking.Counted)
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

// list lists the findings that count, those of a slice if one was chosen. The current one, or else the
// first, has all of its text, and the others two lines each, or one where that has no room.
func (p *Panel) list() {
	const most, next = 500, 2
	var ranks []int
	for rank := range min(p.Ranking.Counted, most) {
		if p.lists(p.Ranking.Order[rank]) {
			ranks = append(ranks, rank)
		}
	}
	_, current, _ := Current(p)
	fitting := func() form {
		style := imgui.CurrentStyle() // the space below the last one may be cut
		if p.Near+style.WindowPadding().Y > imgui.WindowHeight()+style.ItemSpacing().Y {
			return inOneLine
		}
		return inTwoLines
	}
	whole, others := max(slices.Index(ranks, current-1), 0), fitting()
	p.Near = 0
	var above, top, left float32
	for i, rank := range ranks {
		form := others
		if i == whole {
			form, top = inWhole, imgui.CursorScreenPos().Y
			if i > 0 {
				above = imgui.CursorPosY()
			}
		}
		p.entry(rank, form, rank == current-1)
		if i >= whole && i <= whole+next {
			if form == inOneLine {
				// rather too much than too little, or the form would change back and forth
				left += 1.25*imgui.TextLineHeightWithSpacing() + imgui.CurrentStyle().ItemSpacing().Y
			}
			p.Near = imgui.CursorPosY() - above + left
		}
	}
	if len(ranks) > 0 && ranks[whole] == current-1 && p.seen != p.Ranking.Current && others == fitting() {
		p.seen = p.Ranking.Current
		reveal(top, top+p.Near-left)
	}
	if left := p.Ranking.Counted - most; left > 0 {
		p.UI.Faint(fmt.Sprintf("and %d more", left))
	}
	if n := min(p.Ranking.Counted, most) - len(ranks); n > 0 {
		p.UI.Faint(tracefeed.Plural(n, "finding") + " not in " + report.Safe(p.Ranking.Only))
	}
}

// introduce says what is known about findings so far. It reports whether there is a list
// of them.
func (p *Panel) introduce() bool {
	switch {
	case p.Workspace.Growing() && len(p.Ranking.Order) == 0:
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
func New(on panel.Trace, s *panel.Services) Panel {
	return Panel{Trace: on, session: s.Session, keys: s.Keys, messages: s.Messages, input: s.Input,
		limits: limitsMenu{Trace: on}}
}
