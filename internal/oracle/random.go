package oracle

import (
	"math/rand/v2"
	"slices"

	"tiv/tracefeed"
)

// Shape configures random traces.
type Shape struct {
	Threads, Monitors, Events int
	// Odd is the share of events that are picked without regard to sense.
	Odd float64
}

// Small returns a random shape for most tests.
func Small(rng *rand.Rand) Shape {
	return Shape{
		Threads:  2 + rng.IntN(11),
		Monitors: 1 + rng.IntN(4),
		Events:   1 + rng.IntN(120),
		Odd:      []float64{0, 0.05, 0.3, 1}[rng.IntN(4)],
	}
}

// Random returns a random trace. Many of its events happen at the same time.
func Random(rng *rand.Rand, shape Shape) Trace {
	d := &director{rng: rng, shape: shape, cast: make([]actor, shape.Threads+1)}
	d.sched = rng.IntN(2) == 0
	trace := Trace{Header: tracefeed.Header{Format: "random", Sched: d.sched}}
	pace := []int{2, 10, 1000}[rng.IntN(3)]
	now := tracefeed.Time(rng.IntN(2) * rng.IntN(pace))
	for range shape.Events {
		if rng.IntN(5) < 3 {
			now += tracefeed.Time(rng.IntN(pace + 1))
		}
		ev := d.sensible()
		if rng.Float64() < shape.Odd {
			ev = d.odd()
		}
		ev.Time = now
		trace.Events = append(trace.Events, ev)
	}
	return trace.renumbered()
}

// Shrink removes events from a trace that a test fails on, as long as it still
// fails.
func Shrink(trace Trace, fails func(Trace) bool) Trace {
	for i := 0; i < len(trace.Events); {
		less := Trace{trace.Header, slices.Delete(slices.Clone(trace.Events), i, i+1)}.renumbered()
		if len(less.Events) > 0 && fails(less) {
			trace, i = less, 0
		} else {
			i++
		}
	}
	return trace
}
