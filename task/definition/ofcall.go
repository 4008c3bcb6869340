package definition

import (
	"strings"

	"tiv/internal/xmltext"
)

// OfFunction returns the definition by which calls of a function begin tasks, named after it. ok is
// false if the name has no method.
func OfFunction(function string) (d Definition, ok bool) {
	n := split(function)
	if inner, isTrait := strings.CutPrefix(n.class, "<"); isTrait { // of a trait of Rust
		if class, _, ok := strings.Cut(inner, " as "); ok {
			n.class = class
		}
	}
	d = Definition{Name: n.method, Type: DefaultType, Method: n.method, Class: n.class}
	return d, n.method != ""
}

// Element returns a definition of OfFunction, whatever its name and its type, as an element of a
// file of definitions.
func (d Definition) Element() string {
	var b strings.Builder
	b.WriteString("<EVENT")
	typ := d.Type
	if typ == DefaultType {
		typ = ""
	}
	for _, a := range [...]struct{ name, value string }{{"METHOD", d.Method}, {"CLASS", d.Class}, {"NAME", d.Name}, {"TYPE", typ}} {
		if a.value != "" {
			b.WriteString(" " + a.name + `="`)
			b.WriteString(xmltext.Escape(a.value) + `"`)
		}
	}
	return b.String() + " />"
}

// Text returns a file of definitions that Element can write.
func (l List) Text() string {
	var b strings.Builder
	b.WriteString("<EVENTS>\n")
	for _, d := range l {
		b.WriteString("  " + d.Element() + "\n")
	}
	return b.String() + "</EVENTS>\n"
}
