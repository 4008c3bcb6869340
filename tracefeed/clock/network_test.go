package clock

import (
	"math"
	"math/rand/v2"
	"testing"
)

// distance returns the error of an estimate, and whether it is within the bound.
func distance(e Estimate, right float64) (d float64, within bool) {
	d = math.Abs(float64(e.Time) - right)
	return d, e.Bound == Unknown || d <= float64(e.Bound)+1
}

// TestTruth compares corrections with clocks that are known: each time is within its bound, times
// do not go back, and no effect precedes its cause.
func TestTruth(t *testing.T) {
	t.Parallel()
	seeds := 300
	if testing.Short() {
		seeds = 40
	}
	for seed := range uint64(seeds) {
		w := newWorld(rand.New(rand.NewPCG(seed, 1)), 3+int(seed%18), 10e9)
		ways, model := w.random(), Model{}
		if seed%3 == 0 { // the delays are known
			model.MinDelay = Unknown
			for _, by := range ways {
				model.MinDelay = min(model.MinDelay, Time(by.there), Time(by.back))
			}
		}
		n, err := NewNetwork(len(w.clocks), model)
		if err != nil {
			t.Fatal(err)
		}
		var all []Message
		for _, by := range ways {
			if w.rng.IntN(2) == 0 {
				all = append(all, w.probes(by, 1e7+w.rng.Float64()*2e8)...)
			} else {
				all = append(all, w.messages(by, 20+w.rng.IntN(2000))...)
			}
		}
		for _, m := range w.arrive(all) {
			if err := n.Add(m); err != nil {
				t.Fatal(err)
			}
		}
		s := n.Solve(0)
		early := 0
		for _, m := range all {
			if s.At(m.From, m.Sent).Time > s.At(m.To, m.Received).Time {
				early++
			}
		}
		if early > 0 || s.EarlyEffects > 0 {
			t.Errorf("seed %d: %d effects precede their causes, %d counted", seed, early, s.EarlyEffects)
		}
		for m := range Machine(len(w.clocks)) {
			if e := s.Evidence(m); e.Contradictions > 0 {
				t.Errorf("seed %d: %d contradictions of machine %d", seed, e.Contradictions, m)
			}
			checkMachine(t, seed, w, s, m)
		}
	}
}

// checkMachine checks the corrections of a machine.
func checkMachine(t *testing.T, seed uint64, w *world, s *Solution, m Machine) {
	t.Helper()
	before := Time(math.MinInt64)
	for i := range 2000 {
		at := Time(w.clocks[m].read(float64(w.length) * (float64(i)/1900 - 0.02)))
		e := s.At(m, at)
		if e.Bound == Unknown {
			t.Errorf("seed %d, machine %d: no bound at %v", seed, m, at)
			return
		}
		if d, within := distance(e, w.right(m, 0, at)); !within {
			t.Errorf("seed %d, machine %d: at %v the error is %.0f ns, with a bound of %v", seed, m, at, d, e.Bound)
			return
		}
		if e.Time < before {
			t.Errorf("seed %d, machine %d: at %v time goes back", seed, m, at)
			return
		}
		before = e.Time
	}
}
