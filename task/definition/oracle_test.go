package definition

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// slowMatch finds the first definition of a function by trying all of them.
func slowMatch(l List, f Function, supertypes func(string) []string) int {
	return slices.IndexFunc(l, func(d Definition) bool { return slowMatches(d, f, supertypes) })
}

var expressions sync.Map

// glob matches a pattern with a regular expression.
func glob(pattern, text string) bool {
	e, ok := expressions.Load(pattern)
	if !ok {
		e = regexp.MustCompile(`(?s)^` + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`) + `$`)
		expressions.Store(pattern, e)
	}
	return e.(*regexp.Regexp).MatchString(text)
}

func slowMatches(d Definition, f Function, supertypes func(string) []string) bool {
	n := split(f.Name)
	method, arguments := withoutArguments(d.Method)
	if !glob(method, n.method) || arguments != "" && arguments != "[...]" && !glob(squeezed(arguments), squeezed(n.arguments)) {
		return false
	}
	if d.Class != "" && !slices.ContainsFunc(spellings(n.class), func(s string) bool { return slowClass(d.Class, s) }) {
		return false
	}
	if d.sign != "" && n.sign != "" && !newSignature(d.sign).matches(n.sign) {
		return false
	}
	files := slices.Clone(f.Files)
	if n.file != "" {
		files = append(files, n.file)
	}
	if d.Source != "" && !newSourcePattern(d.Source).matches(files) {
		return false
	}
	if len(d.Objects) == 0 {
		return true
	}
	seen := map[string]bool{}
	var above func(class string) bool
	above = func(class string) bool {
		if key := canonical(class, true); seen[key] {
			return false
		} else {
			seen[key] = true
		}
		return slices.ContainsFunc(d.Objects, func(o string) bool { return slowClass(o, class) }) ||
			supertypes != nil && slices.ContainsFunc(supertypes(class), above)
	}
	return slices.ContainsFunc(spellings(n.class), above)
}

func slowClass(pattern, class string) bool {
	if plain := canonical(pattern, false); plain == canonical(pattern, true) {
		return glob(plain, canonical(class, false))
	}
	return glob(canonical(pattern, true), canonical(class, true))
}

func slowContinues(d Definition, f Function) bool {
	n := split(f.Name)
	return slices.ContainsFunc(d.Continue, func(text string) bool {
		sign := split(text).sign
		if sign != "" && n.sign != "" && !newSignature(sign).matches(n.sign) {
			return false
		}
		text = strings.TrimSuffix(text, sign)
		return slices.ContainsFunc(spellings(n.class), func(s string) bool {
			plain, full := canonical(s, false), canonical(s, true)
			if plain != "" {
				plain, full = plain+".", full+"."
			}
			if canonical(text, false) == canonical(text, true) {
				return glob(canonical(text, false), plain+n.method)
			}
			return glob(canonical(text, true), full+n.method+squeezed(n.arguments))
		})
	})
}

// pick returns one of the words.
func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// randomName returns a name in the style of one of the languages, from few words, so that
// definitions match often.
func randomName(r *rand.Rand) string {
	m := pick(r, "run", "get", "getAll", "do", "func1")
	switch r.IntN(8) {
	case 0:
		return pick(r, "a/b", "x.org/a", "main") + "." + pick(r, "(*T).", "T.", "(*T[...]).", "") + m + pick(r, "", "", "[...]", ".func1")
	case 1:
		return pick(r, "a.b.T", "a/b/T", "a.b.T$I", "java.base/a.b.T") + "." + m + pick(r, "", "(I)V", "(La/b/T;)V")
	case 2:
		return pick(r, "", "void ") + pick(r, "a::T", "a::b::T", "a::T<int>", "(anonymous namespace)::T") + "::" + m +
			pick(r, "", "<int>") + pick(r, "(int)", "(int, a::b::T*) const", "()")
	case 3:
		return "<" + pick(r, "a::T", "b::T<u8>") + " as " + pick(r, "a::I", "b::J") + ">::" + m
	case 4:
		return "py::T." + m + ":/src/a/" + pick(r, "b", "c") + ".py"
	case 5:
		return "a.b.T." + m
	default:
		return m
	}
}

func randomDefinition(r *rand.Rand) Definition {
	d := Definition{Name: "n", Type: "t"}
	d.Method = pick(r, "run", "get", "get*", "*All", "*", "g*t", "*e*", "do", "func1", "getAll", "run<int>")
	if r.IntN(2) == 0 {
		d.Class = pick(r, "a.b.T", "a/b.T", "*", "*.T", "a*", "a::T", "a::T<int>", "main.(*T)", "main", "a.I", "b.c", "a.b.T$*", "(*)")
	}
	if r.IntN(4) == 0 {
		d.sign = pick(r, "(I)V", "(int)", "(*", "()", "(La.b.T;)*", "(int, a::b::T*)")
	}
	if r.IntN(4) == 0 {
		d.Source = pick(r, "a.c", "x/a.c", "/src/x/*.c", "*.py", "a/b.py")
	}
	if r.IntN(4) == 0 {
		d.Objects = strings.Fields(pick(r, "a.I", "b.J a.I", "c0", "c3", "c9 c2", "a::T<int>", "a.*"))
	}
	if r.IntN(3) == 0 {
		d.Continue = strings.Fields(pick(r, "run", "a.* main.*", "*", "*.get*", "a::T::run(int)", "a::T<int>::*", "a.b.T.do get"))
	}
	return d
}

func TestMatchesOracle(t *testing.T) {
	t.Parallel()
	matched, continued, below := 0, 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 28))
		var l List
		for range 1 + r.IntN(30) {
			l = append(l, randomDefinition(r))
		}
		classes := strings.Fields("a.b.T a::T<int> a.I b::J main.(*T) T a::b::T c0 c1 c2 c3 c4 c5 c6 c7 c8 c9")
		above := map[string][]string{}
		for range r.IntN(30) {
			class := canonical(classes[r.IntN(len(classes))], true)
			above[class] = append(above[class], classes[r.IntN(len(classes))])
		}
		supertypes := func(class string) []string { return above[canonical(class, true)] }
		var functions []Function
		for range 60 {
			f := Function{Name: randomName(r)}
			for range r.IntN(3) {
				f.Files = append(f.Files, pick(r, "", "a.c", "/src/x/a.c", "y/a.c", "/lib/b.py"))
			}
			functions = append(functions, f)
		}
		m := l.Match(functions, supertypes)
		for i, f := range functions {
			want := slowMatch(l, f, supertypes)
			if got := m.Of(i); got != want {
				t.Fatalf("seed %d: %+v: definition %d, want %d of\n%s", seed, f, got, want, listed(l))
			}
			if want >= 0 {
				matched++
				if len(l[want].Objects) > 0 {
					below++
				}
			}
			for d := range l {
				want := slowContinues(l[d], f)
				if got := m.Continues(d, i); got != want {
					t.Fatalf("seed %d: %s: continued by %v: %v, want %v", seed, f.Name, l[d].Continue, got, want)
				}
				if want {
					continued++
				}
			}
		}
		for _, u := range m.Unmatched() {
			some := slices.ContainsFunc(functions, func(f Function) bool { return slowMatches(u.Definition, f, supertypes) })
			if by := u.By >= 0; by != some {
				t.Fatalf("seed %d: %s: by %d", seed, u, u.By)
			}
		}
	}
	if matched < 5000 || continued < 5000 || below < 200 {
		t.Errorf("only %d functions matched, %d of them by their class's supertypes, %d continue", matched, below, continued)
	}
}

func listed(l List) string {
	var b strings.Builder
	for i, d := range l {
		fmt.Fprintln(&b, i, d)
	}
	return b.String()
}
