package main

import (
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	all := []subject{Module{Name: "a", CI: true}, Program{Name: "b"}, Program{Name: "c", CI: true}}
	for _, c := range []struct {
		names string
		ci    bool
		want  string
	}{{"", false, "a b c"}, {"", true, "a c"}, {"c,a", false, "a c"}, {"b", true, "error"}, {"x", false, "error"}} {
		got := "error"
		if chosen, err := choose(all, c.names, c.ci); err == nil {
			var names []string
			for _, s := range chosen {
				names = append(names, s.name())
			}
			got = strings.Join(names, " ")
		}
		if got != c.want {
			t.Errorf("%q, ci %v: %s, want %s", c.names, c.ci, got, c.want)
		}
	}
}

// Names are unique over both lists, because results and verdicts go by them.
func TestNamesAndVerdicts(t *testing.T) {
	verdicts, err := loadVerdicts(verdictsJSON)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, native := range []bool{false, true} {
		all, err := loadSubjects(native)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if names[s.name()] {
				t.Errorf("two are named %s", s.name())
			}
			names[s.name()] = true
		}
		if ci, err := choose(all, "", true); err != nil || len(ci) != 10 {
			t.Errorf("%d run in CI, %v, want 10", len(ci), err)
		}
	}
	for key := range verdicts {
		if !names[key[0]] {
			t.Errorf("verdict on %s, which is in no list", key[0])
		}
	}
}
