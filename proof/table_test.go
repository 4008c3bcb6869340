package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTableReplacesOnlyItsPlace(t *testing.T) {
	work := t.TempDir()
	doc := filepath.Join(work, "proof.md")
	list := []subject{Module{Name: "a"}, Module{Name: "absent"}, Module{Name: "b"}}
	for _, r := range []Result{
		{Name: "b", Failed: "download b: no | route\nto host"},
		{Name: "a", Tests: 7, Recorded: Cost{Wall: 30}, Bytes: 5e6, Findings: []Judged{
			{Identity: "leak: x", Count: 2}, {Identity: "stuck: y", Count: 1, Text: "y waits"}}},
	} {
		if err := saveResult(work, &r); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(doc, []byte("before\n<!-- proof: begin -->\nold\n<!-- proof: end -->\nafter\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	verdicts := Verdicts{{"a", "leak: x"}: {True: true, Why: "x.go:1 says so"}}
	for range 2 { // the second time changes nothing
		if err := updateDocument(doc, work, tableOf(false), list, verdicts); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if lines[0] != "before" || lines[len(lines)-2] != "after" || strings.Contains(string(text), "old") {
		t.Errorf("around the table:\n%s", text)
	}
	for i, want := range []string{"| a | 7 | 0 |", "| b | 0 | 0 |"} {
		got := lines[4+i]
		if !strings.HasPrefix(got, want) || strings.Count(got, "|") != strings.Count(lines[2], "|") {
			t.Errorf("row %q, want %q and the head's columns", got, want)
		}
	}
	for _, want := range []string{"| 5.0 | 10 |", "2 true, 1 NEW", "`leak: x`: x.go:1 says so", "no verdict yet: y waits",
		"failed: download b: no / route; to host"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestDocumentWithoutMarksStaysAsItIs(t *testing.T) {
	work := t.TempDir()
	doc := filepath.Join(work, "proof.md")
	if err := os.WriteFile(doc, []byte("nothing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := updateDocument(doc, work, tableOf(true), nil, nil); err == nil {
		t.Error("no error")
	}
	if text, err := os.ReadFile(doc); err != nil || string(text) != "nothing\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}
