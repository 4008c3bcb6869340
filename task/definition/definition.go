package definition

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Definition is an EVENT element: the calls that begin tasks of one name. Patterns have * for
// any text; an empty one matches everything.
type Definition struct {
	Name string // NAME; METHOD if it is missing
	Type string // TYPE, by which definitions are switched on and off; DefaultType if it is missing
	// Method is the last component of a function's name, Class the text before it, sign the
	// parameters with a result or qualifiers, Source a file with the function or the end of
	// its path.
	Method, Class, Source string
	sign                  string
	// Objects are classes. If there are any, the function's class is one of them or below one.
	Objects []string
	// Classes are the types of objects that carry a task on, for MatchesClass; nil is all.
	Classes []string
	// Continue is patterns of whole names of functions that go on with a task.
	Continue []string
	// NoAuto is AUTO="false": only functions in Continue go on with a task.
	NoAuto bool
	// Argument is ARGUMENT="first": the object of a call is its first argument instead of its
	// receiver.
	Argument bool
	// NoObjects, AllowReuse and MarkObject are the flags of the paper's section 5.
	NoObjects, AllowReuse, MarkObject bool
	// File and Line are the place of the element.
	File string
	Line int
}

// DefaultType is the type of definitions without one.
const DefaultType = "TASK"

// String returns the patterns that choose functions, in the form of the element.
func (d Definition) String() string {
	var b strings.Builder
	for _, a := range []struct{ name, value string }{{"METHOD", d.Method}, {"CLASS", d.Class}, {"SIGN", d.sign}, {"SOURCE", d.Source},
		{"OBJECTS", strings.Join(d.Objects, " ")}} {
		if a.value != "" {
			fmt.Fprintf(&b, " %s=%q", a.name, a.value)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// Equal reports whether two definitions are the same, wherever they are.
func (d Definition) Equal(other Definition) bool {
	d.File, d.Line = other.File, other.Line
	return reflect.DeepEqual(d, other)
}

// BuiltIn reports whether a definition is one of those that are part of the program.
func (d Definition) BuiltIn() bool { return d.File == builtInFile }

// List is definitions in order: the first that matches a call counts.
type List []Definition

// Types returns the types of the definitions, sorted.
func (l List) Types() []string {
	var all []string
	for _, d := range l {
		all = append(all, d.Type)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// OfTypes returns the definitions of some types, or all of them if types is empty. A type
// without a definition is an error.
func (l List) OfTypes(types []string) (List, error) {
	if len(types) == 0 {
		return l, nil
	}
	known := l.Types()
	for _, t := range types {
		if !slices.Contains(known, t) {
			return nil, fmt.Errorf("no definition of tasks has the type %q; there are %s", t, strings.Join(known, ", "))
		}
	}
	var chosen List
	for _, d := range l {
		if slices.Contains(types, d.Type) {
			chosen = append(chosen, d)
		}
	}
	return chosen, nil
}
