package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnlyGlibc checks that the path of the library leads to it with each value of $LIB,
// and nowhere without one. A second call returns the same path.
func TestOnlyGlibc(t *testing.T) {
	t.Parallel()
	library := filepath.Join(t.TempDir(), "x.so")
	if err := os.WriteFile(library, []byte("library"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		path, err := onlyGlibc(library, &links{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s exists", path)
		}
		for _, lib := range libFolders {
			raw, err := os.ReadFile(strings.Replace(path, "$LIB", lib, 1))
			if err != nil || string(raw) != "library" {
				t.Errorf("%s: %q, %v", lib, raw, err)
			}
		}
	}
}
