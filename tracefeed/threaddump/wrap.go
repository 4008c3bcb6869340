package threaddump

import (
	"slices"
	"strings"
)

// piece is a line of the text without the prefix of a log. It may be a part of a line that
// was wrapped.
type piece struct {
	text   string
	number int
	width  width // with the prefix
	// whole is true for a line that is complete.
	whole bool
	// first is true for the first line in an escaped one, which has more before it.
	first bool
	// full says that no line before is wider: it may be as wide as lines can be.
	full bool
	// cited is true after the mark of a quotation or a comment.
	cited bool
}

// maxPieces is the number of lines that a wrapped line can have.
const maxPieces = 16

// join joins a line to the one that is held if it continues that; else it is held next. An
// empty line can be within a wrapped one, if the text has one after each line.
func (t *track) join(p piece) {
	t.pad(&p)
	if !p.first {
		t.wide = t.wide.max(p.width)
	}
	p.full, p.whole = p.width.fills(t.wide), t.kind.whole(p.text)
	switch {
	case len(t.held) == 0:
	case strings.TrimSpace(p.text) == "":
		t.empty++
		return
	case !t.continues(&p):
		t.release()
	}
	t.empty = 0
	t.held = append(t.held, p)
}

// pad removes the spaces that all lines have at their ends, or most lines a number of them.
func (t *track) pad(p *piece) {
	text := strings.TrimRight(p.text, " ")
	if text == "" {
		return
	}
	spaces := len(p.text) - len(text)
	if t.lines++; t.lines == 1 {
		t.padding = spaces
	}
	t.padding = min(t.padding, spaces)
	if spaces > 1 {
		t.padded++
	}
	if p.text = p.text[:len(p.text)-t.padding]; t.padding == 0 && 2*t.padded > t.lines {
		p.text = text
	}
}

// continues reports whether a line continues the one that is held: that is as wide as lines
// can be, or not complete without it.
func (t *track) continues(p *piece) bool {
	last := &t.held[len(t.held)-1]
	all, whole := last.text, last.whole
	switch {
	case whole && !last.full:
		return false
	case len(t.held) > 1:
		all = joined(t.held)
		whole = t.kind.whole(all)
	}
	switch {
	case t.empty > 1 || len(t.held) == maxPieces || !t.kind.begins(all):
		return false
	case whole && (!last.full || p.whole || !t.kind.canGoOn(all)):
		return false
	case !whole && (p.whole && !last.full || isShort(all) && t.kind.begins(p.text)):
		return false
	case last.full && p.full && !(whole && t.kind.begins(p.text)): // a line can have several parts
		return true
	}
	return t.kind.whole(joined(append(slices.Clip(t.held), *p)))
}

// joined returns the line that pieces make. A text that is not as wide as lines can be was
// wrapped between words.
func joined(pieces []piece) string {
	if len(pieces) == 1 {
		return pieces[0].text
	}
	var b strings.Builder
	for i, p := range pieces {
		if i > 0 && !pieces[i-1].full && !strings.HasSuffix(pieces[i-1].text, " ") && !strings.HasPrefix(p.text, " ") {
			b.WriteByte(' ')
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// width is the width of a line: in columns of a terminal, and in characters.
type width struct{ columns, characters int }

// narrow is the number of columns below which lines are not wrapped, and tab the distance
// between the stops of a terminal.
const (
	narrow = 40
	tab    = 8
)

func widthOf(line string) (w width) {
	for _, r := range line {
		w.characters++
		if w.columns++; r == '\t' {
			w.columns += tab - 1 - (w.columns-1)%tab
		}
	}
	return w
}

func (w width) max(o width) width {
	return width{max(w.columns, o.columns), max(w.characters, o.characters)}
}

// fills reports whether a line is as wide as the widest.
func (w width) fills(widest width) bool {
	return w.columns >= narrow && (w.columns >= widest.columns || w.characters >= widest.characters)
}
