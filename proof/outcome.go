package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
)

// Test names a test, or a package as a whole if Name is empty.
type Test struct{ Package, Name string }

// Outcomes are the results of tests: pass, fail or skip.
type Outcomes map[Test]string

// Difference is a test with another result recorded than bare. A test that did
// not run is absent.
type Difference struct {
	Test
	Bare, Recorded string
}

// readOutcomes reads the output of go test -json. Lines that are no JSON come
// from programs beside the tests and are left out.
func readOutcomes(r io.Reader) (Outcomes, error) {
	all := Outcomes{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		var event struct{ Action, Package, Test string }
		if json.Unmarshal(line, &event) == nil {
			switch event.Action {
			case "pass", "fail", "skip":
				all[Test{event.Package, event.Test}] = event.Action
			}
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// readOutcomesOf reads a file that go test -json wrote.
func readOutcomesOf(path string) (Outcomes, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readOutcomes(f)
}

// count returns how many tests and subtests ran.
func (o Outcomes) count() int {
	n := 0
	for t := range o {
		if t.Name != "" {
			n++
		}
	}
	return n
}

// differences compares two runs, in order of package and name. A subtest that
// only one run has is no difference: many have a port or a time in their names.
// A package's result is left out if one of its tests differs.
func differences(bare, recorded Outcomes) []Difference {
	all := map[Test]string{}
	for _, o := range []Outcomes{bare, recorded} {
		for t := range o {
			all[t] = ""
		}
	}
	var found []Difference
	explained := map[string]bool{}
	for t := range all {
		d := Difference{t, cmp.Or(bare[t], "absent"), cmp.Or(recorded[t], "absent")}
		if d.Bare == d.Recorded || t.isSubtest() && (bare[t] == "" || recorded[t] == "") {
			continue
		}
		found = append(found, d)
		explained[t.Package] = explained[t.Package] || t.Name != ""
	}
	found = slices.DeleteFunc(found, func(d Difference) bool { return d.Name == "" && explained[d.Package] })
	slices.SortFunc(found, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Name, b.Name))
	})
	return found
}

func (t Test) isSubtest() bool { return strings.Contains(t.Name, "/") }

// top returns the name of the test that a subtest belongs to.
func (t Test) top() string {
	name, _, _ := strings.Cut(t.Name, "/")
	return name
}

// String returns the difference in a line.
func (d Difference) String() string {
	what := d.Package
	if d.Name != "" {
		what += "." + d.Name
	}
	return what + ": bare " + d.Bare + ", recorded " + d.Recorded
}
