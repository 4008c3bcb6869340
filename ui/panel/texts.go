package panel

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"tiv/scene/view"
)

// Percent formats a share with its unit, in at most three digits: 0.5 is 50 %. It is <0.1 %
// if it is too small for them.
func Percent(share float32) string {
	s := percent(share)
	if s == "·" {
		s = "<0.1"
	}
	return s + " %"
}

// percent formats a share in at most three characters; · is a share too small
// for them.
func percent(share float32) string {
	switch p := 100 * share; {
	case p <= 0:
		return "0"
	case p < 0.05:
		return "·"
	case p < 9.95:
		return fmt.Sprintf("%.1f", p)
	default:
		return fmt.Sprintf("%.0f", p)
	}
}

// MomentOf is the moment of a look with enough digits to differ from one a step away, in the
// form of Clock.Moving if that has enough.
func MomentOf(l *view.Look) string {
	name := l.Clock().Moving(l.Moment)
	if name == l.Clock().Moving(l.Moment+l.Step) {
		return l.MomentName()
	}
	return name
}

// SafeLines returns a text of several lines that is safe in a panel.
func SafeLines(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r):
			return '?'
		}
		return r
	}, Cut(s))
}

// maxText is the largest number of bytes of a text of the trace in a panel.
const maxText = 1500

// Cut cuts off what of a text is too long for a panel.
func Cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "") + "…"
}

// FolderText returns a folder's path, with ~ for the user's home.
func FolderText(dir string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "/" {
		if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == filepath.Separator) {
			return "~" + rest
		}
	}
	return dir
}

// SortSign is the width of the sign beside the title of a column by which a table is sorted, in
// sizes of the text.
const SortSign = 0.7

// MaxNote is the largest number of bytes of a note in one line of a panel.
const MaxNote = 300
