package expression

import "reflect"

// Word is a word of a language.
type Word struct {
	Name string
	// Help is the meaning of the word, in a line.
	Help string
	// Example is a condition that uses it.
	Example string
}

// operatorWords are the operators that are spelled with letters.
var operatorWords = map[string]bool{
	"and": true, "or": true, "not": true, "in": true, "contains": true, "startsWith": true, "endsWith": true,
}

// known reports whether a word of the language has a value.
func (l *Language) known(name string) bool {
	for i := range l.Words {
		if l.Words[i].Name == name {
			return true
		}
	}
	return name == "true" || name == "false"
}

// unknown returns the error of a word that the language does not have. It names the word that was
// probably meant.
func (l *Language) unknown(t token) error {
	var names []string
	for i := range l.Words {
		names = append(names, l.Words[i].Name)
	}
	switch near := Nearest(t.text, names); {
	case near != "":
		return t.fail("unknown word %v; did you mean %s?", t, near)
	case l.Text != "":
		return t.fail("unknown word %v; quote it to search for it in %ss", t, l.Text)
	}
	return t.fail("unknown word %v", t)
}

// typeOf returns the type of a word's value, "" for an unknown word.
func (l *Language) typeOf(word string) string {
	for _, f := range reflect.VisibleFields(l.Row) {
		if f.Tag.Get("expr") == word {
			return f.Type.String()
		}
	}
	return ""
}

// takesText reports whether a word has a text as its argument.
func (l *Language) takesText(word string) bool { return l.typeOf(word) == "func(string) bool" }

// example returns the example of the first word whose value has a type.
func (l *Language) example(types ...string) string {
	for _, t := range types {
		for i := range l.Words {
			if l.typeOf(l.Words[i].Name) == t {
				return l.Words[i].Example
			}
		}
	}
	return ""
}
