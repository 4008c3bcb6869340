package threaddump

import "strings"

// track reads the dumps of one kind in a text: it finds their lines between others, removes
// the prefix of a log, and joins lines that were wrapped.
type track struct {
	kind  *kind
	dumps dumps
	// dumped is the number of lines of dumps.
	dumped int
	parser parser
	// prefix is that of the last line by which a dump was recognized.
	prefix shape
	// left is the number of other lines after which a dump has ended; 0 outside of dumps.
	left int
	// wide are the greatest widths of the lines in dumps.
	wide width
	// held is the last line, which may go on in the next one.
	held []piece
	// empty is the number of empty lines after it, lines that of all others in dumps, padded
	// that of those with several spaces at the end, padding that of the spaces that all have.
	empty, lines, padded, padding int
	// before are the last lines outside of dumps: a dump can begin with its time.
	before [4]string
}

// patience is the number of other lines in a row that can be in a dump.
const patience = 200

// parser reads the lines of one kind of dump.
type parser interface {
	// read reads a line without spaces around it, and reports whether a dump can have it.
	read(line string, indented bool) bool
	// lose ends the current thread, of which lines are missing.
	lose()
	// flush ends the current dump, if there is one.
	flush()
	// end ends the last dump. It returns an error if the text ends within a thread; cut
	// says that its last line is not complete.
	end(cut bool) error
}

func newTrack(k *kind) *track {
	t := &track{kind: k, dumps: dumps{names: newNames()}}
	t.parser = k.parser(&t.dumps)
	return t
}

// line reads a line of the text.
func (t *track) line(l *lines, raw string) {
	if t.left == 0 && !t.kind.marked(raw) {
		copy(t.before[:], t.before[1:])
		t.before[len(t.before)-1] = raw
		return
	}
	text := t.prefix.strip(raw)
	if at := t.kind.anchor(text); at >= 0 && !(t.left > 0 && t.kind.values != nil && t.kind.values.MatchString(text)) {
		if at > 0 {
			t.prefix = newShape(raw[max(0, len(raw)-len(text)+at-maxPrefix) : len(raw)-len(text)+at])
			text = text[at:]
		}
		if t.left == 0 {
			t.begin(l.number)
		}
		t.left = patience
	}
	if t.left > 0 {
		t.join(piece{text: text, number: l.number, width: widthOf(raw), first: l.first, cited: isMark(raw[:len(raw)-len(text)])})
	}
}

// begin gives the parser the lines before the first one of a dump.
func (t *track) begin(number int) {
	for _, raw := range t.before {
		text := t.prefix.strip(raw)
		t.dumps.line = number
		t.parser.read(strings.TrimSpace(text), false)
	}
	t.before = [4]string{}
}

// release gives the line that is held to the parser. Lines that make none are separate.
func (t *track) release() {
	held := t.held
	if len(held) > 1 && t.kind.whole(joined(held)) {
		held = []piece{{text: joined(held), number: held[0].number, cited: held[0].cited}}
	}
	for range t.empty {
		held = append(held, piece{number: held[len(held)-1].number})
	}
	t.empty = 0
	for _, p := range held {
		line := strings.TrimSpace(p.text)
		t.dumps.line, t.dumps.cited = p.number, p.cited
		read := t.parser.read(line, line != "" && !strings.HasPrefix(p.text, line))
		missing := line != "" && t.lost(line, read)
		switch {
		case read:
			t.left = patience
			t.dumped++
		case missing:
			t.parser.lose()
		case t.left == 1:
			t.parser.flush()
			fallthrough
		default:
			t.left = max(0, t.left-1)
		}
	}
	t.held = t.held[:0]
}

// end ends the last dump. The error says that the text ends within it.
func (t *track) end() error {
	cut := false
	if len(t.held) > 0 {
		text := joined(t.held)
		cut = t.empty == 0 && !t.kind.whole(text) && t.kind.begins(text)
		t.release()
	}
	return t.parser.end(cut)
}
