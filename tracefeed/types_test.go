package tracefeed_test

import (
	"maps"
	"slices"
	"testing"

	"tiv/tracefeed"
)

// Types of one name have the supertypes of all of that name, each once, whatever the circles.
func TestSupertypes(t *testing.T) {
	t.Parallel()
	tables := tracefeed.NewTables()
	for _, name := range []string{"Frame", "Component", "Runnable", "Object", "Component"} {
		tables.AddName(name)
	}
	for _, is := range []tracefeed.Type{
		{Name: 1, Supertypes: []tracefeed.NameID{2, 3}}, {Name: 2, Supertypes: []tracefeed.NameID{4}}, {Name: 4},
		{Name: 3, Supertypes: []tracefeed.NameID{1, 3}}, {Name: 5, Supertypes: []tracefeed.NameID{4, 3}},
	} {
		tables.AddType(is)
	}
	want := map[string][]string{"Frame": {"Component", "Runnable"}, "Component": {"Object", "Runnable"},
		"Runnable": {"Frame", "Runnable"}}
	if got := tracefeed.Supertypes(tables.Types, tables.Names); !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
	if len(tables.Types) != 6 || tables.Types[0].Supertypes != nil {
		t.Errorf("entry 0 is not none: %v", tables.Types)
	}
	if got := tracefeed.Supertypes(nil, nil); len(got) > 0 {
		t.Errorf("without types: %v", got)
	}
}
