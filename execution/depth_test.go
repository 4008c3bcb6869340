package execution_test

import (
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Hundreds of thousands of nested calls take the memory of a few, and those that are left out are
// counted, in whatever page they begin.
func TestDeepCalls(t *testing.T) {
	const deep = 300_000
	trace := oracle.Trace{}
	for i := range 2 * deep {
		ev := tracefeed.Event{Time: tracefeed.Time(i), Thread: 1, Kind: tracefeed.CallEnter, Name: 1}
		if i >= deep {
			ev.Kind = tracefeed.CallExit
		}
		trace.Events = append(trace.Events, ev)
	}
	tl, err := reduced.Timeline(feed(trace), timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []tracefeed.Time{0, deep / 2, deep} {
		n := 0
		counts := execution.EachCall(t.Context(), tl, execution.Query{Of: []bool{false, true}, From: from, To: tl.End},
			func(c execution.Call) {
				if want := tracefeed.Time(2*deep - 1 - c.Depth); c.Start != tracefeed.Time(c.Depth) || c.End != want || !c.Left {
					t.Errorf("from %v: %+v, want an end at %v", from, c, want)
				}
				n++
			})
		if want := max(0, deep-max(int64(from), timeline.MaxCallDepth)); n != timeline.MaxCallDepth || counts.Deep != want ||
			counts.Unbalanced != 0 {
			t.Errorf("from %v: %d calls and %+v, want %d and %d deep ones", from, n, counts, timeline.MaxCallDepth, want)
		}
	}
}
