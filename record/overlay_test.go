package record

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// goRoot returns GOROOT of the toolchain that runs this test.
func goRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// alteredSource is the source of a toolchain with another text of one file.
type alteredSource struct {
	fs.FS
	file, text string
}

func (s alteredSource) ReadFile(name string) ([]byte, error) {
	if name == s.file {
		return []byte(s.text), nil
	}
	return fs.ReadFile(s.FS, name)
}

// altered returns the source of the toolchain that runs this test, and replaces a text in
// one file.
func altered(t *testing.T, file, old, new string) fs.FS {
	t.Helper()
	src := os.DirFS(filepath.Join(goRoot(t), "src"))
	raw, err := fs.ReadFile(src, file)
	if err != nil || !strings.Contains(string(raw), old) {
		t.Fatalf("%s: no %q: %v", file, old, err)
	}
	return alteredSource{src, file, strings.ReplaceAll(string(raw), old, new)}
}

func TestRefusedToolchainIsRecordedWithoutLocks(t *testing.T) {
	src := altered(t, "internal/sync/mutex.go", "m.lockSlow()", "m.lockSlowly()")
	r := recordWith(t, Options{Command: words("go run ./deadlock"), source: src})
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], ": internal/sync/mutex.go: ") {
		t.Errorf("notes %q", r.Notes)
	}
	got := read(t, r.path)
	if r.ExitCode != 3 || got.err != nil || len(got.locks) != 0 || got.span == 0 {
		t.Errorf("exit code %d, %d lock events, trace of %v ends with %v", r.ExitCode, len(got.locks), got.span, got.err)
	}
}

func TestNothingButPublicCallsStillRecords(t *testing.T) {
	src := fstest.MapFS{"internal/runtime/exithook/hooks.go": {}}
	r := recordWith(t, Options{Command: words("go run ./deadlock"), source: src})
	if len(r.Notes) != 5 {
		t.Errorf("notes %q, want one for each feature with patches", r.Notes)
	}
	got := read(t, r.path)
	if r.ExitCode != 3 || got.err != nil || got.span == 0 {
		t.Errorf("exit code %d, trace of %v ends with %v", r.ExitCode, got.span, got.err)
	}
}

func TestTextThatDoesNotCompileIsLeftOut(t *testing.T) {
	src := altered(t, "internal/sync/mutex.go", "func (m *Mutex) unlockSlow(", "func (m *Mutex) unlockSlower(")
	r := recordWith(t, Options{Command: words("go run ./deadlock"), source: src})
	if len(r.Notes) != 2 || !strings.Contains(r.Notes[0], "unlockSlow") ||
		!strings.Contains(r.Notes[1], "recording without lock identity, ") {
		t.Errorf("notes %q", r.Notes)
	}
	if got := read(t, r.path); r.ExitCode != 3 || got.err != nil || got.span == 0 {
		t.Errorf("exit code %d, trace of %v ends with %v", r.ExitCode, got.span, got.err)
	}
}

// Locks are recorded even if the runtime's internals are different.
func TestWithoutTheRuntimesInside(t *testing.T) {
	src := altered(t, "runtime/signal_unix.go", "func sighandler(", "func sigHandler(")
	r := recordWith(t, Options{Command: words("go run ./deadlock"), source: src})
	const left = "recording without the last moments before a signal, limits on lock events, and channels"
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], left) {
		t.Errorf("notes %q", r.Notes)
	}
	got := read(t, r.path)
	for _, lock := range addresses(t, r.stdout) {
		if words := got.on(lock); len(words) != 2 {
			t.Errorf("lock %x: %v", lock, words)
		}
	}
}
