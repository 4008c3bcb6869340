package threaddump

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// shape is the form of the text that a log puts before each line of a program, learned
// from one line: other lines have other numbers in it, and other widths of columns.
type shape struct {
	example string
	parts   []part
}

// part is a part of a shape.
type part struct {
	kind partKind
	text string // of a literal part, and of the space at the end
}

type partKind uint8

const (
	literal   partKind = iota
	number             // letters and digits, at least one digit
	space              // between two columns
	lastSpace          // before the program's line
)

// maxPrefix is the length of the longest prefix in bytes.
const maxPrefix = 512

// newShape returns the shape of a prefix.
func newShape(prefix string) shape {
	s := shape{example: prefix}
	for rest := prefix; rest != ""; {
		n := run(rest, unicode.IsSpace)
		if n == 0 {
			n = run(rest, isWord)
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(rest)
		}
		p := part{text: rest[:n]}
		rest = rest[n:]
		switch first, _ := utf8.DecodeRuneInString(p.text); {
		case unicode.IsSpace(first) && rest == "":
			p.kind = lastSpace
		case unicode.IsSpace(first):
			p.kind = space
		case strings.ContainsAny(p.text, "0123456789"):
			p.kind = number
		}
		s.parts = append(s.parts, p)
	}
	return s
}

// strip returns a line without a prefix of the shape, or else without the longest end of such
// a prefix: the line from which it was learned can have more before it.
func (s *shape) strip(line string) string {
	if s.example == "" {
		return line
	}
	if text, ok := strings.CutPrefix(line, s.example); ok {
		return text
	}
	for from := range s.parts {
		if from > 0 && !telling(s.parts[from:]) {
			continue
		}
		if n := matches(s.parts[from:], line); n >= 0 {
			return line[n:]
		}
	}
	return line
}

// telling reports whether the end of a prefix is one that a line of a dump does not begin
// with: it has several parts, or is the mark of a quotation or a column.
func telling(parts []part) bool {
	n := 0
	for _, p := range parts {
		if p.kind != space && p.kind != lastSpace {
			n++
		}
	}
	const enough = 3
	return n >= enough || n > 0 && (parts[0].text == ">" || parts[0].text == "|")
}

// matches returns the length of parts at the start of a line, -1 if they are not there.
func matches(parts []part, line string) int {
	length := 0
	for i := range parts {
		n := parts[i].match(line[length:])
		if n < 0 {
			return -1
		}
		length += n
	}
	return length
}

// match returns the length of the part at the start of a text, -1 if it is not there.
func (p *part) match(text string) int {
	switch p.kind {
	case number:
		if n := run(text, isWord); strings.ContainsAny(text[:n], "0123456789") {
			return n
		}
		return -1
	case space:
		if n := run(text, unicode.IsSpace); n > 0 {
			return n
		}
		return -1
	}
	if strings.HasPrefix(text, p.text) {
		return len(p.text)
	}
	if p.kind == lastSpace && text == "" { // an empty line without spaces at its end
		return 0
	}
	return -1
}

// run returns the length of the longest start of a text of one class of characters.
func run(text string, class func(rune) bool) int {
	for i, r := range text {
		if !class(r) {
			return i
		}
	}
	return len(text)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isMark reports whether a prefix is a mark of a quotation or a comment, without a word.
func isMark(prefix string) bool {
	return strings.TrimSpace(prefix) != "" && !strings.ContainsFunc(prefix, isWord)
}
