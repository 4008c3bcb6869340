package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestLeaksAreProven(t *testing.T) {
	for _, c := range []struct {
		how  string
		code int
	}{{"return", 0}, {"exit", 3}, {"signal", 143}} {
		r := record(t, "go", "run", "./leaks", c.how)
		got := read(t, r.path)
		if r.ExitCode != c.code || got.err != nil || len(r.Notes) != 0 {
			t.Errorf("%s: exit code %d, notes %q, trace ends with %v", c.how, r.ExitCode, r.Notes, got.err)
		}
		var proven, want []string
		for line := range strings.Lines(r.stdout) {
			var name string
			var id uint64
			fmt.Sscan(line, &name, &id)
			if slices.Contains(got.leaks, id) {
				proven = append(proven, name)
			}
			if strings.HasPrefix(name, "leaked-") {
				want = append(want, name)
			}
		}
		if !slices.Equal(proven, want) || len(want) != 7 {
			t.Errorf("%s: proven %q, want %q", c.how, proven, want)
		}
	}
}

// Objects held only by the main function's variables are no leak when it
// returns.
func TestEndOfMainProvesNothing(t *testing.T) {
	r := record(t, "go", "run", "./leaks", "soon")
	for line := range strings.Lines(r.stdout) {
		var name string
		var id uint64
		fmt.Sscan(line, &name, &id)
		if strings.HasPrefix(name, "idle-") && slices.Contains(read(t, r.path).leaks, id) {
			t.Errorf("%s: proven", name)
		}
	}
}

func TestAllAsleepIsAProof(t *testing.T) {
	r := record(t, "go", "run", "./asleep")
	if got := read(t, r.path); r.ExitCode != 2 || !slices.Contains(got.leaks, 1) {
		t.Errorf("exit code %d, proven %d, want the main goroutine too", r.ExitCode, got.leaks)
	}
}
