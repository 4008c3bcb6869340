package main

import (
	"testing"

	"tiv/internal/generate"
	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkReduce reduces events that are in memory already.
func BenchmarkReduce(b *testing.B) {
	feed, err := generate.Pool(1000, 400_000)
	if err != nil {
		b.Fatal(err)
	}
	var events []tracefeed.Event
	for {
		batch, err := feed.Batch(nil)
		if err != nil {
			break
		}
		events = append(events, batch...)
	}
	before := cpuTime()
	for b.Loop() {
		r := timeline.NewReducer(feed, timeline.Tuning{})
		if err := r.Add(events); err != nil {
			b.Fatal(err)
		}
		r.Snapshot(true, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(events)), "ns/event")
	b.ReportMetric(float64(cpuTime()-before)/float64(b.N)/float64(len(events)), "cpu-ns/event")
}
