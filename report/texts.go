package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSafe is the largest number of bytes of a name in a panel: traces are
// untrusted, and long texts are slow to lay out.
const maxSafe = 300

// Safe returns a text that is safe in a panel: valid UTF-8 in one line of
// limited length.
func Safe(s string) string {
	if len(s) > maxSafe {
		low, high := maxSafe/2, len(s)-maxSafe/2
		for low > 0 && !utf8.RuneStart(s[low]) {
			low--
		}
		for high < len(s) && !utf8.RuneStart(s[high]) {
			high++
		}
		s = s[:low] + "…" + s[high:]
	}
	if strings.IndexFunc(s, invisible) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return '?'
		}
		return r
	}, s)
}

// invisible reports whether a character is invisible.
func invisible(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
