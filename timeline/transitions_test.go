package timeline

import (
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

// TestTransitions compares each transition of the tables with machine.apply.
func TestTransitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, sched := range []bool{false, true} {
		m := newMachine(tracefeed.Header{Sched: sched})
		quick := 0
		for range 200_000 {
			before := Span{Start: tracefeed.Time(rng.IntN(5)), Stack: tracefeed.StackID(rng.IntN(3)), Monitor: tracefeed.MonitorID(rng.IntN(3)),
				Other: tracefeed.ThreadID(rng.IntN(3)), State: tracefeed.State(rng.IntN(tracefeed.NumStates + 1)), Cause: tracefeed.Cause(rng.IntN(3)),
				Shared: rng.IntN(2) == 0, Forever: rng.IntN(2) == 0}
			ev := tracefeed.Event{Time: before.Start + tracefeed.Time(rng.IntN(3)), Thread: 1, Other: tracefeed.ThreadID(rng.IntN(3)),
				Stack: tracefeed.StackID(rng.IntN(3)), Monitor: tracefeed.MonitorID(rng.IntN(3)), CPU: 1,
				Kind: tracefeed.Kind(rng.IntN(int(tracefeed.NumKinds) + 3)), Cause: tracefeed.Cause(rng.IntN(3)),
				Shared: rng.IntN(2) == 0, Forever: rng.IntN(2) == 0}
			q := m.transition(before.State, ev.Kind)
			if q.state == tracefeed.NotAlive {
				continue
			}
			quick++
			got, want := before, before
			applyTransition(&got, q, &ev)
			verdict := m.apply(&want, &ev)
			weight := uint32(0)
			if want.State == tracefeed.Blocking && before.State != tracefeed.Blocking {
				weight = 1
			}
			if got != want || verdict != used || q.weight != weight || before.State == tracefeed.NotAlive {
				t.Fatalf("%+v after %+v in %+v: got %+v, weight %d; want %+v, weight %d, verdict %d", ev.Kind, ev, before, got, q.weight, want, weight, verdict)
			}
		}
		if quick < 10_000 {
			t.Errorf("only %d steps", quick)
		}
	}
}

// TestWeight counts the waits that begin and the changes of holders, among events
// reduced fast and slowly.
func TestWeight(t *testing.T) {
	r := NewReducer(nil, Tuning{})
	r.machine, r.counts.Events = newMachine(tracefeed.Header{Sched: true}), 1
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
