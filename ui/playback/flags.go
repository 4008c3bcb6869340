package playback

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/detect"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/findings"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// flagSize is the height of the flags in the overview, in lines of text, and
// maxFlagged the largest number of findings, and of notes, that have one.
const (
	flagSize   = 1.05
	maxFlagged = 2000
)

// flagRow is the row of flags at the top of the overview.
type flagRow struct {
	panel.Trace
	findings *findings.Panel
	visited  scrubFlag // the flag that was gone to last
}

// scrubFlag marks a finding, a note or a bookmark at its time in the overview.
type scrubFlag struct {
	kind flagKind
	// index is the rank of a finding, the index of a note, the digit of a
	// bookmark.
	index int
	at    tracefeed.Time
}

// flagKind is the kind of thing that a flag marks.
type flagKind uint8

const (
	noFlag flagKind = iota
	findingFlag
	noteFlag
	bookmarkFlag
)

// number returns the number on the flag: that of the panel of its kind.
func (f scrubFlag) number() string {
	if f.kind == bookmarkFlag {
		return strconv.Itoa(f.index)
	}
	return strconv.Itoa(f.index + 1)
}

// placedFlag is a flag in the overview, or one flag for several things that are
// too near to each other, in the order of time.
type placedFlag struct {
	of  []scrubFlag
	box shape.Rect
}

// place places the flags of the trace in a rectangle, without overlaps.
func (b *flagRow) place(r shape.Rect) (placed []placedFlag) {
	pad := 0.35 * r.Height()
	for _, f := range b.flagged() {
		p := placedFlag{of: []scrubFlag{f}}
		b.fit(&p, r, pad)
		for n := len(placed); n > 0 && placed[n-1].box.X1+b.UI.Scale > p.box.X0; n = len(placed) {
			p.of = append(placed[n-1].of, p.of...)
			b.fit(&p, r, pad)
			placed = placed[:n-1]
		}
		placed = append(placed, p)
	}
	return placed
}

// fit gives a flag its box: around the middle of its things, inside r.
func (b *flagRow) fit(p *placedFlag, r shape.Rect, pad float32) {
	first, last := xOf(b.Workspace.Timeline, r, p.of[0].at), xOf(b.Workspace.Timeline, r, p.of[len(p.of)-1].at)
	half := max(imgui.CalcTextSize(p.label()).X/2+pad, r.Height()/2)
	x := min(max((first+last)/2, r.X0+half), r.X1-half)
	p.box = shape.Rect{X0: x - half, Y0: r.Y0, X1: x + half, Y1: r.Y1}
}

// label is the number of a flag, or the number of its things.
func (p *placedFlag) label() string {
	if len(p.of) == 1 {
		return p.of[0].number()
	}
	return "×" + strconv.Itoa(len(p.of))
}

// flagged returns the things that have a flag, in the order of time.
func (b *flagRow) flagged() (list []scrubFlag) {
	worst := session.Rank(b.Document)
	for rank, i := range worst[:min(len(worst), maxFlagged)] {
		list = append(list, scrubFlag{findingFlag, rank, b.Workspace.Report.Findings[i].Start})
	}
	for i := range b.Workspace.Look.Notes[:min(len(b.Workspace.Look.Notes), maxFlagged)] {
		list = append(list, scrubFlag{noteFlag, i, b.Workspace.Look.Notes[i].Moment})
	}
	for i := range b.Workspace.Bookmarks {
		if mark := &b.Workspace.Bookmarks[i]; mark.Set {
			list = append(list, scrubFlag{bookmarkFlag, i, mark.Moment})
		}
	}
	slices.SortStableFunc(list, func(f, g scrubFlag) int { return cmp.Compare(f.at, g.at) })
	return list
}

// flagAt returns the flag at a position; nil if there is none.
func flagAt(flags []placedFlag, at imgui.Vec2) *placedFlag {
	i := slices.IndexFunc(flags, func(p placedFlag) bool { return p.box.Holds(at.X, at.Y) })
	if i < 0 {
		return nil
	}
	return &flags[i]
}

// goTo goes to the thing of a flag. Clicks on a flag of several go through
// them.
func (b *flagRow) goTo(p *placedFlag) {
	f := p.of[(slices.Index(p.of, b.visited)+1)%len(p.of)]
	b.visited = f
	switch f.kind {
	case findingFlag:
		b.findings.GoTo(f.index, workspace.FindingBegin)
	case noteFlag:
		session.GoToNote(b.Document, f.index)
	case bookmarkFlag:
		b.Glide(workspace.GoToBookmark{Number: f.index})
	}
}

// draw draws the flags, each with lines down to its times in bars.
func (b *flagRow) draw(list *imgui.DrawList, flags []placedFlag, bars shape.Rect) {
	k := b.UI.Scale
	for i := range flags {
		p := &flags[i]
		ground, ink := b.flagColors(p)
		for _, f := range p.of {
			x := min(max(xOf(b.Workspace.Timeline, bars, f.at), bars.X0), bars.X1-k)
			low := bars.Y0 + 4*k
			if b.isDeadlock(f) {
				low = bars.Y1
			}
			widget.Fill(list, shape.Rect{X0: x, Y0: bars.Y0 - k, X1: x + k, Y1: low}, ground)
		}
		b.drawFlag(list, p, ground, ink)
	}
}

// drawFlag draws one flag: findings that accuse point down, other findings are round, notes
// are as in the scene, and bookmarks have a border.
func (b *flagRow) drawFlag(list *imgui.DrawList, p *placedFlag, ground, ink paint.Color) {
	k, label := b.UI.Scale, p.label()
	low, high := imgui.Vec2{X: p.box.X0, Y: p.box.Y0}, imgui.Vec2{X: p.box.X1, Y: p.box.Y1 - k}
	round := 2 * k
	if f := p.of[0]; f.kind == findingFlag && len(p.of) == 1 && !b.finding(f).Severity.Accuses() {
		round = (high.Y - low.Y) / 2
	}
	list.AddRectFilledV(low, high, widget.Packed(ground), round, 0)
	middle := (low.X + high.X) / 2
	switch kind := p.of[0].kind; {
	case len(p.of) > 1:
	case kind == findingFlag && b.finding(p.of[0]).Severity.Accuses():
		list.AddTriangleFilled(imgui.Vec2{X: middle - 4*k, Y: high.Y - k}, imgui.Vec2{X: middle + 4*k, Y: high.Y - k},
			imgui.Vec2{X: middle, Y: high.Y + 4*k}, widget.Packed(ground))
	case kind == bookmarkFlag:
		list.AddRectV(low, high, widget.Packed(ink), 2*k, 0, k)
	}
	size := imgui.CalcTextSize(label)
	list.AddTextVec2(imgui.Vec2{X: middle - size.X/2, Y: (low.Y + high.Y - size.Y) / 2}, widget.Packed(ink), label)
	b.UI.Mark(flagNames[p.of[0].kind]+" "+label, p.box)
}

// flagNames are the names of kinds, for tests.
var flagNames = [...]string{findingFlag: "finding flag", noteFlag: "note flag", bookmarkFlag: "bookmark flag"}

// flagColors returns the colours of a flag and of the number on it.
func (b *flagRow) flagColors(p *placedFlag) (ground, ink paint.Color) {
	palette := b.UI.Palette
	one := p.of[0]
	worst := one // of several
	for _, f := range p.of {
		if f.kind == findingFlag && (worst.kind != findingFlag || f.index < worst.index) {
			worst = f
		}
	}
	switch {
	case worst.kind == findingFlag && (len(p.of) == 1 || b.finding(worst).Severity.Accuses()):
		return findings.Colours(b.UI, b.finding(worst))
	case len(p.of) > 1:
		return palette.Faint, palette.Ground
	case one.kind == bookmarkFlag:
		return palette.Ground, palette.Text
	case b.Workspace.Look.Hovered == shape.PickID{Kind: shape.PickNote, Index: int32(one.index)}:
		return palette.Select, palette.Ground
	}
	return palette.Text, palette.Ground
}

// isDeadlock reports whether a flag marks a deadlock.
func (b *flagRow) isDeadlock(f scrubFlag) bool {
	return f.kind == findingFlag && b.finding(f).Kind == detect.Deadlock
}

// finding returns the finding of a flag.
func (b *flagRow) finding(f scrubFlag) *detect.Finding {
	return &b.Workspace.Report.Findings[session.Rank(b.Document)[f.index]]
}

// maxDescribed is the largest number of things that the tooltip of a flag describes.
const maxDescribed = 4

// describe says what a flag marks.
func (b *flagRow) describe(p *placedFlag) {
	for _, f := range p.of[:min(len(p.of), maxDescribed)] {
		head, body := b.flagText(f)
		b.UI.Bold(widget.Shorten(head, widget.TipWidth*imgui.FontSize()))
		if body != "" {
			widget.Text(widget.ShortenEnd(view.OneLine(body, panel.MaxNote), widget.TipWidth*imgui.FontSize()))
		}
	}
	help := "Click to go there."
	if left := len(p.of) - maxDescribed; left > 0 {
		b.UI.Faint(fmt.Sprintf("and %d more", left))
	}
	if len(p.of) > 1 {
		help = "Click to go to the next one."
	}
	b.UI.Faint(help)
}

// flagText describes the thing of a flag in two lines, of which the second may be
// empty.
func (b *flagRow) flagText(f scrubFlag) (head, body string) {
	switch f.kind {
	case findingFlag:
		found := b.finding(f)
		return fmt.Sprintf("Finding %s · %v · %v", f.number(), found.Kind, found.Start), found.Text
	case noteFlag:
		n := &b.Workspace.Look.Notes[f.index]
		return fmt.Sprintf("Note %s · %s", f.number(), session.NotePlace(b.Document, n)), n.Text
	}
	return fmt.Sprintf("Bookmark %s · %v", f.number(), f.at), ""
}
