package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// TestPrograms records every program and compares its findings with
// expected.json.
func TestPrograms(t *testing.T) {
	bin := buildRecorded(t)
	for _, e := range expectations(t) {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			trace := filepath.Join(t.TempDir(), e.Name+".trace")
			run(t, bin, trace, e)
			for _, complaint := range e.judge(findings(t, trace)) {
				t.Error(complaint)
			}
			if e.Later != "" {
				t.Logf("no detector yet: %s", e.Later)
			}
		})
	}
}

// buildRecorded builds the programs so that they write traces.
func buildRecorded(t *testing.T) (bin string) {
	t.Helper()
	dir := t.TempDir()
	bin = filepath.Join(dir, "programs")
	var stderr strings.Builder
	result, err := record.Run(context.Background(), record.Options{
		Command: []string{"go", "build", "-o", bin, "."},
		Out:     filepath.Join(dir, "programs.trace"),
		Stderr:  &stderr,
	})
	if err != nil || result.ExitCode != 0 {
		t.Fatalf("build: exit code %d, %v\n%s", result.ExitCode, err, stderr.String())
	}
	return bin
}

// run runs one program and checks how it ends.
func run(t *testing.T, bin, trace string, e expectation) {
	t.Helper()
	cmd := exec.Command(bin, e.Name)
	cmd.Env = append(os.Environ(), "TIV_TRACE="+trace)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	want := "exit status 0"
	if e.Signal != "" {
		want = "signal: " + e.Signal
	}
	if got := cmd.ProcessState.String(); got != want || len(out) > 0 {
		t.Errorf("%s, want %s; output:\n%s", got, want, out)
	}
}

// findings returns the findings in a trace that accuse, and the lock-order
// inversions, which are notes.
func findings(t *testing.T, trace string) []accusation {
	t.Helper()
	source, err := tracefeed.Open(trace, workspace.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	tl, err := reduced.Timeline(source, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	var all []accusation
	for _, f := range detect.Find(context.Background(), tl, nil).Findings {
		if !f.Severity.Accuses() && f.Kind != detect.LockOrderInversion {
			continue
		}
		a := accusation{kind: f.Kind, text: fmt.Sprintf("%s (%v): %s", f.Kind, f.Severity, f.Text)}
		for _, id := range f.Threads {
			a.threads = append(a.threads, tl.Threads[id].Name)
		}
		all = append(all, a)
	}
	return all
}
