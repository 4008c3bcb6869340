package timeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Events of all kinds have stacks, and each acquisition its own.
func TestLockStacks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 21))
		trace := oracle.Random(rng, long(rng))
		for i := range trace.Events {
			if rng.IntN(3) > 0 {
				trace.Events[i].Stack = tracefeed.StackID(1 + rng.IntN(1000))
			}
		}
		tl, err := reduce(trace, 1+rng.IntN(500))
		if err == nil {
			err = differLocks(tl, trace)
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// differLocks compares the lock operations of all pages with the events of the trace,
// and the holds that follow from them with those at the end.
func differLocks(tl *timeline.Timeline, trace oracle.Trace) error {
	got := make([][]ownerjoin.LockOp, len(tl.Threads))
	held := make([]map[tracefeed.MonitorID]int, len(tl.Threads))
	for t := range held {
		held[t] = map[tracefeed.MonitorID]int{}
	}
	var bad error
	tl.EachLockPage(context.Background(), func(p *timeline.LockPage) {
		for _, op := range p.Ops {
			switch op.Kind {
			case ownerjoin.LockLost:
				clear(held[op.Thread])
				continue
			case ownerjoin.LockReleased:
				if held[op.Thread][op.Monitor]--; held[op.Thread][op.Monitor] <= 0 {
					delete(held[op.Thread], op.Monitor)
				}
			default:
				held[op.Thread][op.Monitor]++
			}
			if op.At > p.End || op.Kind == ownerjoin.LockHeld {
				bad = fmt.Errorf("in a page to %d: %+v", p.End, op)
			}
			got[op.Thread] = append(got[op.Thread], op)
		}
	})
	if bad != nil {
		return bad
	}
	for t, want := range lockEvents(tl, trace) {
		if !slices.Equal(got[t], want) {
			return fmt.Errorf("lock operations of thread %d:\ngot  %v\nwant %v", t, got[t], want)
		}
	}
	for m := tracefeed.MonitorID(1); int(m) < len(tl.Monitors); m++ {
		var holders []tracefeed.ThreadID
		for t := range held {
			if held[t][m] > 0 {
				holders = append(holders, tracefeed.ThreadID(t))
			}
		}
		if at := tl.Holds(m).At(tl.End); !slices.Equal(at, holders) {
			return fmt.Errorf("operations leave %v with monitor %d, the timeline %v", holders, m, at)
		}
	}
	return nil
}

// lockEvents returns the acquisitions and releases of a trace by thread, while it is
// alive.
func lockEvents(tl *timeline.Timeline, trace oracle.Trace) [][]ownerjoin.LockOp {
	events := make([][]ownerjoin.LockOp, len(tl.Threads))
	known, alive := make([]bool, len(tl.Threads)), make([]bool, len(tl.Threads))
	for _, ev := range trace.Events {
		t := ev.Thread
		if !known[t] {
			known[t], alive[t] = true, true
		}
		switch {
		case ev.Kind == tracefeed.ThreadEnd:
			alive[t] = false
		case ev.Kind == tracefeed.ThreadStart:
			alive[t] = true
		case t == tracefeed.NoThread || !alive[t] || ev.Monitor == tracefeed.NoMonitor:
		case ev.Kind == tracefeed.MonitorEnter:
			events[t] = append(events[t], ownerjoin.LockOp{At: ev.Time, Thread: t, Monitor: ev.Monitor, Stack: ev.Stack, Kind: ownerjoin.LockAcquired, Shared: ev.Shared})
		case ev.Kind == tracefeed.MonitorExit:
			events[t] = append(events[t], ownerjoin.LockOp{At: ev.Time, Thread: t, Monitor: ev.Monitor, Kind: ownerjoin.LockReleased})
		}
	}
	return events
}
