package record_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/record"
)

// TestNativeDebugSymbols records a program without symbols, which is in a package, and one
// with symbols. The system's list of packages is replaced; a second recording does not read it.
func TestNativeDebugSymbols(t *testing.T) {
	dir := t.TempDir()
	const query = "#!/bin/sh\nfor f in \"$@\"; do case $f in */wrapped) echo \"some-tools:amd64: $f\";; " +
		"*) echo \"no path $f\" >&2;; esac; done\nexit 1\n"
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for flag, want := range map[string]bool{"-s": true, "-g": false} {
		program := filepath.Join(dir, "wrapped")
		if err := os.Rename(compiled(t, "title.c", flag), program); err != nil {
			t.Fatal(err)
		}
		for _, script := range []string{query, "#!/bin/sh\nexit 1\n"} {
			if err := os.WriteFile(filepath.Join(dir, "dpkg-query"), []byte(script), 0o777); err != nil {
				t.Fatal(err)
			}
			r := recordNative(t, record.Options{Command: []string{program, "x"}})
			if got := strings.Contains(r.notes, "some-tools-dbgsym"); got != want {
				t.Errorf("%s: notes %q", flag, r.notes)
			}
		}
	}
}
