package record_test

import (
	"slices"
	"testing"

	"tiv/record"
)

// TestNativeNames checks that threads have the names that another thread gives them, and
// only those.
func TestNativeNames(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "names.c")}})
	if len(r.Traces) != 1 {
		t.Fatalf("traces %v\n%s", r.Traces, r.notes)
	}
	tables, _ := events(t, r.Traces[0])
	var got []string
	for _, th := range tables.Threads[1:] {
		got = append(got, th.Name)
	}
	if want := []string{"names", "alpha", "beta", "gamma"}; !slices.Equal(got, want) {
		t.Errorf("threads %q, want %q", got, want)
	}
}
