package usage

import (
	"fmt"
	"strings"

	"tiv/expression"
)

// A wordError is about a word that is none of the known words for a kind of thing.
type wordError struct {
	kind, word string
	known      []string
}

// Unknown returns a wordError.
func Unknown(kind, word string, known []string) error { return &wordError{kind, word, known} }

// Error suggests the word that was probably meant.
func (e *wordError) Error() string {
	known := "; known: "
	if near := DidYouMean(e.word, e.known, ""); near != "" {
		known = near + " Known: "
	}
	return fmt.Sprintf("unknown %s %q%s%s", e.kind, e.word, known, strings.Join(e.known, ", "))
}

// DidYouMean returns a question for the known word that is nearest to a mistyped one,
// with a prefix; nothing if none is near.
func DidYouMean(word string, known []string, prefix string) string {
	if near := expression.Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %s%s?", prefix, near)
	}
	return ""
}
