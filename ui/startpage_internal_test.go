package ui

import (
	"path/filepath"
	"runtime"
	"testing"
)

// The page lists recent traces at once, and marks later those that are gone.
func TestRecentTracesGone(t *testing.T) {
	a := unopened(t)
	gone, here := filepath.Join(t.TempDir(), "gone.tiv"), deadlock
	a.Prefs.Recent = []string{gone, here, "demo:deadlock"}
	p := &a.start
	if p.refresh(); len(p.recent) != 3 || p.recent[0].gone {
		t.Errorf("at once: %v", p.recent)
	}
	for p.look != nil {
		p.serve()
		runtime.Gosched()
	}
	if len(p.recent) != 3 || !p.recent[0].gone || p.recent[1].gone || p.recent[2].gone {
		t.Errorf("later: %v", p.recent)
	}
}
