package symbols

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// callable returns the name of the callable of a std::thread by its type: a class or a
// lambda expression has a name, and of a function the object has the address. Of a virtual
// function, it is the one that the thread has called, if that is known, or the class. It is
// "" if nothing is known.
func (n *namer) callable(s start, called string) string {
	full, err := demangle.ToString("_ZTS" + strings.TrimPrefix(s.class, "*"))
	if err != nil {
		return ""
	}
	of := ""
	for _, template := range []string{"std::tuple<", "std::_Bind_simple<"} {
		if _, after, ok := strings.Cut(full, template); ok {
			of = firstArgument(after)
			break
		}
	}
	of = strings.TrimSuffix(of, " noexcept")
	switch before, parameters, isPointer := strings.Cut(of, "*)("); {
	case of == "":
		return ""
	case isPointer && strings.HasSuffix(before, "::"): // of a member
		class := before[strings.LastIndex(before, "(")+1:]
		if isThreading(class) {
			return ""
		}
		class = withoutArguments(class)
		name := n.pointer(s, func(name, _ string) bool { return strings.HasPrefix(name, class) })
		return cmp.Or(name, called, strings.TrimSuffix(class, "::"))
	case isPointer && strings.HasSuffix(before, "(") && !strings.HasPrefix(of, "std::"):
		return n.pointer(s, func(_, full string) bool { return !strings.Contains(full, "(") || sameParameters(full, "("+parameters) })
	case strings.HasPrefix(of, "std::"): // std::function, std::bind
		return n.pointer(s, func(name, _ string) bool { return !isThreading(name) })
	}
	return withoutArguments(of)
}

// pointer returns the name of the only function with a property to which the object of a
// thread points, or the place of the only code without a name; else "".
func (n *namer) pointer(s start, is func(name, full string) bool) string {
	var found, unnamed []string
	for _, p := range s.pointers {
		base := filepath.Base(p.path)
		m := n.module(p.path, base)
		e := m.entry(p.address)
		if e.Name != "" && is(e.Name, e.Full) && !slices.Contains(found, e.Name) {
			found = append(found, e.Name)
		}
		if name := fmt.Sprintf("%s+0x%x", base, p.address); m.function(p.address) == "" && !slices.Contains(unnamed, name) {
			unnamed = append(unnamed, name)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) == 0 && len(unnamed) == 1:
		n.unnamed[s.pointers[0].path] = true
		return unnamed[0]
	}
	return ""
}

// sameParameters reports whether the name of a function ends with a list of parameters.
func sameParameters(full, parameters string) bool {
	return strings.HasSuffix(strings.TrimSuffix(full, " const"), parameters)
}

// firstArgument returns the first of the arguments of a template, of which the bracket is
// open.
func firstArgument(list string) string {
	depth := 0
	for i, r := range list {
		switch r {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			if depth--; depth < 0 {
				return strings.TrimSpace(list[:i])
			}
		case ',':
			if depth == 0 {
				return strings.TrimSpace(list[:i])
			}
		}
	}
	return ""
}

// withoutArguments returns a name without the arguments of templates and functions, as in
// stacks: main::{lambda()#1} stays.
func withoutArguments(name string) string {
	var b strings.Builder
	depth, lambda := 0, 0
	for i, r := range name {
		switch {
		case strings.HasPrefix(name[i:], "{lambda"):
			lambda++
		case r == '}' && lambda > 0 && depth == 0:
			lambda--
		}
		if (r == '<' || r == '(') && lambda == 0 && !strings.HasPrefix(name[i:], "(anonymous namespace)") {
			depth++
		}
		if depth == 0 {
			b.WriteRune(r)
		}
		if (r == '>' || r == ')') && lambda == 0 && depth > 0 {
			depth--
		}
	}
	return b.String()
}
