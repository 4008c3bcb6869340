package timeline_test

import (
	"context"
	"testing"

	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// late is a trace in which thread 1 is active all the time, and thread 2, which
// existed before, only at the end.
func late() oracle.Trace {
	trace := oracle.Trace{}
	for at := tracefeed.Time(0); at < 1000; at++ {
		trace.Events = append(trace.Events, tracefeed.Event{Time: at, Kind: tracefeed.Run + tracefeed.Kind(at%2), Thread: 1})
	}
	trace.Events = append(trace.Events, tracefeed.Event{Time: 1000, Kind: tracefeed.Run, Thread: 2})
	return trace
}

// TestDraftBeforeFirstEvent checks the time before a thread's first event in a
// draft.
func TestDraftBeforeFirstEvent(t *testing.T) {
	t.Parallel()
	tl, err := reduce(late(), 10)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	tl.EachDraft([]tracefeed.ThreadID{2}, 0, 100, 11, func(_, i int, b *tracefeed.StateTimes) {
		if want := (tracefeed.StateTimes{tracefeed.Unknown: 100}); *b != want {
			t.Errorf("step %d: %v, want %v", i, *b, want)
		}
		told++
	})
	if told != 10 {
		t.Errorf("%d steps", told)
	}
}

// TestBucketsStop ends the computation of buckets early.
func TestBucketsStop(t *testing.T) {
	t.Parallel()
	tl, err := reduce(late(), 10)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	tl.EachBucket(ctx, []tracefeed.ThreadID{1}, 0, 100, 10, func(_, i int, _ *tracefeed.StateTimes) {
		t.Errorf("step %d was told", i)
	})
}
