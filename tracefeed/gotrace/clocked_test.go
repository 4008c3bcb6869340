package gotrace_test

import (
	"bytes"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// carried returns the events of a trace with the carriers of goroutines.
func carried(t *testing.T, data []byte) (*gotrace.Clocked, []tracefeed.Event) {
	t.Helper()
	r := bytes.NewReader(data)
	feed, err := gotrace.OpenClocked(tracefeed.Input{Reader: r, At: bytes.NewReader(data), Size: int64(len(data))}, true)
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	var events []tracefeed.Event
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, *ev)
	}
	return feed, events
}

// TestCarriers compares the carriers of goroutines with those that the library tells.
func TestCarriers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-mutex2-lockids", "go-flight", "go-netserver", "go-zoo", "go-1.22", "go-1.23", "go-1.24",
		"go-1.25", "go-1.26"} {
		data := sample(t, name)
		feed, got := carried(t, data)
		want := readWith(t, gotrace.CarriedReference(), data)
		on := 0
		for i, ev := range want.events {
			if ev.Time == 0 && ev.Kind != tracefeed.Run {
				got[i].Object, ev.Object = 0, 0 // the library does not tell the thread of a system call
			}
			if got[i] != ev {
				t.Fatalf("%s: event %d is %+v, want %+v", name, i, got[i], ev)
			}
			if ev.Kind == tracefeed.Run && !feed.Carries(ev.Object) {
				t.Fatalf("%s: event %d is on the thread %d, which the trace does not have", name, i, ev.Object)
			}
			if ev.Kind == tracefeed.Run || ev.Kind == tracefeed.IOStart && ev.Object != 0 {
				on++
			}
		}
		if len(got) != len(want.events) || on == 0 || feed.Carries(7) {
			t.Errorf("%s: %d events, want %d; %d on carriers", name, len(got), len(want.events), on)
		}
		if start := feed.Place().Monotonic; start%64 != 0 || start == 0 {
			t.Errorf("%s: it starts at %d, not in units of the clock", name, start)
		}
	}
}

// TestOtherClock checks that a trace with another clock has no carriers, nor one of a format
// that is not known.
func TestOtherClock(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"made up": madeUp(1, 26, 2, 4, 50, 10), "old": []byte("go 1.21 trace\x00\x00\x00"), "empty": nil,
	} {
		r := bytes.NewReader(data)
		_, err := gotrace.OpenClocked(tracefeed.Input{Reader: r, At: r, Size: int64(len(data))}, false)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
