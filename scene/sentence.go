package scene

import (
	"slices"

	"tiv/assets"
	"tiv/interaction/detect"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// The sentence about the moment: its size, its least size, and the height of the room for it,
// in sizes of common text.
const (
	sentenceSize, leastSentence = 1.5, 1.15
	sentenceRoom                = 2.5
)

// hasSentence reports whether pictures of the trace have room for a sentence: whether there is
// a finding to tell. It does not depend on the moment, so that no picture moves while the
// trace plays.
func hasSentence(look *view.Look, canvas shape.Canvas) bool {
	tells := func(f detect.Finding) bool { return f.Severity > detect.Note }
	return !look.NoSentence && look.Kind != view.Execution && float32(canvas.Height) >= 24*shape.Em(canvas.Scale) &&
		slices.ContainsFunc(look.Findings, tells)
}

// sentence writes what goes on at the moment into the room above the scene, and after it, if
// there is room, the kinds of the other findings.
func (p *picture) sentence(space shape.Rect) {
	s := p.Look.Story
	if s.Sentence == "" {
		return
	}
	wide := space.Width() - 2*p.Em
	t := shape.Text{X: space.X0 + p.Em, Y: space.Y0 - 0.8*p.Em, Size: sentenceSize * p.Em, Color: p.Colors.Text, Bold: true, Text: s.Sentence}
	if is := assets.TextWidth(t.Text, t.Size, t.Bold); is > wide {
		t.Size = max(leastSentence*p.Em, t.Size*wide/is)
	}
	t.Text = shape.Fit(t.Text, t.Size, wide, t.Bold)
	p.Overlay.Texts = append(p.Overlay.Texts, t)
	rest := shape.Text{X: t.X + assets.TextWidth(t.Text, t.Size, t.Bold) + 1.2*p.Em, Y: t.Y, Size: p.Em, Color: p.Colors.Faint, Text: s.Others}
	if s.Others != "" && rest.X+assets.TextWidth(rest.Text, rest.Size, rest.Bold) <= space.X1-p.Em {
		p.Overlay.Texts = append(p.Overlay.Texts, rest)
	}
}
