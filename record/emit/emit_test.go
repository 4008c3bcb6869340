package emit_test

import (
	"path/filepath"
	"testing"
)

func TestExampleInGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.bin")
	if err := runPool(path); err != nil {
		t.Fatal(err)
	}
	checkPool(t, load(t, path, true))
}
