package path

import (
	"testing"

	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/timeline"
)

// BenchmarkSum adds up the paths of the tasks of a server.
func BenchmarkSum(b *testing.B) {
	const events = 1_000_000
	feed, err := generate.New(generate.Options{Scenario: "server", Threads: 100, Events: events, Extras: true})
	if err != nil {
		b.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	x, err := task.Build(b.Context(), tl, task.Options{})
	if err != nil {
		b.Fatal(err)
	}
	of := make([]int, len(x.Tasks))
	for i := range of {
		of[i] = i
	}
	pieces := 0
	for i := range of[:100] {
		p, err := Find(b.Context(), tl, x, i)
		if err != nil {
			b.Fatal(err)
		}
		pieces += len(p.Pieces)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Sum(b.Context(), tl, x, of); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(of)), "tasks")
	b.ReportMetric(float64(pieces)/100, "pieces/task")
}
