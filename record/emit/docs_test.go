package emit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// The examples of docs/emit.md run as described.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/emit.md")
	if err != nil {
		t.Fatal(err)
	}
	include, err := filepath.Abs("../c")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "program")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "main.c")
	write(t, source, codeBlock(t, string(page), "c"))
	runIn(t, dir, compile(t, source, "-std=c99", "-I"+include))
	checkDocumented(t, filepath.Join(dir, "trace.bin"))

	write(t, filepath.Join(dir, "main.go"), codeBlock(t, string(page), "go"))
	edit, _, _ := strings.Cut(codeBlock(t, string(page), "sh"), "\n")
	buildOutside(t, dir, edit)
	runIn(t, dir, filepath.Join(dir, "main"))
	checkDocumented(t, filepath.Join(dir, "trace.bin"))
}

// buildOutside builds the program in dir as a separate module, which gets this
// one by the command edit, from a link in place of a checkout.
func buildOutside(t *testing.T, dir, edit string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(filepath.Dir(dir), "tiv")
	if err := os.Symlink(root, beside); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/outside\n\ngo 1.26.0\n")
	for _, args := range [][]string{strings.Fields(edit), {"go", "build", "-mod=mod", "-o", "main", "."}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
}

// codeBlock returns the first block of code in a language.
func codeBlock(t *testing.T, page, language string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "\n```"+language+"\n")
	code, _, closed := strings.Cut(rest, "\n```\n")
	if !ok || !closed {
		t.Fatalf("there is no example in %s", language)
	}
	return code + "\n"
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func runIn(t *testing.T, dir, program string) {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func checkDocumented(t *testing.T, path string) {
	t.Helper()
	tr := load(t, path, true)
	worker := tr.thread(t, "worker")
	for _, kind := range []tracefeed.Kind{tracefeed.MonitorEnter, tracefeed.MonitorExit, tracefeed.ThreadEnd} {
		n := 0
		for _, ev := range tr.events {
			if ev.Kind == kind && ev.Thread == worker {
				n++
			}
		}
		if n != 1 {
			t.Errorf("the worker tells %d times of %s", n, kind)
		}
	}
	if m := tr.tables.Monitors; len(m) != 2 || m[1].Name != "results" {
		t.Errorf("monitors are %v", m)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}
