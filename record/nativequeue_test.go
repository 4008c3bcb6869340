package record_test

import (
	"fmt"
	"testing"

	"tiv/record"
)

// TestNativeQueue checks the note about waits for processors, of four busy threads for
// each.
func TestNativeQueue(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "spin.c")}})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	var number float64
	var unit string
	var percent int
	n, _ := fmt.Sscanf(tl.Header.Remarks(), "threads waited %f %s for processors, %d %% of the time", &number, &unit, &percent)
	if n != 3 || number == 0 || percent < 40 || percent > 100 {
		t.Errorf("note %q", tl.Header.Remarks())
	}
}
