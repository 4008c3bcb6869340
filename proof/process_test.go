package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// quick is a bench without modules, for commands of the system.
func quick() *bench { return &bench{} }

func TestCommandIsStoppedByItsTimeout(t *testing.T) {
	dir := t.TempDir()
	j := job{args: []string{"sleep", "600"}, dir: dir, log: filepath.Join(dir, "log"), timeout: 50 * time.Millisecond}
	if _, err := quick().command(context.Background(), j); err == nil || !strings.Contains(err.Error(), "stopped after 50ms") {
		t.Errorf("got %v", err)
	}
}

// writes is a script whose child writes a file, runs until it is terminated, and
// reports its end.
const writes = `(trap "echo stopped > ended; exit" TERM; echo too much > traces/file; sleep 600 & wait) & wait`

func TestCommandIsStoppedWithItsChildrenByTheSizeOfTraces(t *testing.T) {
	dir := t.TempDir()
	traces := filepath.Join(dir, "traces")
	if err := os.Mkdir(traces, 0o777); err != nil {
		t.Fatal(err)
	}
	j := job{args: []string{"sh", "-c", writes}, dir: dir, log: filepath.Join(dir, "log"), timeout: time.Hour, watch: traces, maxWatch: 3}
	if _, err := quick().command(context.Background(), j); err == nil || !strings.Contains(err.Error(), "exceed the limit") {
		t.Errorf("got %v", err)
	}
	for n := 0; ; n++ { // the child has got its signal, and takes a moment
		if _, err := os.Stat(filepath.Join(dir, "ended")); err == nil {
			break
		}
		if time.Sleep(5 * time.Millisecond); n == 2000 {
			t.Fatal("the child goes on")
		}
	}
}

func TestCommandThatFailsSaysWhy(t *testing.T) {
	dir := t.TempDir()
	j := job{args: []string{"sh", "-c", "echo out; echo first >&2; echo no proxy >&2; exit 3"}, dir: dir,
		log: filepath.Join(dir, "log"), timeout: time.Hour}
	if _, err := quick().command(context.Background(), j); err == nil || !strings.Contains(err.Error(), "exit code 3: no proxy") {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(j.log); err != nil || string(text) != "out\n" {
		t.Errorf("the log holds %q, %v", text, err)
	}
}

func TestMeasuredTestKeepsItsExitCode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "costs")
	for _, script := range []string{"exit 0", "exit 4", "kill -9 $$"} {
		want := map[string]int{"exit 4": 4, "kill -9 $$": 137}[script]
		if got := measureTest(file, []string{"sh", "-c", script}); got != want {
			t.Errorf("%s: exit code %d, want %d", script, got, want)
		}
	}
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), "\n") != 3 {
		t.Errorf("costs of three programs: %q, %v", text, err)
	}
	if sum, err := readCosts(file); err != nil || sum.Wall <= 0 || sum.Peak <= 0 {
		t.Errorf("the sum is %+v, %v", sum, err)
	}
	if _, err := readCosts(file + ".absent"); err == nil {
		t.Error("no program ran, and no error")
	}
}

func TestCopyOfAModuleCanBeWritten(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(filepath.Join(from, "go.mod"), []byte("module x\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second replaces the first
		if err := copyTree(from, to); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(filepath.Join(to, "go.mod")); err != nil || info.Mode().Perm()&0o200 == 0 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
