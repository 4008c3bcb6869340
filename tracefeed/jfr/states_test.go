package jfr

import (
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// TestSamples checks what follows from the samples of recordings that have no events of waits.
func TestSamples(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]map[string]string{
		"sleeping-samples.jfr.gz": {"busy": "running 0-9800000000 unknown 9800000000-9801000000", "idle": "suspended 1000000-9801000000"},
		"wallclock-only.jfr.gz":   {"busy": "running 0-9800000000 unknown 9800000000-9801000000", "idle": "suspended 1000000-9801000000"},
	} {
		all := read(t, testtrace.File(t, "testdata/"+file))
		if all.Err != nil {
			t.Fatal(all.Err)
		}
		spans := all.Spans()
		for thread, text := range want {
			if got := testtrace.Text(spans[thread]); got != text {
				t.Errorf("%s: %s: %s, want %s", file, thread, got, text)
			}
			if n := all.samples(thread); n != 50 {
				t.Errorf("%s: %s has %d samples", file, thread, n)
			}
		}
		if !strings.Contains(all.Note, "no events of waits for monitors") || !strings.Contains(all.Note, "about every 200 ms") {
			t.Errorf("%s: the remark is %q", file, all.Note)
		}
	}
}

// samples returns the number of looks at a thread.
func (all *told) samples(thread string) (n int64) {
	for _, ev := range all.Events {
		if ev.Kind == tracefeed.Sample && all.name(ev.Thread) == thread {
			n += ev.Value
		}
	}
	return n
}

// TestBuffers checks that an allocation in a new buffer of a thread counts the buffer.
func TestBuffers(t *testing.T) {
	t.Parallel()
	all := read(t, testtrace.File(t, "testdata/tlab-only.jfr.gz"))
	n, bytes := 0, int64(0)
	for _, ev := range all.Events {
		if ev.Kind == tracefeed.Alloc {
			n, bytes = n+1, bytes+ev.Value
		}
	}
	if n != 107 || bytes != 109530520 || all.Err != nil || !strings.Contains(all.Note, "1 allocations without a thread") {
		t.Errorf("%d allocations of %d bytes (%v; %s)", n, bytes, all.Err, all.Note)
	}
}
