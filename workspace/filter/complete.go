package filter

import (
	"reflect"
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
	"string":        {{"~", "matches a pattern"}, {"==", "equals"}, {"!~", "does not match a pattern"}, {"!=", "differs from"}},
	"filter.names":  {{"~", "one matches a pattern"}, {"==", "one equals"}},
	"int":           {{">", "more than"}, {"<", "less than"}, {"==", "equals"}},
	"filter.length": {{">", "more than"}, {"<", "less than"}},
	"filter.moment": {{">", "after"}, {"<", "before"}},
	"bool":          joins,
}

// amounts are examples of values that follow a comparison of each type.
var amounts = map[string][]Completion{
	"filter.length": {{"50%", "a part of the interval shown"}, {"5ms", "a length of time"}},
	"filter.moment": {{"1.5s", "a time since the start of the trace"}},
}

// states are the values of the word state.
var states = []string{"running", "runnable", "suspended", "blocking", "io", "unknown", "not alive"}

// Complete returns the texts that can stand at a byte offset of an expression,
// and the offset of the word or quoted text that they replace there. There are none at
// the end of a word that is complete. locks are the names to propose for a lock.
func Complete(text string, at int, locks []string) (from int, list []Completion) {
	text = text[:min(max(at, 0), len(text))]
	tokens, err := lex(text)
	if quote := strings.LastIndexByte(text, '"'); err != nil && quote >= 0 {
		return completeQuoted(text[:quote], strings.ToLower(text[quote+1:]), locks)
	} else if err != nil {
		return len(text), nil
	}
	tokens = tokens[:len(tokens)-1]
	partial := ""
	if n := len(tokens); n > 0 && tokens[n-1].kind == wordToken && strings.HasSuffix(text, tokens[n-1].text) {
		partial, tokens = tokens[n-1].text, tokens[:n-1]
	}
	for _, c := range candidates(tokens, locks) {
		if strings.HasPrefix(c.Text, partial) && c.Text != partial {
			list = append(list, c)
		}
	}
	return len(text) - len(partial), list
}

// completeQuoted returns the quoted texts that can follow an expression and contain a part,
// which is in lower case.
func completeQuoted(before, part string, locks []string) (from int, list []Completion) {
	tokens, err := lex(before)
	if err != nil {
		return len(before), nil
	}
	for _, c := range candidates(tokens[:len(tokens)-1], locks) {
		if strings.HasPrefix(c.Text, `"`) && strings.Contains(strings.ToLower(c.Text), part) {
			list = append(list, c)
		}
	}
	return len(before), list
}

// candidates returns the texts that can follow some tokens.
func candidates(tokens []token, locks []string) (list []Completion) {
	n := len(tokens)
	if n == 0 {
		return wordList()
	}
	last := tokens[n-1]
	switch {
	case last.kind == wordToken && operatorWords[last.text], last.kind == symbolToken && slices.Contains([]string{"(", "!", "&&", "||"}, last.text):
		return wordList()
	case last.kind == wordToken:
		return comparisons[typeOf(last.text)]
	case last.kind != symbolToken || last.text == ")" || last.text == "]":
		return joins
	case n == 1 || tokens[n-2].kind != wordToken:
		return nil
	case last.text == "==" || last.text == "!=":
		for _, s := range map[string][]string{"state": states, "lock": locks}[tokens[n-2].text] {
			list = append(list, Completion{Quote(s), ""})
		}
	}
	return append(list, amounts[typeOf(tokens[n-2].text)]...)
}

// wordList returns all words as completions.
func wordList() (list []Completion) {
	for i := range words {
		name := words[i].Name
		if typeOf(name) == "func(string) bool" {
			name += `("`
		}
		list = append(list, Completion{name, words[i].Help})
	}
	return list
}

// typeOf returns the type of a word's value, "" for an unknown word.
func typeOf(word string) string {
	t := reflect.TypeFor[row]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("expr") == word {
			return f.Type.String()
		}
	}
	return ""
}
