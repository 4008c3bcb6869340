package stage

import (
	"tiv/assets"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// The sentence about the moment: its size, its least size, that of two lines, and the height of
// the room for it and for a line below it, in sizes of common text.
const (
	sentenceSize, leastSentence = 1.5, 1.05
	SentenceRoom                = 4.2
)

// HasSentence reports whether pictures have room for a sentence. It does not depend on the
// moment, so that no picture moves while the trace plays.
func HasSentence(look *view.Look, canvas shape.Canvas) bool {
	return !look.NoSentence && look.Kind != view.Execution && !look.Kind.Tasks && float32(canvas.Height) >= 24*shape.Em(canvas.Scale)
}

// WriteSentence writes what goes on at the moment into the room above the scene, in two lines if
// one is too short, below it the details that fit into a line, and after it, or if there is no room in
// place of details that do not fit either, the other findings.
func WriteSentence(look *view.Look, sh *shape.Sheet, space shape.Rect) {
	s := look.Story
	if s.Sentence == "" {
		return
	}
	wide := space.Width() - 2*sh.Em
	size := min(sentenceSize*sh.Em, sentenceSize*sh.Em*wide/assets.TextWidth(s.Sentence, sentenceSize*sh.Em, true))
	lines, low := []string{s.Sentence}, 2.25*sh.Em
	if size < leastSentence*sh.Em {
		size, low = leastSentence*sh.Em, 1.75*sh.Em
		lines = shape.Wrap(s.Sentence, size, wide, true, 2)
	}
	t := shape.Text{X: space.X0 + sh.Em, Size: size, Color: sh.Colors.Text, Bold: true}
	switch {
	case s.Calm:
		t.Color, t.Bold = sh.Colors.Faint, false
	case s.Finding != nil && s.Finding.Slight(): // a lighter weight
		t.Bold = false
	}
	for i, line := range lines {
		t.Text, t.Y = line, space.Y0-low-1.15*sh.Em*float32(len(lines)-1-i)
		sh.Overlay.Texts = append(sh.Overlay.Texts, t)
	}
	beside := writeFirst(sh, shape.Text{X: t.X + assets.TextWidth(t.Text, t.Size, t.Bold) + 1.2*sh.Em, Y: t.Y, Size: sh.Em,
		Color: sh.Colors.Faint}, s.Others, space)
	detail := shape.Text{X: space.X0 + sh.Em, Y: space.Y0 - 0.6*sh.Em, Size: 1.1 * sh.Em, Color: sh.Colors.Text}
	if s.Calm {
		detail.Size, detail.Color = sh.Em, sh.Colors.Faint
	}
	if !writeFirst(sh, detail, s.Details, space) && !beside {
		detail.Size, detail.Color = sh.Em, sh.Colors.Faint
		writeFirst(sh, detail, s.Others, space)
	}
}

// writeFirst writes the first of some texts that fits between a place and the end of a line, and reports
// whether one does.
func writeFirst(sh *shape.Sheet, t shape.Text, texts []string, space shape.Rect) bool {
	for _, t.Text = range texts {
		if t.X+assets.TextWidth(t.Text, t.Size, t.Bold) <= space.X1-sh.Em {
			sh.Overlay.Texts = append(sh.Overlay.Texts, t)
			return true
		}
	}
	return false
}
