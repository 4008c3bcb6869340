package execution_test

import (
	"fmt"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/reduced"
	"tiv/timeline"
)

// BenchmarkSlices computes slices of calls: one by function, the same with what called
// it, one by duration, ten at once, and one again after a change of another.
func BenchmarkSlices(b *testing.B) {
	const events, threads = 1_300_000, 8
	tl, err := reduced.Timeline(reduced.NewCallers(threads, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	function := slice.Definition{Name: "f", Where: `function == "main.f38"`}
	var ten []slice.Definition
	for i := range 10 {
		ten = append(ten, slice.Definition{Name: fmt.Sprint(i), Where: fmt.Sprintf(`function ~ "^main.f%d[0-9]*$"`, i)})
	}
	in := slice.Input{Timeline: tl}
	for _, c := range []struct {
		name   string
		slices []slice.Definition
	}{
		{"function", []slice.Definition{function}},
		{"callers", []slice.Definition{{Name: "f", Where: function.Where, Extent: slice.Callers}}},
		{"duration", []slice.Definition{{Name: "f", Where: `duration > 10us`}}},
		{"ten", ten},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := slice.Compute(b.Context(), in, c.slices, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*events/1e6/b.Elapsed().Seconds(), "Mevents/s")
		})
	}
}
