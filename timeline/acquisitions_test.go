package timeline_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Events of all kinds have stacks, and each acquisition its own.
func TestLockStacks(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(200) {
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

// differLocks compares the holds of all pages with the events of the trace, and those
// that are open at the end with the timeline.
func differLocks(tl *timeline.Timeline, trace oracle.Trace) error {
	got := make([][]string, len(tl.Threads))
	open := make([]map[tracefeed.MonitorID]bool, len(tl.Threads))
	tl.EachLockPage(context.Background(), 0, math.MaxInt, func(p *timeline.LockPage) {
		for t := range open {
			open[t] = map[tracefeed.MonitorID]bool{}
		}
		nestings := p.Nestings
		for i, h := range p.Holds {
			if open[h.Thread][h.Monitor] = h.End == math.MaxInt64; h.Start < p.Start {
				continue
			}
			var outer []tracefeed.MonitorID
			if len(nestings) > 0 && nestings[0].Hold == int32(i) {
				for _, o := range p.Outer(&nestings[0]) {
					outer = append(outer, p.Holds[o].Monitor)
				}
				nestings = nestings[1:]
			}
			got[h.Thread] = append(got[h.Thread], acquisition(h.Start, h.Monitor, h.Shared, p.Stacks[i], outer))
		}
	})
	for t, want := range acquisitions(tl, trace) {
		if !slices.Equal(got[t], want) {
			return fmt.Errorf("acquisitions of thread %d:\ngot  %v\nwant %v", t, got[t], want)
		}
	}
	for m := tracefeed.MonitorID(1); int(m) < len(tl.Monitors); m++ {
		var holders []tracefeed.ThreadID
		for t := range open {
			if open[t][m] {
				holders = append(holders, tracefeed.ThreadID(t))
			}
		}
		if at := tl.Holds(m).At(tl.End); !slices.Equal(at, holders) {
			return fmt.Errorf("the last page leaves %v with monitor %d, the timeline %v", holders, m, at)
		}
	}
	return nil
}

// acquisition describes an acquisition by a thread that holds other monitors.
func acquisition(at tracefeed.Time, m tracefeed.MonitorID, shared bool, stack tracefeed.StackID, outer []tracefeed.MonitorID) string {
	slices.Sort(outer)
	return fmt.Sprintf("%d: %d %v at %d in %d", at, m, shared, stack, outer)
}

// acquisitions returns the acquisitions of a trace by thread, while it is alive, but for
// recursive ones.
func acquisitions(tl *timeline.Timeline, trace oracle.Trace) [][]string {
	list := make([][]string, len(tl.Threads))
	held := make([]map[tracefeed.MonitorID]int, len(tl.Threads))
	for t := range held {
		held[t] = map[tracefeed.MonitorID]int{}
	}
	known, alive := make([]bool, len(tl.Threads)), make([]bool, len(tl.Threads))
	for _, ev := range trace.Events {
		t, m := ev.Thread, ev.Monitor
		if !known[t] {
			known[t], alive[t] = true, true
		}
		switch {
		case ev.Kind == tracefeed.ThreadEnd:
			alive[t] = false
		case ev.Kind == tracefeed.ThreadStart:
			alive[t] = true
		case ev.Kind == tracefeed.Lost:
			clear(held[t])
		case t == tracefeed.NoThread || m == tracefeed.NoMonitor:
		case ev.Kind == tracefeed.MonitorExit:
			if held[t][m]--; held[t][m] <= 0 {
				delete(held[t], m)
			}
		case !alive[t]:
		case ev.Kind == tracefeed.MonitorEnter:
			if held[t][m]++; held[t][m] == 1 {
				var outer []tracefeed.MonitorID
				for o := range held[t] {
					if o != m {
						outer = append(outer, o)
					}
				}
				list[t] = append(list[t], acquisition(ev.Time, m, ev.Shared, ev.Stack, outer))
			}
		}
	}
	return list
}
