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
	trace.Events = withReads(trace.Events, shape.Threads)
	return trace.renumbered()
}

// withReads adds wakes of threads that wait for a device, as if they read a stream.
func withReads(events []tracefeed.Event, threads int) (all []tracefeed.Event) {
	rng := rand.New(rand.NewPCG(uint64(len(events)), uint64(threads)))
	var reading []tracefeed.ThreadID
	for _, ev := range events {
		all = append(all, ev)
		if ev.Kind == tracefeed.IOStart && rng.IntN(2) == 0 {
			reading = append(reading, ev.Thread)
		}
		if len(reading) > 0 && rng.IntN(3) == 0 {
			by := tracefeed.ThreadID(rng.IntN(threads + 1))
			all = append(all, tracefeed.Event{Time: ev.Time, Kind: tracefeed.Wake, Thread: reading[0], Other: by, Name: streamName,
				Value: int64(rng.IntN(2))})
			if rng.IntN(3) > 0 {
				reading = reading[1:]
			}
		}
	}
	return all
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
