package scene

import (
	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
)

const (
	// maxNoteText is the number of bytes of a note that are examined for each
	// line.
	maxNoteText = 120
	// maxNoted is the part of a view that texts of notes may cover.
	maxNoted = 0.12
	// fewFlags is the largest number of flags in a view for which texts may have
	// several lines and may be on any side of their flag.
	fewFlags = 8
	// maxNoteLines is the largest number of lines of such a text.
	maxNoteLines = 3
)

// noteWriter writes the texts of notes beside their flags.
type noteWriter struct {
	*shape.Sheet
	look *view.Look
	f    *Frame
}

// write writes texts in the room left by everything else, and counts the notes
// without a flag.
func (w *noteWriter) write() {
	shown := make(map[int]bool, len(w.f.Flags))
	flags, room := make([]int, len(w.f.Views)), make([]float32, len(w.f.Views))
	for i := range w.f.Flags {
		shown[w.f.Flags[i].Note] = true
		flags[w.f.Flags[i].view]++
	}
	for i := range w.f.Views {
		room[i] = maxNoted * w.f.Views[i].Rect.Width() * w.f.Views[i].Rect.Height()
	}
	w.f.NotesOmitted = len(w.look.Notes) - len(shown)
	for i := range w.f.Flags {
		f := &w.f.Flags[i]
		if room[f.view] < 0 {
			continue
		}
		lines := maxNoteLines
		if flags[f.view] > fewFlags {
			lines = 1
		}
		w.note(f, lines)
		room[f.view] -= f.label.Width() * f.label.Height()
	}
}

// note writes the text of one note in at most most lines, or in shorter ones if
// there is little room.
func (w *noteWriter) note(f *Flag, most int) {
	v := &w.f.Views[f.view]
	within := v.Rect
	if v.TimeAxis {
		within.Y0 -= 1.2 * w.Em
	}
	text := w.text(f, most*maxNoteText)
	for _, wide := range []float32{22, 10} {
		lines := shape.Wrap(text, noteSize*w.Em, min(wide*w.Em, 0.4*within.Width()), false, most)
		places := aroundFlag
		if most == 1 {
			places = besideFlag
		}
		if len(lines) == 0 || w.lines(f, lines, within, places) {
			return
		}
	}
}

// noteSize is the size of texts of notes, as a part of common text.
const noteSize = 0.95

// lines writes lines at one of some places at a flag. It reports whether there
// was room.
func (w *noteWriter) lines(f *Flag, lines []string, within shape.Rect, places []spot) bool {
	size := noteSize * w.Em
	var wide float32
	for _, line := range lines {
		wide = max(wide, assets.TextWidth(line, size, false))
	}
	pad, step := 0.35*size, 1.25*size
	box, ok := w.boxAt(f.Box, wide+2*pad, float32(len(lines))*step+pad, within, places)
	if !ok {
		return false
	}
	f.label = box
	for i, line := range lines {
		t := shape.Text{X: box.X0 + pad, Y: box.Y0 + 0.5*pad + float32(i)*step + 0.97*size, Size: size, Color: w.Colors.Text, Text: line}
		if f.faded {
			t.Color = w.Colors.Faint
		}
		l := shape.Label{Text: t, Back: paint.Color{}, Box: box}
		if i == 0 {
			l.Back = w.Colors.Ground.Alpha(noteBack)
		}
		w.Labels.Place(l)
	}
	w.Border(box)
	return true
}

// text returns the text of a note, at most most bytes. In views of the moment,
// which have no time axis, the note's moment is added, rounded to a step.
func (w *noteWriter) text(f *Flag, most int) string {
	n := &w.look.Notes[f.Note]
	text := view.OneLine(n.Text, most)
	if w.f.Views[f.view].TimeAxis || n.Moment == w.look.Moment {
		return text
	}
	return w.look.Clock().Name(n.Moment, w.look.Step) + ": " + text
}

// noteBack is the opacity of the ground behind the text of a note.
const noteBack = 0.9

// spot is the place of a label that touches a flag, in each direction: behind
// the flag's begin or before its end by the label's size and a gap, aligned with
// its begin or its end, or centred.
type spot struct{ x, y alignment }

type alignment uint8

const (
	alignBefore alignment = iota // ends before the flag
	alignStart                   // begins where the flag does
	alignMiddle                  // has the flag's middle
	alignEnd                     // ends where the flag does
	alignAfter                   // begins behind the flag
)

// at returns the begin of a label of a length, given the flag's begin and end.
func (a alignment) at(from, to, length, gap float32) float32 {
	switch a {
	case alignBefore:
		return from - gap - length
	case alignStart:
		return from
	case alignMiddle:
		return (from + to - length) / 2
	case alignEnd:
		return to - length
	}
	return to + gap
}

// The places of texts at flags: anywhere around them, or at their sides.
var (
	aroundFlag = []spot{
		{alignAfter, alignStart}, {alignAfter, alignMiddle}, {alignAfter, alignEnd},
		{alignBefore, alignStart}, {alignBefore, alignMiddle}, {alignBefore, alignEnd},
		{alignStart, alignBefore}, {alignStart, alignAfter}, {alignEnd, alignBefore}, {alignEnd, alignAfter},
	}
	besideFlag = []spot{{alignAfter, alignMiddle}, {alignBefore, alignMiddle}}
)

// boxAt returns the first of some places for a label at a flag that is free. ok
// is false if there is none.
func (w *noteWriter) boxAt(flag shape.Rect, wide, high float32, within shape.Rect, places []spot) (box shape.Rect, ok bool) {
	gap := w.Canvas.Scale
	for _, p := range places {
		x, y := p.x.at(flag.X0, flag.X1, wide, gap), p.y.at(flag.Y0, flag.Y1, high, gap)
		box = shape.Rect{X0: x, Y0: y, X1: x + wide, Y1: y + high}
		if w.Labels.Free(box, within) {
			return box, true
		}
	}
	return shape.Rect{}, false
}
