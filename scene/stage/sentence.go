package stage

import (
	"tiv/assets"
	"tiv/interaction/detect"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// The sentence about the moment: its size, its least size, that of two lines, and the height of
// the room for it, in sizes of common text.
const (
	sentenceSize, leastSentence = 1.5, 1.05
	SentenceRoom                = 2.8
	// slight is the share of all thread time below which a cost is written in a lighter weight.
	slight = 0.05
)

// HasSentence reports whether pictures have room for a sentence. It does not depend on the
// moment, so that no picture moves while the trace plays.
func HasSentence(look *view.Look, canvas shape.Canvas) bool {
	return !look.NoSentence && look.Kind != view.Execution && float32(canvas.Height) >= 24*shape.Em(canvas.Scale)
}

// WriteSentence writes what goes on at the moment into the room above the scene, in two lines if
// one is too short, and after it, if there is room, the other findings.
func WriteSentence(look *view.Look, sh *shape.Sheet, space shape.Rect) {
	s := look.Story
	if s.Sentence == "" {
		return
	}
	wide := space.Width() - 2*sh.Em
	size := min(sentenceSize*sh.Em, sentenceSize*sh.Em*wide/assets.TextWidth(s.Sentence, sentenceSize*sh.Em, true))
	lines, low := []string{s.Sentence}, 0.8*sh.Em
	if size < leastSentence*sh.Em {
		size, low = leastSentence*sh.Em, 0.45*sh.Em
		lines = shape.Wrap(s.Sentence, size, wide, true, 2)
	}
	t := shape.Text{X: space.X0 + sh.Em, Size: size, Color: sh.Colors.Text, Bold: true}
	switch {
	case s.Calm:
		t.Color, t.Bold = sh.Colors.Faint, false
	case s.Finding != nil && s.Finding.Severity == detect.Cost && s.Finding.Share < slight:
		t.Bold = false
	}
	for i, line := range lines {
		t.Text, t.Y = line, space.Y0-low-1.15*sh.Em*float32(len(lines)-1-i)
		sh.Overlay.Texts = append(sh.Overlay.Texts, t)
	}
	end := t.X + assets.TextWidth(t.Text, t.Size, t.Bold)
	rest := shape.Text{X: end + 1.2*sh.Em, Y: t.Y, Size: sh.Em, Color: sh.Colors.Faint}
	for _, rest.Text = range s.Others {
		if rest.X+assets.TextWidth(rest.Text, rest.Size, rest.Bold) <= space.X1-sh.Em {
			sh.Overlay.Texts = append(sh.Overlay.Texts, rest)
			return
		}
	}
}
