package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMerge merges traces without a common clock, as it is said, and compares the result with a list.
func TestMerge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"a.tiv": "tiv-text 1\n0s A start\n1ms A run\n9ms A end\n",
		"b.tiv": "tiv-text 1\n0s B start\n2ms B suspend-start\n9ms B end\n", "x.join": "tiv-join 1\na.tiv\nb.tiv offset=3ms\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(want int, words ...string) string {
		t.Helper()
		r := tiv(t, words...)
		if r.exit != want {
			t.Fatalf("%v: exit code %d, want %d: %s", words, r.exit, want, r.errors)
		}
		return r.out + r.errors
	}
	events := func(trace string) []string {
		return slices.Sorted(strings.Lines(run(exitOK, "dump", trace, "events")))
	}
	run(exitOK, "merge", at("a.tiv"), at("b.tiv"), "-o", at("all.bin"), "--offset", "b=+3ms", "--verify")
	run(exitOK, "merge", at("x.join"), "-o", at("listed.bin"))
	if got, want := events(at("all.bin")), events(at("x.join")); !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
	if got, want := events(at("listed.bin")), events(at("x.join")); !slices.Equal(got, want) {
		t.Errorf("events of the list %q, want %q", got, want)
	}
	if got := run(exitOK, "info", at("all.bin")); !strings.Contains(got, "b.tiv: moved by hand, 3 ms later") {
		t.Errorf("info says %s", got)
	}
	// A merged trace is merged again.
	run(exitOK, "merge", at("all.bin"), at("b.tiv"), "-o", at("three.bin"), "--offset", "b=1s")
	if got := run(exitOK, "info", at("three.bin")); !strings.Contains(got, "processes  3") {
		t.Errorf("info says %s", got)
	}
	for said, words := range map[string][]string{
		"one trace is nothing to merge":                   {"merge", at("a.tiv"), "-o", at("y.bin")},
		"unknown trace \"c\"; did you mean a?":            {"merge", at("a.tiv"), at("b.tiv"), "-o", at("y.bin"), "--offset", "c=1s"},
		"want NAME=TIME":                                  {"merge", at("a.tiv"), at("b.tiv"), "-o", at("y.bin"), "--offset", "b"},
		"is the trace that is read; choose another name":  {"merge", at("x.join"), at("a.tiv"), "-o", at("b.tiv"), "--offset", "a=1s"},
		"its clock cannot be compared with that of a.tiv": {"merge", at("a.tiv"), at("b.tiv"), "-o", at("y.bin")},
		"only files can be opened together":               {at("a.tiv"), "http://localhost:1/x"},
	} {
		if got := run(exitTrouble, words...); !strings.Contains(got, said) {
			t.Errorf("%v says %q, want %q", words, got, said)
		}
	}
}
