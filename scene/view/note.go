package view

import (
	"strings"
	"unicode"
	"unicode/utf8"

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
