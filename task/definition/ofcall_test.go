package definition

import (
	"strings"
	"testing"
)

// The definition of a function matches it, also once it was written and read.
func TestOfFunction(t *testing.T) {
	t.Parallel()
	for function, want := range map[string]string{
		"net/http.(*conn).serve":                 `<EVENT METHOD="serve" CLASS="net/http.(*conn)" NAME="serve" />`,
		"main.handle.func1":                      `<EVENT METHOD="func1" CLASS="main.handle" NAME="func1" />`,
		"java.awt.Component.dispatchEvent(LA;)V": `<EVENT METHOD="dispatchEvent" CLASS="java.awt.Component" NAME="dispatchEvent" />`,
		"XNextEvent":                             `<EVENT METHOD="XNextEvent" NAME="XNextEvent" />`,
		"ns::Store<int>::put(int) const":         `<EVENT METHOD="put" CLASS="ns::Store&lt;int&gt;" NAME="put" />`,
		"<app::Store as app::Put>::put":          `<EVENT METHOD="put" CLASS="app::Store" NAME="put" />`,
		"app.db.Store.query":                     `<EVENT METHOD="query" CLASS="app.db.Store" NAME="query" />`,
	} {
		d, ok := OfFunction(function)
		got := d.Element()
		if !ok || got != want {
			t.Errorf("%s: %s, want %s", function, got, want)
		}
		list, err := Read("x.xml", strings.NewReader("<EVENTS>"+got+"</EVENTS>"))
		if err != nil {
			t.Fatal(err)
		}
		if m := list.Match([]Function{{Name: function}}, func(string) []string { return nil }); m.Of(0) != 0 {
			t.Errorf("%s does not match %s", got, function)
		}
	}
	if _, ok := OfFunction(""); ok {
		t.Error("a function without a name begins tasks")
	}
}
