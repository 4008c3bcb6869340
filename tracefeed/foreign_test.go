package tracefeed

import (
	"strings"
	"testing"
)

// TestAdvice checks that texts that are no traces are named.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<!DOCTYPE html>\n<html>\n<head><title>Android System Trace</title>": "systrace",
		"\n<HTML><head>": "a web page",
		"<html><head></head><body><trace-viewer-container>":     "trace viewer",
		"# tracer: function_graph\n#\n# CPU  DURATION  CALLS\n": "ftrace",
		"goroutine profile: total 3\n":                          "debug=2",
		"plain text":                                            "",
	} {
		if got := AdviceOn([]byte(text)); got == "" != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
