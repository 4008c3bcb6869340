package present

import (
	"strings"
	"testing"

	"tiv/interaction/detect"
)

// The caption has the first sentence of a finding, whole, and the title without one.
func TestSentence(t *testing.T) {
	long := strings.Repeat("main.worker waits for main.holder (main.go:55) and ", 10) + "sleeps."
	for text, want := range map[string]string{
		"A waits for 1.5 s. B, too.": "A waits for 1.5 s.", "A waits.": "A waits.", long + " Nothing moved.": long,
	} {
		s := Slide{Title: "x.trace", Finding: &detect.Finding{Text: text}}
		if got := s.sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if s := (Slide{Title: "x.trace"}); s.sentence() != "x.trace" {
		t.Errorf("%q", s.sentence())
	}
}
