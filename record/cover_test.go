package record

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// coveredModule has a program in two packages.
var coveredModule = map[string]string{
	"main.go":    "package main\n\nimport \"example.com/app/lib\"\n\nfunc main() { print(lib.Two()) }\n",
	"lib/lib.go": "package lib\n\nfunc Two() int { return 2 }\n",
}

// A program that measures its coverage is recorded, and still writes its coverage.
func TestCoverage(t *testing.T) {
	dir := module(t, coveredModule)
	for _, c := range []struct {
		command, flags string
		data           bool
	}{
		{"go run -cover .", "", true},
		{"go run -covermode=count -coverpkg=./... .", "", true},
		{"go run main.go", "-cover", true},
		{"go run -coverpkg=./lib .", "", false}, // the main package is not instrumented and writes nothing
	} {
		data := t.TempDir()
		r := recordWith(t, Options{Command: words(c.command), Dir: dir, Env: append(plainEnv(), "GOCOVERDIR="+data, "GOFLAGS="+c.flags)})
		if r.ExitCode != 0 || r.stderr != "2" || len(r.Notes) != 0 {
			t.Errorf("%s: exit code %d, notes %q, output %q", c.command, r.ExitCode, r.Notes, r.stderr)
			continue
		}
		if got := read(t, r.path); got.err != nil || got.span == 0 {
			t.Errorf("%s: trace of %v ends with %v", c.command, got.span, got.err)
		}
		if made, _ := os.ReadDir(data); (len(made) > 0) != c.data {
			t.Errorf("%s: %d files of coverage", c.command, len(made))
		}
	}
}

func TestBuildWithCoverage(t *testing.T) {
	dir, bin := module(t, coveredModule), filepath.Join(t.TempDir(), "app")
	r := recordWith(t, Options{Command: []string{"go", "build", "-cover", "-o", bin, "."}, Dir: dir})
	cmd := exec.Command(bin)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "2" || len(r.Notes) != 1 {
		t.Fatalf("%v: %q, notes %q", err, out, r.Notes)
	}
	if got := read(t, r.path); got.err != nil || got.span == 0 {
		t.Errorf("trace of %v ends with %v", got.span, got.err)
	}
}

// The cover tool reads no overlays, so it would remove the recorder from packages of Go.
func TestCoverageOfGoItself(t *testing.T) {
	dir := module(t, coveredModule)
	for _, command := range []string{"go run -coverpkg=all .", "go test -coverpkg=sync,./lib ./lib"} {
		o := Options{Command: words(command), Dir: dir, Out: filepath.Join(t.TempDir(), "x.trace"), Stdout: io.Discard, Stderr: io.Discard}
		if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "name your own packages") {
			t.Errorf("%s: %v", command, err)
		}
	}
}
