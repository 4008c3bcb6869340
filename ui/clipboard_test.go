package ui

import (
	"strings"
	"testing"
)

// Where nothing can be copied to, that is said, and nothing breaks.
func TestCopyWithoutDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if err := copyPNG([]byte("picture")); err == nil || !strings.Contains(err.Error(), "there is no clipboard") ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if err := copyPNG(make([]byte, maxCopied+1)); err == nil || !strings.Contains(err.Error(), "15 MB") {
		t.Errorf("a large one: %v", err)
	}
}
