package timeline

import (
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

// TestSteps compares each step with what the machine does by itself.
func TestSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, sched := range []bool{false, true} {
		m := newMachine(tracefeed.Header{Sched: sched})
		quick := 0
		for range 200_000 {
			before := Span{Start: tracefeed.Time(rng.IntN(5)), Stack: tracefeed.StackID(rng.IntN(3)), Monitor: tracefeed.MonitorID(rng.IntN(3)),
				Other: tracefeed.ThreadID(rng.IntN(3)), State: State(rng.IntN(NumStates + 1)), Cause: tracefeed.Cause(rng.IntN(3)),
				Shared: rng.IntN(2) == 0, Forever: rng.IntN(2) == 0}
			ev := tracefeed.Event{Time: before.Start + tracefeed.Time(rng.IntN(3)), Thread: 1, Other: tracefeed.ThreadID(rng.IntN(3)),
				Stack: tracefeed.StackID(rng.IntN(3)), Monitor: tracefeed.MonitorID(rng.IntN(3)), CPU: 1,
				Kind: tracefeed.Kind(rng.IntN(int(tracefeed.NumKinds) + 3)), Cause: tracefeed.Cause(rng.IntN(3)),
				Shared: rng.IntN(2) == 0, Forever: rng.IntN(2) == 0}
			q := m.step(before.State, ev.Kind)
			if q.state == NotAlive {
				continue
			}
			quick++
			got, want := before, before
			got.take(q, &ev)
			verdict := m.apply(&want, &ev)
			weight := uint32(0)
			if want.State == Blocking && before.State != Blocking {
				weight = 1
			}
			if got != want || verdict != used || q.weight != weight || before.State == NotAlive {
				t.Fatalf("%+v after %+v in %+v: got %+v, weight %d; want %+v, weight %d, verdict %d", ev.Kind, ev, before, got, q.weight, want, weight, verdict)
			}
		}
		if quick < 10_000 {
			t.Errorf("only %d steps", quick)
		}
	}
}
