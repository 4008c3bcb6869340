package detect_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"tiv/interaction/detect"
)

// The page on findings has a row and a section for each kind, and for no other.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	detectors := detect.Detectors(detect.DefaultLimits())
	for _, d := range detectors {
		if row := fmt.Sprintf("\n| [`%s`](#%s) | %v | ", d.Kind, d.Kind, d.Severity); !strings.Contains(string(page), row) {
			t.Errorf("there is no row %q", row)
		}
		if !strings.Contains(string(page), "\n## "+d.Kind+"\n") {
			t.Errorf("there is no section %q", d.Kind)
		}
	}
	if got := strings.Count(string(page), "\n| [`"); got != len(detectors) {
		t.Errorf("there are %d rows of kinds, want %d", got, len(detectors))
	}
	about := []string{"Limits", "Identity", "Dismissed findings"} // all kinds
	if got := strings.Count(string(page), "\n## "); got != len(detectors)+len(about) {
		t.Errorf("there are %d sections, want one for each of %d kinds, and those about %v", got, len(detectors), about)
	}
}

// The page lists all thresholds, and no other ones.
func TestDocsOfThresholds(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	want := "| `--limit` | in the window | default | from, to | decides about |\n|---|---|---|---|---|\n"
	for _, x := range detect.Thresholds() {
		want += fmt.Sprintf("| `%s` | %s | %s | %v, %s | `%s` |\n", x.Name, x.Label, x.Text(x.Default), x.Min,
			strconv.FormatFloat(x.Max, 'f', -1, 64), strings.Join(x.Kinds, "`, `"))
	}
	if !strings.Contains(string(page), want+"\n") {
		t.Errorf("the page does not have this table:\n%s", want)
	}
}
