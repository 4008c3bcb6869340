package definition

import "strings"

// MayChoose reports whether a definition can be about a function of a package of Go, or of one
// inside it. Definitions that do not begin with a package are about the user's own packages only.
func (l List) MayChoose(pkg string, own bool) bool {
	pkg = dotted(pkg)
	may := func(pattern string) bool {
		first, _, star := strings.Cut(dotted(pattern), "*")
		if first == "" {
			return own
		}
		return first == pkg || strings.HasPrefix(first, pkg+".") || star && strings.HasPrefix(pkg, first)
	}
	for _, d := range l {
		if may(d.Class) {
			return true
		}
		for _, name := range d.Continue {
			if may(name) {
				return true
			}
		}
	}
	return false
}

// dotted writes a name of Go with dots, and without parentheses.
func dotted(name string) string { return dots.Replace(name) }

var dots = strings.NewReplacer("/", ".", "::", ".", "(*", "", ")", "", "%2e", ".")

// Objects returns the types in OBJECTS.
func (l List) Objects() (names []string) {
	for _, d := range l {
		names = append(names, d.Objects...)
	}
	return names
}

// Choose reports which functions of a file, or of an unknown one (""), begin tasks, or go on with
// them. above is that of Match.
func (l List) Choose(names []string, file string, above func(class string) []string) []bool {
	functions, chosen := make([]Function, len(names)), make([]bool, len(names))
	for i, name := range names {
		if functions[i].Name = name; file != "" {
			functions[i].Files = []string{file}
		}
	}
	m := l.Match(functions, above)
	for i := range functions {
		chosen[i] = m.Of(i) >= 0
		for d := range l {
			chosen[i] = chosen[i] || m.Continues(d, i)
		}
	}
	return chosen
}
