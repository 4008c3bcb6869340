package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table in README.md anew")

// row is one program's line of the table in README.md.
func (e *expectation) row() string {
	var says []string
	for _, m := range e.Must {
		text := fmt.Sprintf("%s: `%s`", strings.Join(m.Kinds, " or "), m.Function)
		if m.Threads > 1 {
			text += fmt.Sprintf(" ×%d", m.Threads)
		}
		if m.Needs != "" {
			text += " (" + m.Needs + ")"
		}
		says = append(says, text)
	}
	if e.Later != "" {
		says = append(says, "nothing yet; later: "+e.Later)
	}
	if e.Healthy != "" {
		return fmt.Sprintf("| `%s` | *healthy:* %s | nothing |\n", e.Name, e.Healthy)
	}
	return fmt.Sprintf("| `%s` | %s | %s |\n", e.Name, e.Bug, strings.Join(says, "; "))
}

func TestTableInReadme(t *testing.T) {
	raw, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const head = "| program | bug | `tiv check` says |\n|---|---|---|\n"
	text, _, ok := strings.Cut(string(raw), head)
	if !ok {
		t.Fatal("README.md has no table of programs")
	}
	text += head
	for _, e := range expectations(t) {
		text += e.row()
	}
	if *update {
		if err := os.WriteFile("README.md", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if text != string(raw) {
		t.Error("README.md differs from expected.json; go test ./proof/programs -run TestTableInReadme -update writes it anew")
	}
}
