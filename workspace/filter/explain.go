package filter

import (
	"errors"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/file"
)

// kinds maps the library's types to names, and to hints about their operations.
var kinds = map[string]struct{ name, hint string }{
	"string":          {"a text", `compare it, as in name == "main" or name ~ "worker"`},
	"int":             {"a number", "compare it with a number, as in waits > 10"},
	"float64":         {"a number", "compare it with a number, as in waits > 10"},
	"bool":            {"a condition", "join conditions with && and ||"},
	"filter.length":   {"a time in a state", "say how much, as in blocking > 50% or blocking > 5ms"},
	"filter.moment":   {"a moment", "compare it with a time, as in start > 5s"},
	"filter.duration": {"a length of time", "compare it with a time, as in end - start > 5ms"},
	"filter.share":    {"a share", "compare the time in a state with it, as in blocking > 50%"},
	"filter.names":    {"a list of names", `compare it, as in waits_for == "main" or waits_for ~ "worker"`},
	"filter.pattern":  {"a pattern", `compare a text with it, as in name ~ "worker"`},
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
			return t.fail("this is %s, not a condition: %s", kind(m[1]), kinds[m[1]].hint)
		}
		return t.fail("%v", err)
	}
	t := r.tokenAt(at.Column)
	if t.text == "in" {
		return t.fail(`in needs a list of such values, as in name in ["a", "b"]`)
	}
	if strings.Contains(at.Message, "maximum allowed nodes") {
		return t.fail("this has too many parts")
	}
	if m := twoTypes.FindStringSubmatch(at.Message); m != nil {
		hint := kinds[m[1]].hint
		if m[1] == "bool" {
			hint = kinds[m[2]].hint
		}
		return t.fail("%v cannot be used between %s and %s: %s", t, kind(m[1]), kind(m[2]), hint)
	}
	if m := oneType.FindStringSubmatch(at.Message); m != nil {
		return t.fail(`%v cannot be used before %s: put the negated condition in brackets, as in !(name == "main")`, t, kind(m[1]))
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
