package scene

import (
	"tiv/assets"
)

const (
	// mostNoteText is the number of bytes of a note that are examined for each
	// line.
	mostNoteText = 120
	// mostNoted is the part of a view that texts of notes may cover.
	mostNoted = 0.12
	// fewFlags is the largest number of flags in a view for which texts may have
	// several lines and may be on any side of their flag.
	fewFlags = 8
	// mostNoteLines is the largest number of lines of such a text.
	mostNoteLines = 3
)

// noteTexts writes the texts of notes beside their flags, in the room left by
// everything else, and counts the notes without a flag.
func (p *picture) noteTexts() {
	shown := make(map[int]bool, len(p.f.Flags))
	flags, room := make([]int, len(p.f.Views)), make([]float32, len(p.f.Views))
	for i := range p.f.Flags {
		shown[p.f.Flags[i].Note] = true
		flags[p.f.Flags[i].View]++
	}
	for i := range p.f.Views {
		room[i] = mostNoted * p.f.Views[i].Rect.Width() * p.f.Views[i].Rect.Height()
	}
	p.f.NotesLeft = len(p.look.Notes) - len(shown)
	for i := range p.f.Flags {
		f := &p.f.Flags[i]
		if room[f.View] < 0 {
			continue
		}
		lines := mostNoteLines
		if flags[f.View] > fewFlags {
			lines = 1
		}
		p.noteText(f, lines)
		room[f.View] -= f.Label.Width() * f.Label.Height()
	}
}

// noteText writes the text of one note in at most most lines, or in shorter
// ones if there is little room.
func (p *picture) noteText(f *Flag, most int) {
	v := &p.f.Views[f.View]
	within := v.Rect
	if v.Time.Width() > 0 {
		within.Y0 -= 1.2 * p.em()
	}
	words := p.noteWords(f, most*mostNoteText)
	for _, wide := range []float32{22, 10} {
		lines := wrap(words, noteSize*p.em(), min(wide*p.em(), 0.4*within.Width()), most)
		if len(lines) == 0 || p.noteLines(f, lines, within, most > 1) {
			return
		}
	}
}

// noteSize is the size of texts of notes, as a part of common text.
const noteSize = 0.95

// noteLines writes lines beside a flag, anywhere around it or only at its sides.
// It reports whether there was room.
func (p *picture) noteLines(f *Flag, lines []string, within Rect, anywhere bool) bool {
	size := noteSize * p.em()
	var wide float32
	for _, line := range lines {
		wide = max(wide, assets.TextWidth(line, size, false))
	}
	pad, step := 0.35*size, 1.25*size
	box, ok := p.beside(f.Box, wide+2*pad, float32(len(lines))*step+pad, within, anywhere)
	if !ok {
		return false
	}
	f.Label = box
	for i, line := range lines {
		t := Text{X: box.X0 + pad, Y: box.Y0 + 0.5*pad + float32(i)*step + 0.97*size, Size: size, Color: p.colors.Text, Text: line}
		l := label{t, Color{}, box}
		if i == 0 {
			l.back = p.colors.Ground.Alpha(noteBack)
		}
		p.labels.put(l)
	}
	p.border(box)
	return true
}

// noteWords returns the text of a note, at most most bytes. In views of the
// moment, which have no time axis, the note's moment is added, rounded to a
// step.
func (p *picture) noteWords(f *Flag, most int) string {
	n := &p.look.Notes[f.Note]
	words := OneLine(n.Text, most)
	if p.f.Views[f.View].Time.Width() > 0 || n.Moment == p.look.Moment {
		return words
	}
	return tickName(n.Moment, p.look.Step) + ": " + words
}

// noteBack is the opacity of the ground behind the text of a note.
const noteBack = 0.9

// border draws a thin line around a rectangle.
func (p *picture) border(r Rect) {
	for _, side := range []Rect{{r.X0, r.Y0, r.X1, r.Y0}, {r.X0, r.Y1, r.X1, r.Y1}, {r.X0, r.Y0, r.X0, r.Y1}, {r.X1, r.Y0, r.X1, r.Y1}} {
		p.pole(side, faintPole)
	}
}

// beside returns a place for a label that touches a flag: anywhere around it,
// or only at its sides. ok is false if there is none.
func (p *picture) beside(flag Rect, wide, high float32, within Rect, anywhere bool) (box Rect, ok bool) {
	gap := p.canvas.Scale
	right, left := flag.X1+gap, flag.X0-gap-wide
	top, bottom := flag.Y0, flag.Y1-high
	middle := (flag.Y0 + flag.Y1 - high) / 2
	above, below := flag.Y0-gap-high, flag.Y1+gap
	places := [][2]float32{{right, top}, {right, middle}, {right, bottom}, {left, top}, {left, middle}, {left, bottom},
		{flag.X0, above}, {flag.X0, below}, {flag.X1 - wide, above}, {flag.X1 - wide, below}}
	if !anywhere {
		places = [][2]float32{{right, middle}, {left, middle}}
	}
	for _, at := range places {
		box = Rect{at[0], at[1], at[0] + wide, at[1] + high}
		if p.labels.free(box, within) {
			return box, true
		}
	}
	return Rect{}, false
}
