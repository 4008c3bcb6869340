package main

import (
	"slices"
	"strings"
	"testing"
)

// output is the output of go test -json for a package with a failing test.
const output = `{"Action":"start","Package":"example.com/p"}
{"Action":"run","Package":"example.com/p","Test":"TestA"}
{"Action":"output","Package":"example.com/p","Test":"TestA","Output":"--- PASS: TestA (0.00s)\n"}
{"Action":"pass","Package":"example.com/p","Test":"TestA","Elapsed":0}
a line of a program beside
{"Action":"fail","Package":"example.com/p","Test":"TestB/port_1234","Elapsed":0}
{"Action":"fail","Package":"example.com/p","Test":"TestB","Elapsed":0}
{"Action":"skip","Package":"example.com/p","Test":"TestC","Elapsed":0}
{"Action":"fail","Package":"example.com/p","Elapsed":0.1}`

func TestReadOutcomes(t *testing.T) {
	got, err := readOutcomes(strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	for test, want := range (Outcomes{{"example.com/p", "TestA"}: "pass", {"example.com/p", "TestB"}: "fail",
		{"example.com/p", "TestB/port_1234"}: "fail", {"example.com/p", "TestC"}: "skip", {"example.com/p", ""}: "fail"}) {
		if got[test] != want {
			t.Errorf("%v: %q, want %q", test, got[test], want)
		}
	}
	if len(got) != 5 || got.count() != 4 {
		t.Errorf("%d outcomes, %d tests, want 5 and 4", len(got), got.count())
	}
}

func TestDifferences(t *testing.T) {
	bare := Outcomes{{"p", ""}: "pass", {"p", "TestA"}: "pass", {"p", "TestA/port_1"}: "pass", {"p", "TestB"}: "pass",
		{"p", "TestB/x"}: "pass", {"q", ""}: "pass", {"q", "TestQ"}: "pass", {"r", "TestR"}: "skip"}
	recorded := Outcomes{{"p", ""}: "fail", {"p", "TestA"}: "pass", {"p", "TestA/port_2"}: "pass", {"p", "TestB"}: "fail",
		{"p", "TestB/x"}: "fail", {"q", ""}: "fail", {"q", "TestQ"}: "pass"}
	var got []string
	for _, d := range differences(bare, recorded) {
		got = append(got, d.String())
	}
	want := []string{"p.TestB: bare pass, recorded fail", "p.TestB/x: bare pass, recorded fail",
		"q: bare pass, recorded fail", "r.TestR: bare skip, recorded absent"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if same := differences(bare, bare); same != nil {
		t.Errorf("a run differs from itself: %v", same)
	}
}

func TestOnlyWhatDiffersRunsAgain(t *testing.T) {
	s := &suite{module: Module{Flags: []string{"-short"}}}
	one := Difference{Test: Test{"p", "TestA/x"}}
	packages, flags := s.only([]Difference{one, {Test: Test{"p", "TestA"}}, {Test: Test{"q", "TestB"}}})
	if !slices.Equal(packages, []string{"p", "q"}) || !slices.Equal(flags, []string{"-short", "-run=^(TestA|TestB)$"}) {
		t.Errorf("packages %q, flags %q", packages, flags)
	}
	if _, flags := s.only([]Difference{one, {Test: Test{"q", ""}}}); !slices.Equal(flags, []string{"-short"}) {
		t.Errorf("a package that fails as a whole runs again with %q", flags)
	}
}

func TestDifferenceThatDoesNotComeBackBelongsToTheTest(t *testing.T) {
	a := Difference{Test{"p", "TestA"}, "pass", "fail"}
	b := Difference{Test{"p", "TestB"}, "pass", "fail"}
	turned := Difference{b.Test, "fail", "pass"}
	c := Difference{Test{"p", "TestC"}, "pass", "fail"}
	lasting, once := split([]Difference{a, b, c}, []Difference{a, turned})
	if !slices.Equal(lasting, []string{a.String()}) || !slices.Equal(once, []string{b.String(), c.String()}) {
		t.Errorf("lasting %q, once %q", lasting, once)
	}
}
