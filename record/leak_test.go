package record

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestLeaksAreProven(t *testing.T) {
	for _, c := range []struct {
		how  string
		code int
	}{{"return", 0}, {"exit", 3}, {"signal", 143}, {"panic", 2}} {
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

// The answer to a program that asks which goroutines are leaked is in the trace, also if it
// ends at once, and the recorder changes nothing about it.
func TestRequestedLeaksAreProven(t *testing.T) {
	r := record(t, "go", "run", "-ldflags=-checklinkname=0", "./asked")
	leaks := read(t, r.path).leaks
	slices.Sort(leaks)
	var want []uint64
	for word := range strings.FieldsSeq(r.stdout) {
		var id uint64
		fmt.Sscan(word, &id)
		want = append(want, id)
	}
	if slices.Sort(want); r.ExitCode != 0 || len(want) != 3 || !slices.Equal(slices.Compact(leaks), want) {
		t.Errorf("exit code %d, proven %d, the program was told %d\n%s", r.ExitCode, leaks, want, r.stderr)
	}
}

// Without the collector there are no searches, and the trace says so.
func TestNoLeaksWithoutCollector(t *testing.T) {
	for _, how := range []string{"return", "signal"} {
		r := recordWith(t, Options{Command: []string{"go", "run", "./leaks", how}, Env: append(os.Environ(), "GOGC=off")})
		if got := read(t, r.path); got.looks != "0 off" || len(got.leaks) > 0 {
			t.Errorf("%s: %q searches, proven %d", how, got.looks, got.leaks)
		}
	}
}
