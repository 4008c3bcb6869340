package gobuild

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestNoCacheForGo(t *testing.T) {
	for _, dir := range []string{"", "/dev/null/none"} {
		notes := 0
		b := &Build{Tmp: t.TempDir(), tc: toolchain{goCache: dir}, Note: func(string, ...any) { notes++ }}
		if _, err := b.cache(); err != nil || notes != 1 ||
			!slices.Contains(b.tc.env, "GOCACHE="+filepath.Join(b.Tmp, "cache", "go-build")) {
			t.Errorf("%q: %v, environment %q, %d notes", dir, err, b.tc.env, notes)
		}
	}
}
