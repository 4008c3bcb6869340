// Package filter selects threads by expressions of the user, such as
//
//	name ~ "worker" && blocking > 50%
//
// A text goes in, and then a timeline with the visible part of it; the matching
// threads come out. Nothing here changes the view, or knows how things look.
//
// The language is that of github.com/expr-lang/expr, less most of it, and with
// additions rewritten before it is parsed; see Words and docs/filters.md.
package filter

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
)

// MaxLength is the largest length of an expression, in bytes.
const MaxLength = 1000

// Filter is a parsed expression. It never changes, and may be used from any
// goroutine.
type Filter struct {
	program *vm.Program
	// uses is the set of words in the expression: only their values are computed.
	uses map[string]bool
	// partners are the arguments of interacts: names of threads.
	partners []string
}

// Error is an error in an expression.
type Error struct {
	// Column is the position of the wrong part, in characters from 1, or one
	// past the end if something is missing.
	Column int
	// Text describes the error in plain words.
	Text string
}

// Error returns the column and the text.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// Parse parses an expression; any error is an *Error. All threads match an
// empty text. A text without operators or Words is searched for in names.
func Parse(text string) (*Filter, error) {
	if len(text) > MaxLength {
		return nil, &Error{1, fmt.Sprintf("the filter is longer than %d bytes", MaxLength)}
	}
	if !utf8.ValidString(text) {
		return nil, &Error{1, "the filter is not valid UTF-8"}
	}
	tokens, err := tokensOf(text)
	if err != nil {
		return nil, err
	}
	r := rewriter{tokens: tokens, uses: map[string]bool{}, operand: true}
	if err := r.rewrite(); err != nil {
		return nil, err
	}
	f := &Filter{uses: r.uses, partners: r.partners}
	options := append(operators(), expr.Env(row{}), expr.AsBool(), expr.WarnOnAny(), expr.DisableAllBuiltins(),
		expr.MaxNodes(MaxLength), expr.Patch(literals(r.literals)))
	f.program, err = expr.Compile(r.out.String(), options...)
	if err != nil {
		return nil, r.explain(err)
	}
	return f, nil
}

// tokensOf splits a text into tokens; a plain text becomes one quoted text.
func tokensOf(text string) ([]token, error) {
	if plain(text) {
		return []token{{kind: textToken, text: strings.TrimSpace(text)}, {kind: endToken}}, nil
	}
	return lex(text)
}

// plain reports whether a text has no operators, and is not made of words of the
// language alone.
func plain(text string) bool {
	if strings.ContainsAny(text, "<>=!~&|()\"'%") {
		return false
	}
	foreign := false
	for _, word := range strings.Fields(text) {
		if operatorWords[word] {
			return false
		}
		foreign = foreign || !known(word)
	}
	return foreign
}
