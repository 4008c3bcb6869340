package timeline

import (
	"testing"

	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// nameless is a feed without names.
type nameless struct{ tracefeed.Feed }

func (nameless) Tables() *tracefeed.Tables { return &tracefeed.Tables{} }

// TestWeight counts the waits that begin and the changes of holders, among events
// reduced fast and slowly.
func TestWeight(t *testing.T) {
	t.Parallel()
	r := NewReducer(nameless{}, Tuning{})
	r.machine, r.counts.Events = replay.New(tracefeed.Header{Sched: true}), 1
	for i, k := range []tracefeed.Kind{tracefeed.Run, tracefeed.MonitorWait, tracefeed.Wake, tracefeed.Ready, tracefeed.Run,
		tracefeed.MonitorEnter, tracefeed.MonitorEnter, tracefeed.MonitorExit, tracefeed.MonitorExit, tracefeed.MonitorWait} {
		ev := tracefeed.Event{Time: tracefeed.Time(i), Thread: 1, Kind: k}
		if k != tracefeed.Run && k != tracefeed.Ready {
			ev.Monitor = 1
		}
		if k == tracefeed.Wake {
			ev.Other = 2
		}
		if err := r.Add([]tracefeed.Event{ev}); err != nil {
			t.Fatal(err)
		}
	}
	if r.weight != 4 {
		t.Errorf("weight %d, want that of 2 waits, an entry and an exit", r.weight)
	}
}
