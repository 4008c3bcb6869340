package execution

import "strings"

// scopedOrigin is the origin of a function of C++ or Rust: ns::Class<T>::method(int).
//
// Such a name does not say which qualifiers are types. These are taken for types:
//   - a qualifier with type arguments
//   - one that begins with a capital letter, by convention
//   - one with the name of the function, which is a constructor then
//
// In std, types are written like namespaces, so other qualifiers there stay open.
func scopedOrigin(name string, isRust bool) (o Origin) {
	parts := scopes(name)
	if len(parts) > 0 && strings.HasPrefix(parts[0], "<") { // <path::Type as Trait>::method
		typ, _, _ := strings.Cut(strings.Trim(parts[0], "<>"), " as ")
		inner := scopedOrigin(typ+"::f", isRust)
		inner.Type = typ
		return inner
	}
	if len(parts) < 2 {
		return Origin{}
	}
	qualifiers, function := parts[:len(parts)-1], parts[len(parts)-1]
	n := 0
	for n < len(qualifiers) && !isType(qualifiers[n], append(qualifiers, function)[n+1]) {
		n++
	}
	if isRust && n > 0 {
		o.Module = qualifiers[0]
	}
	switch {
	case n < len(qualifiers):
		o.Package, o.Type = strings.Join(qualifiers[:n], "::"), strings.Join(qualifiers, "::")
	case isRust || qualifiers[0] != "std" || n == 1:
		o.Package = strings.Join(qualifiers, "::")
	}
	return o
}

// isType reports whether a qualifier is the name of a type.
func isType(qualifier, next string) bool {
	return strings.HasSuffix(qualifier, ">") || capital(qualifier) || next == qualifier || strings.HasPrefix(next, "~")
}

// nesting returns 1 for a byte that opens a bracket, -1 for one that closes it, 0 for others,
// among them the end of an arrow.
func nesting(name string, i int) int {
	switch c := name[i]; {
	case strings.IndexByte("<([{", c) >= 0:
		return 1
	case strings.IndexByte(">)]}", c) >= 0 && (c != '>' || i == 0 || name[i-1] != '-'):
		return -1
	}
	return 0
}

// scopes splits a name at its outermost "::", without the type of its result and its
// parameters. What a function contains belongs to the function.
func scopes(name string) (parts []string) {
	depth, start := 0, 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case depth == 0 && i == start && strings.HasPrefix(name[i:], "operator"):
			return append(parts, name[i:])
		case c == '(' && depth == 0 && i > start:
			return append(parts, name[start:i])
		case nesting(name, i) != 0:
			depth += nesting(name, i)
		case c == ' ' && depth == 0:
			parts, start = nil, i+1
		case depth == 0 && strings.HasPrefix(name[i:], "::"):
			if part := name[start:i]; strings.HasPrefix(part, "{") {
				return parts // a closure
			} else if part != "" {
				parts = append(parts, part)
			}
			i++
			start = i + 1
		}
	}
	if last := name[start:]; !strings.HasPrefix(last, "{") && !hash.MatchString(last) {
		parts = append(parts, last)
	}
	return parts
}
