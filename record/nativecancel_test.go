package record_test

import (
	"os/exec"
	"strings"
	"testing"

	"tiv/record"
)

// TestNativeCancellation compares what calls return in a recorded program with the bare one:
// cancellation points that need not wait, and invalid times.
func TestNativeCancellation(t *testing.T) {
	t.Parallel()
	program := compiled(t, "cancel.c")
	want, err := exec.Command(program).Output()
	if err != nil || !strings.Contains(string(want), "loop: cancelled") {
		t.Fatalf("%v: %s", err, want)
	}
	r := recordNative(t, record.Options{Command: []string{"timeout", "-s", "KILL", "60", program}})
	if r.ExitCode != 0 || r.out != string(want) {
		t.Errorf("exit code %d: %s\n%s\nwant\n%s", r.ExitCode, r.notes, r.out, want)
	}
}
