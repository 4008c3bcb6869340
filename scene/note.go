package scene

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tiv/assets"
	"tiv/tracefeed"
)

// Note is a user's remark about a moment, and perhaps about a thread at that
// moment, or about a wait of that thread for another.
type Note struct {
	Text   string
	Moment tracefeed.Time
	// Thread is the subject of the note, Blocker the thread that it waits for;
	// NoThread if there is none.
	Thread, Blocker tracefeed.ThreadID
}

// OneLine makes text printable in one line: spaces replace line breaks and
// invisible characters. Text longer than most bytes is cut at the end.
func OneLine(text string, most int) string {
	cut := len(text) > most
	if cut {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	line := strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
	}), " ")
	if cut {
		line += "…"
	}
	return line
}

// wrap breaks a line into at most most lines, each at most wide. Text beyond
// the last line is replaced by an ellipsis.
func wrap(line string, size, wide float32, most int) (lines []string) {
	for line != "" && len(lines) < most-1 {
		n := breakAt(line, size, wide)
		if n == 0 {
			break
		}
		lines = append(lines, strings.TrimSpace(line[:n]))
		line = strings.TrimSpace(line[n:])
	}
	if line = fitText(line, size, wide, false); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// breakAt returns the number of bytes of a line that fit, up to the end of a
// word if possible.
func breakAt(line string, size, wide float32) (n int) {
	space, w := 0, float32(0)
	for i, r := range line {
		if r == ' ' {
			space = i
		}
		if w += assets.TextWidth(string(r), size, false); w > wide {
			if space > 0 {
				return space
			}
			return i
		}
	}
	return len(line)
}
