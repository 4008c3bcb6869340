package gobuild

import (
	"path/filepath"
	"strings"
	"testing"
)

// The go command would not say that it ignores an overlay.
func TestCallsInTheModuleCache(t *testing.T) {
	cache := t.TempDir()
	f := callFinder{tc: toolchain{modCache: cache}}
	if why := f.why(&listed{Dir: filepath.Join(cache, "example.com", "x@v1.0.0")}); !strings.Contains(why, "module cache") {
		t.Errorf("%q", why)
	}
	if why := f.why(&listed{Dir: cache + "-beside"}); why != "" {
		t.Errorf("%q", why)
	}
}

// A pattern that covers nothing leaves the program as it is.
func TestCallsOfNothing(t *testing.T) {
	notes := 0
	b := &Build{Calls: []string{"nothing"}, Tmp: t.TempDir(), Command: &Command{Verb: "run", Targets: []string{"./called"}},
		tc: toolchain{command: "go", dir: "../testdata"}, Note: func(string, ...any) { notes++ }}
	over := &overlay{Replace: map[string]string{}}
	if err := b.addCalls(t.Context(), over); err != nil || len(over.Replace) != 0 || notes != 1 {
		t.Errorf("%d files replaced, %d notes, %v", len(over.Replace), notes, err)
	}
}
