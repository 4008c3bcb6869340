package main

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// An expectation is one program's line in expected.json. A finding of severity
// warning or error that is not in Must is a false accusation.
type expectation struct {
	Name    string
	Bug     string // in words; "" of a healthy program
	Healthy string // in words; "" of a program with a bug
	Must    []accused
	Later   string // the kind of finding that has no detector yet
	Signal  string // the signal that ends the program
}

// accused is the threads of one function that findings must name.
type accused struct {
	Kinds    []string // any of them
	Function string
	Threads  int    // all that wait forever
	Needs    string // "proof" where only the runtime can prove it
}

// expectations reads expected.json.
func expectations(t *testing.T) []expectation {
	t.Helper()
	raw, err := os.ReadFile("expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []expectation
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestExpectationsNameAllPrograms(t *testing.T) {
	var names, want []string
	for _, s := range stories {
		want = append(want, s.name)
	}
	broken := 0
	for _, e := range expectations(t) {
		names = append(names, e.Name)
		if (e.Bug == "") == (e.Healthy == "") {
			t.Errorf("%s has either a bug or is healthy", e.Name)
		}
		if e.Bug != "" {
			broken++
		}
		if len(e.Must) > 0 && e.Bug == "" || len(e.Must) == 0 && e.Bug != "" && e.Later == "" {
			t.Errorf("%s: findings and bug do not fit", e.Name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("expected.json has %v, the programs are %v", names, want)
	}
	if broken < 24 || len(names)-broken < 24 {
		t.Errorf("%d programs with a bug and %d healthy ones, want 24 of each", broken, len(names)-broken)
	}
}
