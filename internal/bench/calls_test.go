package main

import (
	"context"
	"testing"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/reduced"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// callThreads is the number of threads of traces of calls.
const callThreads = 200

// callTrace makes a trace of entries and exits of calls, or, if sleep is true, of as many
// changes of state.
func callTrace(b *testing.B, sleep bool) *big {
	name := "calls"
	if sleep {
		name = "sleeps"
	}
	return bigFile(b, name, callThreads, func(events int) (tracefeed.Feed, error) {
		return reduced.NewCallers(callThreads, events, sleep), nil
	})
}

// BenchmarkCalls opens a large trace of calls again, draws it, and computes its call tree
// and slices, reading from the file. "scan" reads all calls and "states" the states of a
// trace with as many changes of state.
func BenchmarkCalls(b *testing.B) {
	t := callTrace(b, false)
	tl, f := t.open(b)
	defer f.Close()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			tl, f := t.open(b)
			tl.EachDraft(allThreads(tl), 0, tl.End/1000+1, 1000, func(int, int, *tracefeed.StateTimes) {})
			f.Close()
		}
	})
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			tl, f := t.open(b)
			look, builder := view.LookAt(tl), scene.Builder{MaxEvents: scene.MaxEvents}
			look.Kind = view.Execution
			builder.Frame(tl, &look, shape.Canvas{Width: 1920, Height: 1080, Scale: 1})
			builder.Stop()
			f.Close()
		}
	})
	q := execution.All(tl)
	for name, read := range map[string]func(context.Context){
		"scan": func(ctx context.Context) {
			execution.Shared(ctx, tl, q, func(part execution.Query) (n int) {
				execution.EachCall(ctx, tl, part, func(execution.Call) { n++ })
				return n
			})
		},
		"tree":  func(ctx context.Context) { execution.NewTree(ctx, tl, q) },
		"slice": func(ctx context.Context) { computeSlice(ctx, b, tl) },
	} {
		b.Run(name, func(b *testing.B) { t.measure(b, read) })
	}
	states := callTrace(b, true)
	sleepers, g := states.open(b)
	defer g.Close()
	b.Run("states", func(b *testing.B) {
		states.measure(b, func(ctx context.Context) {
			execution.Shared(ctx, sleepers, execution.All(sleepers), func(part execution.Query) (n int) {
				sleepers.EachSpan(ctx, part.Of, 0, sleepers.End, func(tracefeed.ThreadID, *timeline.Span, tracefeed.Time) { n++ })
				return n
			})
		})
	})
}

func computeSlice(ctx context.Context, b *testing.B, tl *timeline.Timeline) {
	_, err := slice.Compute(ctx, slice.Input{Timeline: tl}, []slice.Definition{{Name: "f", Where: `function == "main.f38"`}}, nil)
	if err != nil {
		b.Fatal(err)
	}
}

// measure reports the time of reading the trace, by event.
func (t *big) measure(b *testing.B, read func(context.Context)) {
	before := cpuTime()
	for b.Loop() {
		read(b.Context())
	}
	perEvent := float64(cpuTime()-before) / float64(b.N) / float64(t.events)
	b.ReportMetric(perEvent, "cpu-ns/event")
	b.ReportMetric(1000/perEvent, "Mevents/cpu-s")
}
