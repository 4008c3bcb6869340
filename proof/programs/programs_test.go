package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/recorded"
)

// TestPrograms records every program and compares its findings with
// expected.json.
func TestPrograms(t *testing.T) {
	bin, err := recorded.Build(t.Context(), ".", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
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
	tl, report, err := recorded.Find(t.Context(), trace)
	if err != nil {
		t.Fatal(err)
	}
	var all []accusation
	for _, f := range report.Findings {
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
