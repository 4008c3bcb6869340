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
	// full says that no line before is wider: it may be as wide as lines can be.
	full bool
}

// maxPieces is the number of lines that a wrapped line can have.
const maxPieces = 16

// join joins a line to the one that is held if it continues that; else it is held next.
func (t *track) join(p piece) {
	t.wide = t.wide.max(p.width)
	p.full = p.width.fills(t.wide)
	if len(t.held) > 0 && !t.continues(&p) {
		t.release()
	}
	t.held = append(t.held, p)
}

// continues reports whether a line continues the one that is held: that is as wide as lines
// can be, or not complete without it.
func (t *track) continues(p *piece) bool {
	all := joined(t.held)
	if !t.kind.begins(all) || strings.TrimSpace(p.text) == "" || len(t.held) == maxPieces {
		return false
	}
	full, whole, alone := t.held[len(t.held)-1].full, t.kind.whole(all), t.kind.whole(p.text)
	switch {
	case whole && (!full || alone || !t.kind.canGoOn(all)):
		return false
	case !whole && !full && alone:
		return false
	case !whole && full && p.full: // a line can have several parts
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
