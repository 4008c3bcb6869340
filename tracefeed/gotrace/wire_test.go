package gotrace_test

import (
	"bytes"
	"errors"
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

func TestSameAsReference(t *testing.T) {
	for _, name := range []string{
		"tiny", "go-mutex2", "go-mutex2-lockids", "go-flight", "go-deadlock", "go-deadlock-lockids", "go-netserver", "go-zoo",
	} {
		got, _ := sameAsReference(t, name, sample(t, name))
		if got.err != io.EOF {
			t.Errorf("%s: %v", name, got.err)
		}
	}
}
