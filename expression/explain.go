package expression

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/file"
)

// kinds maps the types of values to names, and to hints about their operations. %s is an
// example.
var kinds = map[string]struct{ name, hint string }{
	"string":              {"a text", "compare it, as in %s"},
	"int":                 {"a number", "compare it with a number, as in %s"},
	"float64":             {"a number", "compare it with a number, as in %s"},
	"bool":                {"a condition", "join conditions with && and ||"},
	"expression.Length":   {"a length of time", "say how much, as in %s"},
	"expression.Moment":   {"a moment", "compare it with a time, as in %s"},
	"expression.Duration": {"a length of time", "compare it with a time, as in %s"},
	"expression.share":    {"a share", "compare a length of time with it, as in %s"},
	"expression.Texts":    {"a list of texts", "compare it, as in %s"},
	"expression.Numbers":  {"a list of numbers", "compare it, as in %s"},
	"expression.pattern":  {"a pattern", "compare a text with it, as in %s"},
}

// alike are other types of values whose examples serve for a type.
var alike = map[string][]string{
	"float64": {"int", "expression.Length"}, "int": {"expression.Length"},
	"expression.Duration": {"expression.Moment", "expression.Length"},
	"expression.share":    {"expression.Length"},
	"expression.pattern":  {"string"},
}

// hint says what can be done with a value of a type.
func (l *Language) hint(name string) string {
	if h := kinds[name].hint; strings.Contains(h, "%s") {
		return fmt.Sprintf(h, l.example(append([]string{name}, alike[name]...)...))
	} else {
		return h
	}
}

var (
	twoTypes = regexp.MustCompile(`\(mismatched types (.+) and (.+)\)`)
	oneType  = regexp.MustCompile(`\(mismatched type (.+)\)`)
	noBool   = regexp.MustCompile(`^expected bool, but got (.+)`)
)

// explain rewrites the library's error about the rewritten expression in plain
// words.
func (r *rewriter) explain(err error) error {
	var at *file.Error
	if !errors.As(err, &at) {
		t := r.tokens[0]
		if m := noBool.FindStringSubmatch(err.Error()); m != nil {
			return t.fail("this is %s, not a condition: %s", kind(m[1]), r.language.hint(m[1]))
		}
		return t.fail("%v", err)
	}
	t := r.tokenAt(at.Column)
	if t.text == "in" {
		return t.fail(`in needs a list of such values, as in %s in ["a", "b"]`, r.language.Words[0].Name)
	}
	if strings.Contains(at.Message, "maximum allowed nodes") {
		return t.fail("this has too many parts")
	}
	if m := twoTypes.FindStringSubmatch(at.Message); m != nil {
		hint := r.language.hint(m[1])
		if m[1] == "bool" {
			hint = r.language.hint(m[2])
		}
		return t.fail("%v cannot be used between %s and %s: %s", t, kind(m[1]), kind(m[2]), hint)
	}
	if m := oneType.FindStringSubmatch(at.Message); m != nil {
		return t.fail("%v cannot be used before %s: put the negated condition in brackets, as in !(%s)", t, kind(m[1]),
			r.language.Words[0].Example)
	}
	text, _, _ := strings.Cut(at.Message, "\n")
	return t.fail("%v does not fit here: %s", t, text)
}

// kind returns the name of a type.
func kind(name string) string {
	if k, ok := kinds[name]; ok {
		return k.name
	}
	return "a list"
}

// tokenAt returns the token that a place in the output was made of.
func (r *rewriter) tokenAt(column int) token {
	t := r.tokens[0]
	for _, p := range r.places {
		if p.out <= column {
			t = p.token
		}
	}
	return t
}
