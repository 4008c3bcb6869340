package generate_test

import (
	"fmt"
	"testing"

	"tiv/internal/generate"
	"tiv/tracefeed"
)

// BenchmarkGenerate makes a million events of each scenario.
func BenchmarkGenerate(b *testing.B) {
	for _, name := range generate.Scenarios() {
		for _, threads := range []int{200, 1000, 10_000} {
			b.Run(fmt.Sprintf("%s/threads=%d", name, threads), func(b *testing.B) {
				const events = 1_000_000
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					feed, err := generate.New(generate.Options{Scenario: name, Seed: 1, Threads: threads, Events: events, Sched: true})
					if err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					for events := []tracefeed.Event(nil); err == nil; {
						events, err = feed.Batch(events)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/event")
			})
		}
	}
}
