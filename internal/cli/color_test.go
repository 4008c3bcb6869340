package cli

import (
	"bytes"
	"strings"
	"testing"

	"tiv/interaction/detect"
)

// Severities have colours of their own, and none where the output is no terminal.
func TestColour(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range []detect.Severity{detect.Note, detect.Warning, detect.Error} {
		marked := colour(s, "x")
		if seen[marked] || !strings.HasPrefix(marked, "\x1b[1") || !strings.HasSuffix(marked, "x\x1b[0m") {
			t.Errorf("%v: %q", s, marked)
		}
		seen[marked] = true
	}
	t.Setenv("TERM", "xterm")
	if coloured(new(bytes.Buffer)) {
		t.Error("there is no terminal")
	}
	if r := tiv(t, "check", fixture("deadlock")); strings.Contains(r.out, "\x1b") || !strings.Contains(r.out, "deadlock") {
		t.Errorf("%q", r.out)
	}
}
