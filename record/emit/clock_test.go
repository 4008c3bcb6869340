package emit_test

import (
	"math"
	"testing"

	"tiv/tracefeed"
)

// Times are those of CLOCK_MONOTONIC: stress.c reads that clock before and
// after each event, on two threads, over many of the flusher's passes. All
// these readings must fit one difference between that clock and the trace's.
func TestClockInC(t *testing.T) {
	path, _ := record(t, compile(t, stress), "clocks", "20000")
	checkClocks(t, load(t, path, true))
}

func checkClocks(t *testing.T, tr *trace) {
	t.Helper()
	event := map[tracefeed.ThreadID]tracefeed.Time{} // the last one between two readings
	least, most := tracefeed.Time(math.MinInt64), tracefeed.Time(math.MaxInt64)
	for _, ev := range tr.events {
		if ev.Kind != tracefeed.Counter {
			continue
		}
		switch read := tracefeed.Time(ev.Value); tr.tables.Names[ev.Name] {
		case "before": // read before this event
			event[ev.Thread] = ev.Time
			least = max(least, read-ev.Time)
		case "after": // read after the event before this one
			most = min(most, read-event[ev.Thread])
		}
	}
	t.Logf("the clocks differ by at least %d and at most %d ns", least, most)
	if len(event) != 2 || least > most+tracefeed.Microsecond {
		t.Errorf("the clocks of %d threads differ by at least %d ns and at most %d", len(event), least, most)
	}
}

// A thread that reads the clock, and publishes its event only after the flusher
// has passed by, was in its call all the time: the event gets the time of that
// pass, and comes in order.
func TestLateEventInC(t *testing.T) {
	path, _ := record(t, compile(t, stress), "late")
	checkLate(t, path)
}

func checkLate(t *testing.T, path string) {
	t.Helper()
	var at [3]tracefeed.Time
	tr := load(t, path, true)
	for _, ev := range tr.events {
		switch {
		case ev.Kind == tracefeed.Run:
			at[1] = ev.Time
		case ev.Kind == tracefeed.Counter && tr.tables.Names[ev.Name] == "early":
			at[0] = ev.Time
		case ev.Kind == tracefeed.Counter:
			at[2] = ev.Time
		}
	}
	// The thread rested for 1 ms within the call.
	if at[1] < at[0]+tracefeed.Millisecond || at[2] <= at[1] || at[2] > tr.tl.End || tr.tl.End > tracefeed.Minute {
		t.Errorf("the events are at %v", at)
	}
}
