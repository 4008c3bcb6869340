package expression

import (
	"slices"
	"strings"
)

// Completion is a text that can stand in an expression at some place, and its
// meaning.
type Completion struct{ Text, Help string }

// joins are the operators that join conditions.
var joins = []Completion{{"&&", "and"}, {"||", "or"}}

// comparisons are the operators for the values of each type of row.
var comparisons = map[string][]Completion{
	"string":             {{"~", "matches a pattern"}, {"==", "equals"}, {"!~", "does not match a pattern"}, {"!=", "differs from"}},
	"expression.Texts":   {{"~", "one matches a pattern"}, {"==", "one equals"}},
	"expression.Numbers": {{"==", "one equals"}, {"!=", "none equals"}},
	"int":                {{">", "more than"}, {"<", "less than"}, {"==", "equals"}},
	"expression.Length":  {{">", "more than"}, {"<", "less than"}},
	"expression.Moment":  {{">", "after"}, {"<", "before"}},
	"bool":               joins,
}

// amounts are examples of values that follow a comparison of each type.
var amounts = map[string][]Completion{
	"expression.Length": {{"50%", "a part of the interval shown"}, {"5ms", "a length of time"}},
	"expression.Moment": {{"1.5s", "a time since the start of the trace"}},
}

// Complete returns the texts that can stand at a byte offset of an expression,
// and the offset of the word or quoted text that they replace there. There are none at
// the end of a word that is complete. values are texts to propose, by word, besides those
// of the language.
func (l *Language) Complete(text string, at int, values map[string][]string) (from int, list []Completion) {
	text = text[:min(max(at, 0), len(text))]
	tokens, err := lex(text)
	if quote := strings.LastIndexByte(text, '"'); err != nil && quote >= 0 {
		return l.completeQuoted(text[:quote], strings.ToLower(text[quote+1:]), values)
	} else if err != nil {
		return len(text), nil
	}
	tokens = tokens[:len(tokens)-1]
	partial := ""
	if n := len(tokens); n > 0 && tokens[n-1].kind == wordToken && strings.HasSuffix(text, tokens[n-1].text) {
		partial, tokens = tokens[n-1].text, tokens[:n-1]
	}
	for _, c := range l.candidates(tokens, values) {
		if strings.HasPrefix(c.Text, partial) && c.Text != partial {
			list = append(list, c)
		}
	}
	return len(text) - len(partial), list
}

// completeQuoted returns the quoted texts that can follow an expression and contain a part,
// which is in lower case.
func (l *Language) completeQuoted(before, part string, values map[string][]string) (from int, list []Completion) {
	tokens, err := lex(before)
	if err != nil {
		return len(before), nil
	}
	for _, c := range l.candidates(tokens[:len(tokens)-1], values) {
		if strings.HasPrefix(c.Text, `"`) && strings.Contains(strings.ToLower(c.Text), part) {
			list = append(list, c)
		}
	}
	return len(before), list
}

// candidates returns the texts that can follow some tokens.
func (l *Language) candidates(tokens []token, values map[string][]string) (list []Completion) {
	n := len(tokens)
	if n == 0 {
		return l.wordList()
	}
	last := tokens[n-1]
	switch {
	case last.kind == wordToken && operatorWords[last.text], last.kind == symbolToken &&
		slices.Contains([]string{"(", "!", "&&", "||"}, last.text):
		return l.wordList()
	case last.kind == wordToken:
		return comparisons[l.typeOf(last.text)]
	case last.kind != symbolToken || last.text == ")" || last.text == "]":
		return joins
	case n == 1 || tokens[n-2].kind != wordToken:
		return nil
	case last.text == "==" || last.text == "!=":
		word := tokens[n-2].text
		for _, s := range slices.Concat(l.Values[word], values[word]) {
			list = append(list, Completion{Quote(s), ""})
		}
	}
	return append(list, amounts[l.typeOf(tokens[n-2].text)]...)
}

// wordList returns all words as completions.
func (l *Language) wordList() (list []Completion) {
	for i := range l.Words {
		name := l.Words[i].Name
		if l.takesText(name) {
			name += `("`
		}
		list = append(list, Completion{name, l.Words[i].Help})
	}
	return list
}
