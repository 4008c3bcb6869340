package convert_test

import (
	"bytes"
	"context"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/convert"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/perfetto"
)

// TestSwitches reads a converted Go trace by the kernel's events alone, as Perfetto does
// for the states of threads: each thread runs as long as in the trace.
func TestSwitches(t *testing.T) {
	t.Parallel()
	data := samples(t)["../tracefeed/gotrace/testdata/go-mutex2.trace"]
	source, err := openTrace(data)
	if err != nil {
		t.Fatal(err)
	}
	original, err := reduced.Timeline(source, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	if source, err = openTrace(data); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := convert.Perfetto(&file, source, convert.Options{Memory: &timeline.Memory{}}); err != nil {
		t.Fatal(err)
	}
	kernel := withoutTrackEvents(t, file.Bytes())
	back, err := tracefeed.OpenInput(tracefeed.Input{Reader: bytes.NewReader(kernel)}, []tracefeed.Format{perfetto.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(back, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	got, want := ran(tl), ran(original)
	if len(want) < 10 {
		t.Fatalf("only %d threads ran", len(want))
	}
	for id, w := range want {
		if got[id] != w {
			t.Errorf("thread %s ran for %v, want %v", id, got[id], w)
		}
	}
	if tl.Counts.Dropped+tl.Counts.Invented > 0 || !tl.Header.Sched {
		t.Errorf("%+v, %+v", tl.Header, tl.Counts)
	}
}

// ran returns the running time of threads up to their last switch, by their ids.
func ran(tl *timeline.Timeline) map[string]tracefeed.Time {
	of := make([]bool, len(tl.Threads))
	for i := range of {
		of[i] = i > 0
	}
	times := map[string]tracefeed.Time{}
	tl.EachSpan(context.Background(), of, 0, tl.End, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		if s.State == tracefeed.Running && end < tl.End {
			times[tl.Threads[t].ID] += end - s.Start
		}
	})
	return times
}

// withoutTrackEvents returns a Perfetto trace without the packets of track events.
func withoutTrackEvents(t *testing.T, file []byte) (out []byte) {
	t.Helper()
	const trackEvent = 11
	for len(file) > 0 {
		_, _, n := protowire.ConsumeTag(file)
		packet, m := protowire.ConsumeBytes(file[n:])
		if m < 0 {
			t.Fatal("not a list of packets")
		}
		keep := true
		for rest := packet; len(rest) > 0; {
			field, kind, k := protowire.ConsumeTag(rest)
			keep = keep && field != trackEvent
			rest = rest[k+protowire.ConsumeFieldValue(field, kind, rest[k:]):]
		}
		if keep {
			out = append(out, file[:n+m]...)
		}
		file = file[n+m:]
	}
	return out
}
