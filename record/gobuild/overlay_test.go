package gobuild

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// goSource is GOROOT/src of the toolchain that runs this test.
func goSource(t *testing.T) fs.FS {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return os.DirFS(filepath.Join(strings.TrimSpace(string(out)), "src"))
}

// altered copies the part of a toolchain that the overlay reads, and replaces a
// text in one file.
func altered(t *testing.T, file, old, new string) fs.FS {
	t.Helper()
	src := goSource(t)
	copied := fstest.MapFS{"internal/runtime/exithook/hooks.go": {}}
	for _, f := range allFeatures {
		for _, p := range f.patches {
			raw, err := fs.ReadFile(src, p.file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(raw)
			if p.file == file {
				if !strings.Contains(text, old) {
					t.Fatalf("%s: no %q", file, old)
				}
				text = strings.ReplaceAll(text, old, new)
			}
			copied[p.file] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return copied
}

func TestEveryReplacementIsAsserted(t *testing.T) {
	for _, f := range allFeatures {
		for _, p := range f.patches {
			for _, c := range p.changes {
				line := firstLine(c.old)
				src := altered(t, p.file, c.old, "")
				files, notes, err := overlayFiles("go1.99.1", src, allFeatures)
				if err != nil {
					t.Fatal(err)
				}
				if len(notes) != 1 || !strings.HasPrefix(notes[0], "go1.99.1: "+p.file+": ") ||
					!strings.Contains(notes[0], "recording without "+f.name) {
					t.Errorf("without %q: notes %q", line, notes)
				}
				for _, left := range f.patches {
					if files[left.file] != "" {
						t.Errorf("without %q: %s is patched all the same", line, left.file)
					}
				}
			}
		}
	}
}

func TestOldToolchainIsRefused(t *testing.T) {
	_, _, err := overlayFiles("go1.20", fstest.MapFS{"sync/mutex.go": {}}, allFeatures)
	if err == nil || !strings.Contains(err.Error(), "go1.20: internal/runtime/exithook: ") {
		t.Errorf("%v", err)
	}
}
