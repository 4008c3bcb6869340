package tracefeed

import "slices"

// Type is a type of the program, such as a class or an interface.
type Type struct {
	Name NameID
	// Supertypes are its direct supertypes: for a class its superclass, then its interfaces.
	Supertypes []NameID
}

// Equal reports whether two types have the same name and supertypes.
func (is Type) Equal(other Type) bool {
	return is.Name == other.Name && slices.Equal(is.Supertypes, other.Supertypes)
}

// AddType appends a type. It does not look for an equal one.
func (t *Tables) AddType(is Type) {
	if len(t.Types) == 0 {
		t.Types = append(t.Types, Type{})
	}
	t.Types = append(t.Types, is)
}

// Supertypes returns the names of the direct supertypes of each of some types that has any, by
// its name. Types with the same name, as of two class loaders, have those of all together. The
// data of a trace can have cycles, or a type that is its own supertype.
func Supertypes(types []Type, names []string) map[string][]string {
	of := map[string][]string{}
	for _, is := range types {
		name := names[is.Name]
		for _, super := range is.Supertypes {
			if !slices.Contains(of[name], names[super]) {
				of[name] = append(of[name], names[super])
			}
		}
	}
	return of
}
