package gotrace_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"tiv/tracefeed"
)

// Some events of the format before Go 1.22.
const (
	oldBatch      = 1
	oldFrequency  = 2
	oldGomaxprocs = 4
	oldProcStart  = 5
	oldGoCreate   = 13
	oldGoStart    = 14
	oldGoEnd      = 15
	oldGoSleep    = 19
	oldGoUnblock  = 21
)

// oldEvent appends an event: a byte of type and number of arguments, the
// length in bytes where there are more than three, and the arguments.
func oldEvent(trace []byte, kind byte, args ...uint64) []byte {
	var body []byte
	for _, a := range args {
		body = binary.AppendUvarint(body, a)
	}
	if len(args) > 3 {
		return append(append(trace, kind|3<<6, byte(len(body))), body...)
	}
	return append(append(trace, kind|byte(len(args)-1)<<6), body...)
}

// TestOldFormat reads a made-up trace of Go 1.21: a goroutine that runs for
// 10 µs, sleeps for 20 and runs for 5. The library moves events apart that have
// the same time, hence the tolerance.
func TestOldFormat(t *testing.T) {
	t.Parallel()
	data := []byte("go 1.21 trace\x00\x00\x00")
	data = oldEvent(data, oldBatch, 0, 1000)
	data = oldEvent(data, oldProcStart, 1, 7)
	data = oldEvent(data, oldGomaxprocs, 1, 2, 0)
	data = oldEvent(data, oldGoCreate, 1, 5, 0, 0)
	data = oldEvent(data, oldGoStart, 1, 5, 1)
	data = oldEvent(data, oldGoSleep, 10_000, 0)
	data = oldEvent(data, oldGoUnblock, 20_000, 5, 2, 0)
	data = oldEvent(data, oldGoStart, 0, 5, 3)
	data = oldEvent(data, oldGoEnd, 5_000)
	data = oldEvent(data, oldFrequency, 1e9)

	tl := load(t, data)
	if len(tl.Threads) != 2 || tl.Threads[1].ID != "5" {
		t.Fatalf("threads %v", tl.Threads)
	}
	got := tl.Lane(1).Sum(0, tl.End)
	within(t, "running", float64(got[tracefeed.Running]), 14_990, 15_010)
	within(t, "suspended", float64(got[tracefeed.Suspended]), 19_990, 20_010)
	for cut := 17; cut < len(data); cut++ {
		reduce(t, data[:cut])
	}
	bad := bytes.Clone(data)
	bad[len(bad)-1] = 0xff
	if _, err := reduce(t, bad); !errors.As(err, new(*tracefeed.Damage)) {
		t.Errorf("a number without an end: got %v", err)
	}
}

// TestOldTrace reads a trace that Go 1.21 wrote: four goroutines that take turns
// to sleep while they hold one lock.
func TestOldTrace(t *testing.T) {
	t.Parallel()
	tl := load(t, sample(t, "go-1.21"))
	workers := named(tl.Threads, "main.main.func1")
	if len(workers) != 4 {
		t.Fatalf("%d workers, want 4", len(workers))
	}
	for _, id := range workers {
		within(t, "blocking", share(tl, id, tracefeed.Blocking), 0.4, 0.9)
	}
}

// TestNote checks that a note tells the user when the library reads.
func TestNote(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"go 1.26 trace\x00\x00\x00": "",
		"go 1.22 trace\x00\x00\x00": "",
		"go 1.21 trace\x00\x00\x00": `read slowly: the format "go 1.21" is not known well`,
		"go 1.99 trace\x00\x00\x00": `read slowly: the format "go 1.99" is not known well`,
	} {
		if got := openBytes(t, []byte(head)).Header().Note; got != want {
			t.Errorf("%.13s: %q, want %q", head, got, want)
		}
	}
}
