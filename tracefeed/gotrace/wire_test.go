package gotrace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// reading is all that comes out of a trace.
type reading struct {
	events []tracefeed.Event
	tables *tracefeed.Tables
	err    error
}

func readWith(t testing.TB, format tracefeed.Format, data []byte) *reading {
	t.Helper()
	feed, err := format.Open(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := &reading{tables: feed.Tables()}
	for {
		events, err := feed.(tracefeed.Batcher).Batch()
		if err != nil {
			r.err = err
			return r
		}
		r.events = append(r.events, events...)
	}
}

// sameAsReference compares what the wire reader makes of a trace with what the
// library does, event for event and name for name. Of a damaged trace it may
// give more. It returns both.
func sameAsReference(t testing.TB, what string, data []byte) (got, want *reading) {
	t.Helper()
	got, want = readWith(t, gotrace.Format(), data), readWith(t, gotrace.Reference(), data)
	if len(got.events) < len(want.events) {
		t.Fatalf("%s: %d events (%v), the library gives %d (%v)", what, len(got.events), got.err, len(want.events), want.err)
	}
	for i, ev := range want.events {
		if got.events[i] != ev {
			t.Fatalf("%s: event %d is %+v, the library has %+v", what, i, got.events[i], ev)
		}
	}
	if want.err == io.EOF || len(got.events) == len(want.events) {
		sameEnd(t, what, got, want)
	}
	return got, want
}

func sameEnd(t testing.TB, what string, got, want *reading) {
	t.Helper()
	var d *tracefeed.Damage
	switch {
	case len(got.events) != len(want.events):
		t.Fatalf("%s: %d events, the library gives %d", what, len(got.events), len(want.events))
	case (got.err == io.EOF) != (want.err == io.EOF):
		t.Fatalf("%s: ends with %v, the library with %v", what, got.err, want.err)
	case got.err != io.EOF && !errors.As(got.err, &d):
		t.Fatalf("%s: ends with %v, want damage", what, got.err)
	case !reflect.DeepEqual(got.tables, want.tables):
		t.Fatalf("%s: the names differ", what)
	}
}

var samples = []string{
	"tiny", "go-mutex2", "go-mutex2-lockids", "go-flight", "go-deadlock", "go-deadlock-lockids", "go-netserver", "go-zoo",
	"go-1.22", "go-1.23", "go-1.24", "go-1.25", "go-1.26",
}

func TestSameAsReference(t *testing.T) {
	for _, name := range samples {
		got, _ := sameAsReference(t, name, sample(t, name))
		if got.err != io.EOF {
			t.Errorf("%s: %v", name, got.err)
		}
	}
}

// TestMadeUp compares traces in which the clocks of threads disagree, so that
// events have to wait for each other, and many have the same time.
func TestMadeUp(t *testing.T) {
	for seed := range uint64(40) {
		version := []int{22, 23, 25, 26}[seed%4]
		data := madeUp(seed, version, 1+int(seed%13), 40, 3000, 10*seed)
		got, _ := sameAsReference(t, fmt.Sprint("seed ", seed), data)
		if got.err != io.EOF {
			t.Fatalf("seed %d: %v", seed, got.err)
		}
	}
}

func TestManyGoroutines(t *testing.T) {
	data := madeUp(1, 26, 8, 100_000, 100_000, 50)
	if got, _ := sameAsReference(t, "100,000 goroutines", data); got.err != io.EOF || len(got.tables.Threads) < 100_000 {
		t.Errorf("%d threads, %v", len(got.tables.Threads), got.err)
	}
}

func TestManyProcessors(t *testing.T) {
	data := madeUp(2, 26, 300, 2000, 100_000, 1000)
	if got, _ := sameAsReference(t, "300 processors", data); got.err != io.EOF {
		t.Error(got.err)
	}
}
