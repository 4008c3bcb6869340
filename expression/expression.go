// Package expression is a language of conditions, such as
//
//	name ~ "worker" && blocking > 50%
//
// A Language says which words a condition may use and what types they have; the caller
// computes the values of the words that a condition uses, and runs it for each thing.
//
// The operators are those of github.com/expr-lang/expr, less most of them, and with
// additions that are rewritten before it parses them; see docs/expressions.md.
package expression

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
)

// MaxLength is the largest length of a condition, in bytes.
const MaxLength = 1000

// Language is the words of conditions about one kind of thing.
type Language struct {
	// Words are in the order of their listing.
	Words []Word
	// Row is the type of the struct that has the values of the words: a field with the
	// tag `expr:"word"` each, of the type string, bool, int, Length, Moment, Duration,
	// Texts, Numbers, or func(string) bool for a word with an argument.
	Row reflect.Type
	// Text is the word in which a text without an operator is searched for.
	Text string
	// Former has the present words for former ones, and for other names of theirs.
	Former map[string]string
	// Group is a word that may be written as a test, in cluster("pool"), too.
	Group string
	// Values are the texts that a word can be equal to, by word.
	Values map[string][]string
}

// Program is a parsed condition. It never changes, and may be used from any goroutine.
type Program struct {
	program   *vm.Program
	uses      map[string]bool
	arguments map[string][]string
}

// Uses reports whether the condition has any of some words.
func (p *Program) Uses(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return p.uses[w] })
}

// Arguments returns the arguments of a word, in the order of the text.
func (p *Program) Arguments(word string) []string { return p.arguments[word] }

// Machine runs conditions, one at a time.
type Machine struct{ vm vm.VM }

// Test reports whether the condition is true for the thing with some values: a pointer to
// a struct of the language's type Row. Values of words that the condition does not use
// are not read.
func (m *Machine) Test(p *Program, row any) (bool, error) {
	yes, err := m.vm.Run(p.program, row)
	return yes == true, err
}

// Error is an error in a condition.
type Error struct {
	// Column is the position of the wrong part, in characters from 1, or one
	// past the end if something is missing.
	Column int
	// Text describes the error in plain words.
	Text string
}

// Error returns the column and the text.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// Parse parses a condition; any error is an *Error. An empty text is true for all. A text
// without operators or words of the language is searched for in the word Text.
func (l *Language) Parse(text string) (*Program, error) {
	if len(text) > MaxLength {
		return nil, &Error{1, fmt.Sprintf("the expression is longer than %d bytes", MaxLength)}
	}
	if !utf8.ValidString(text) {
		return nil, &Error{1, "the expression is not valid UTF-8"}
	}
	tokens, err := l.tokens(text)
	if err != nil {
		return nil, err
	}
	return l.parse(tokens)
}

// ParseAll parses a condition to the parts that && or "and" joins in it: it is true if all
// of them are. Any error is that of Parse.
func (l *Language) ParseAll(text string) (list []*Program, err error) {
	whole, err := l.Parse(text)
	if err != nil {
		return nil, err
	}
	tokens, _ := l.tokens(text)
	parts := conjuncts(tokens)
	if len(parts) == 1 {
		return []*Program{whole}, nil
	}
	for _, part := range parts {
		p, err := l.parse(part)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// conjuncts splits tokens at the && outside of brackets, if nothing binds less there.
func conjuncts(tokens []token) (parts [][]token) {
	end, depth, first := tokens[len(tokens)-1], 0, 0
	for i, t := range tokens {
		if t.kind != symbolToken && t.kind != wordToken {
			continue
		}
		switch t.text {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case "||", "or":
			if depth == 0 {
				return [][]token{tokens}
			}
		case "&&", "and":
			if depth == 0 {
				parts = append(parts, append(slices.Clone(tokens[first:i]), end))
				first = i + 1
			}
		}
	}
	return append(parts, tokens[first:])
}

// parse parses tokens.
func (l *Language) parse(tokens []token) (p *Program, err error) {
	r := rewriter{language: l, tokens: tokens, operand: true, uses: map[string]bool{}, arguments: map[string][]string{}}
	if err := r.rewrite(); err != nil {
		return nil, err
	}
	p = &Program{uses: r.uses, arguments: r.arguments}
	options := append(operators(), expr.Env(reflect.New(l.Row).Elem().Interface()), expr.AsBool(), expr.WarnOnAny(),
		expr.DisableAllBuiltins(),
		expr.MaxNodes(MaxLength), expr.Patch(literals(r.literals)))
	p.program, err = expr.Compile(r.out.String(), options...)
	if err != nil {
		return nil, r.explain(err)
	}
	return p, nil
}

// tokens splits a text into tokens; a plain text becomes one quoted text.
func (l *Language) tokens(text string) ([]token, error) {
	if l.plain(text) {
		return []token{{kind: textToken, text: strings.TrimSpace(text)}, {kind: endToken}}, nil
	}
	return lex(text)
}

// plain reports whether a text has no operators, and is not made of words of the
// language alone.
func (l *Language) plain(text string) bool {
	if l.Text == "" || strings.ContainsAny(text, "<>=!~&|()\"'%") {
		return false
	}
	foreign := false
	for _, word := range strings.Fields(text) {
		if operatorWords[word] {
			return false
		}
		foreign = foreign || !l.known(word)
	}
	return foreign
}

// Bracket returns a valid condition as a part of a larger one.
func (l *Language) Bracket(text string) string {
	if l.plain(text) {
		return Quote(strings.TrimSpace(text))
	}
	return "(" + text + ")"
}
