package stage

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
	sentenceSize, leastSentence = 1.5, 0.95
	SentenceRoom                = 2.5
)

// HasSentence reports whether pictures of the trace have room for a sentence: whether there is
// a finding to tell. It does not depend on the moment, so that no picture moves while the
// trace plays.
func HasSentence(look *view.Look, canvas shape.Canvas) bool {
	tells := func(f detect.Finding) bool { return f.Severity > detect.Note }
	return !look.NoSentence && look.Kind != view.Execution && float32(canvas.Height) >= 24*shape.Em(canvas.Scale) &&
		slices.ContainsFunc(look.Findings, tells)
}

// WriteSentence writes what goes on at the moment into the room above the scene, and after it,
// if there is room, the kinds of the other findings.
func WriteSentence(look *view.Look, sh *shape.Sheet, space shape.Rect) {
	s := look.Story
	if s.Sentence == "" {
		return
	}
	wide := space.Width() - 2*sh.Em
	t := shape.Text{X: space.X0 + sh.Em, Y: space.Y0 - 0.8*sh.Em, Size: sentenceSize * sh.Em, Color: sh.Colors.Text, Bold: true}
	if is := assets.TextWidth(s.Sentence, t.Size, t.Bold); is > wide {
		t.Size = max(leastSentence*sh.Em, t.Size*wide/is)
	}
	t.Text = shape.Fit(s.Sentence, t.Size, wide, t.Bold)
	sh.Overlay.Texts = append(sh.Overlay.Texts, t)
	end := t.X + assets.TextWidth(t.Text, t.Size, t.Bold)
	rest := shape.Text{X: end + 1.2*sh.Em, Y: t.Y, Size: sh.Em, Color: sh.Colors.Faint, Text: s.Others}
	if s.Others != "" && rest.X+assets.TextWidth(rest.Text, rest.Size, rest.Bold) <= space.X1-sh.Em {
		sh.Overlay.Texts = append(sh.Overlay.Texts, rest)
	}
}
