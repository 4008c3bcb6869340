package record_test

import (
	"testing"

	"tiv/record"
)

// TestNativeLate records a program whose first thread calls no recorded function for a
// while: that is not its end.
func TestNativeLate(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "later.c")}})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	if tables, _ := events(t, r.Traces[0]); len(tables.Threads) != 1+4 {
		t.Errorf("threads %v, want 4", tables.Threads[1:])
	}
}
