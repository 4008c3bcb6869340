package gotrace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"tiv/internal/oracle"
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
	feed, err := format.Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	r := &reading{tables: feed.Tables()}
	for events := []tracefeed.Event(nil); ; {
		events, err = feed.Batch(events)
		if err != nil {
			r.err = err
			return r
		}
		r.events = append(r.events, events...)
	}
}

// sameAsReference compares the wire reader's result for a trace with the
// library's, event for event and name for name. If the library fails, the wire
// reader may return more: at the end, and about the start of the trace. It
// returns both results.
func sameAsReference(t testing.TB, what string, data []byte) (got, want *reading) {
	t.Helper()
	got, want = readWith(t, gotrace.Format(), data), readWith(t, gotrace.Reference(), data)
	if len(got.events) < len(want.events) {
		t.Fatalf("%s: %d events (%v), the library gives %d (%v)", what, len(got.events), got.err, len(want.events), want.err)
	}
	rest := got.events
	for i, ev := range want.events {
		for want.err != io.EOF && len(rest) > 0 && rest[0].Time == 0 && rest[0] != ev {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0] != ev {
			t.Fatalf("%s: event %d is %+v, the library has %+v", what, i, rest[:min(1, len(rest))], ev)
		}
		rest = rest[1:]
	}
	switch {
	case got.err != io.EOF && !errors.As(got.err, new(*tracefeed.Damage)):
		t.Fatalf("%s: ends with %v, want damage", what, got.err)
	case want.err != io.EOF:
		sameStart(t, what+": threads", got.tables.Threads, want.tables.Threads, func(th tracefeed.Thread) any { return th.ID })
		sameStart(t, what+": frames", got.tables.Frames, want.tables.Frames, func(f tracefeed.Frame) any { return f })
	case len(rest) > 0:
		t.Fatalf("%s: %d events more than the library, then %v", what, len(rest), got.err)
	case got.err != io.EOF:
		// The library takes a table that is cut for the end of the trace.
	case !reflect.DeepEqual(tracefeed.FullDelta(got.tables), tracefeed.FullDelta(want.tables)):
		t.Fatalf("%s: the names differ", what)
	}
	return got, want
}

// sameStart compares as much of a table as the library has.
func sameStart[T any](t testing.TB, what string, got, want []T, key func(T) any) {
	t.Helper()
	for i, w := range want {
		if i >= len(got) || key(got[i]) != key(w) {
			t.Fatalf("%s: entry %d is %v, the library has %v", what, i, got[i:min(i+1, len(got))], w)
		}
	}
}

var samples = []string{
	"tiny", "go-mutex2", "go-mutex2-lockids", "go-flight", "go-deadlock", "go-deadlock-lockids", "go-netserver", "go-zoo",
	"go-leaks", "go-profiled",
	"go-1.22", "go-1.23", "go-1.24", "go-1.25", "go-1.26",
}

func TestSameAsReference(t *testing.T) {
	t.Parallel()
	for _, name := range samples {
		got, _ := sameAsReference(t, name, sample(t, name))
		if got.err != io.EOF {
			t.Errorf("%s: %v", name, got.err)
		}
	}
}

// TestSideBySide has batches decoded in goroutines of their own, or not: the
// tests before and after have it as the machine is.
func TestSideBySide(t *testing.T) {
	for _, procs := range []int{2, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		for _, name := range []string{"go-1.22", "go-1.26", "go-netserver"} {
			sameAsReference(t, name, sample(t, name))
		}
		data := madeUp(7, 25, 4, 50, int(oracle.Seeds(100_000)), 30)
		sameAsReference(t, "made up", data)
		sameAsReference(t, "made up, cut", data[:len(data)/2])
		bad := bytes.Clone(data)
		bad[len(data)/2] = 0xff
		sameAsReference(t, "made up, spoiled", bad)
	}
}

// TestMadeUp compares traces in which the clocks of threads disagree, so that
// events have to wait for each other, and many have the same time.
func TestMadeUp(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(40) {
		version := []int{22, 23, 25, 26}[seed%4]
		data := madeUp(seed, version, 1+int(seed%13), 40, 3000, 10*seed)
		got, _ := sameAsReference(t, fmt.Sprint("seed ", seed), data)
		if got.err != io.EOF {
			t.Fatalf("seed %d: %v", seed, got.err)
		}
	}
}

func TestManyGoroutines(t *testing.T) {
	t.Parallel()
	data := madeUp(1, 26, 8, 100_000, 30_000, 50)
	if got, _ := sameAsReference(t, "100,000 goroutines", data); got.err != io.EOF || len(got.tables.Threads) < 100_000 {
		t.Errorf("%d threads, %v", len(got.tables.Threads), got.err)
	}
}

func TestManyProcessors(t *testing.T) {
	t.Parallel()
	data := madeUp(2, 26, 300, 2000, int(oracle.Seeds(40_000)), 1000)
	if got, _ := sameAsReference(t, "300 processors", data); got.err != io.EOF {
		t.Error(got.err)
	}
}

// TestSameWhenCut cuts traces of each version at many places.
func TestSameWhenCut(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tiny", "go-flight", "go-1.22", "go-1.23", "go-1.24", "go-1.25", "go-1.26"} {
		data := sample(t, name)
		for at := 16; at < len(data); at += oracle.Stride(len(data), 24) {
			sameAsReference(t, fmt.Sprintf("%s cut at %d", name, at), data[:at])
		}
	}
}

// TestSameWhenSpoiled changes bytes. The wire reader checks ignored events
// less: regions that end in the wrong order, a range that begins twice, the
// stack of an allocation. So it may continue when the library fails.
func TestSameWhenSpoiled(t *testing.T) {
	t.Parallel()
	for version, seed := range map[int]uint64{22: 1, 23: 2, 25: 3, 26: 4} {
		data := madeUp(seed, version, 3, 10, 50, 20)
		rng := rand.New(rand.NewPCG(seed, 1))
		more, steps := 0, oracle.Stride(5*24, 24)
		for at := 16; at < len(data); at += 1 + rng.IntN(steps) {
			bad := bytes.Clone(data)
			bad[at] ^= byte(1 + rng.IntN(255))
			got, want := sameAsReference(t, fmt.Sprintf("1.%d, byte %d", version, at), bad)
			if len(got.events) > len(want.events) {
				more++
			}
		}
		if more > len(data)/100 {
			t.Errorf("1.%d: goes on in %d of %d spoiled traces in which the library gives up", version, more, len(data))
		}
	}
}
