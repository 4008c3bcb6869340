package scene

import (
	"slices"

	"tiv/assets"
	"tiv/interaction/detect"
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
func hasSentence(look *Look, canvas Canvas) bool {
	tells := func(f detect.Finding) bool { return f.Severity > detect.Note }
	return !look.NoSentence && look.Kind != Execution && float32(canvas.Height) >= 24*em(canvas.Scale) &&
		slices.ContainsFunc(look.Findings, tells)
}

// sentence writes what goes on at the moment into the room above the scene, and after it, if
// there is room, the kinds of the other findings.
func (sh *sheet) sentence(look *Look, space Rect) {
	s := look.Story
	if s.Sentence == "" {
		return
	}
	wide := space.Width() - 2*sh.em
	t := Text{X: space.X0 + sh.em, Y: space.Y0 - 0.8*sh.em, Size: sentenceSize * sh.em, Color: sh.colors.Text, Bold: true, Text: s.Sentence}
	if is := assets.TextWidth(t.Text, t.Size, t.Bold); is > wide {
		t.Size = max(leastSentence*sh.em, t.Size*wide/is)
	}
	t.Text = fitText(t.Text, t.Size, wide, t.Bold)
	sh.overlay.Texts = append(sh.overlay.Texts, t)
	rest := Text{X: t.X + assets.TextWidth(t.Text, t.Size, t.Bold) + 1.2*sh.em, Y: t.Y, Size: sh.em, Color: sh.colors.Faint, Text: s.Others}
	if s.Others != "" && rest.X+assets.TextWidth(rest.Text, rest.Size, rest.Bold) <= space.X1-sh.em {
		sh.overlay.Texts = append(sh.overlay.Texts, rest)
	}
}
