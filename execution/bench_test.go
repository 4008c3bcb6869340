package execution_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkTree adds up calls; "spans" goes through as many changes of state.
func BenchmarkTree(b *testing.B) {
	const events, threads = 2_000_000, 8
	for _, name := range []string{"calls", "spans"} {
		tl, err := reduced.Timeline(reduced.NewCallers(threads, events, name == "spans"), timeline.Tuning{})
		if err != nil {
			b.Fatal(err)
		}
		q := execution.All(tl)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if name == "calls" {
					execution.NewTree(b.Context(), tl, q)
					continue
				}
				tl.EachSpan(b.Context(), q.Of, 0, tl.End, func(tracefeed.ThreadID, *timeline.Span, tracefeed.Time) {})
			}
			b.ReportMetric(float64(b.N)*events/1e6/b.Elapsed().Seconds(), "Mevents/s")
		})
	}
}

// BenchmarkTreeParts makes the parts of a tree one after the other. The longest one is the
// time of a machine with a free processor for each part; the best of all runs counts.
func BenchmarkTreeParts(b *testing.B) {
	const events, threads = 500_000, 32
	tl, err := reduced.Timeline(reduced.NewCallers(threads, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	q := execution.All(tl)
	for _, n := range []int{1, 2, 4, 8, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			best := time.Duration(math.MaxInt64)
			for b.Loop() {
				most := time.Duration(0)
				for _, part := range execution.Split(&q, b.Context(), tl, n) {
					start := time.Now()
					execution.TreeOf(b.Context(), tl, []execution.Query{part})
					most = max(most, time.Since(start))
				}
				best = min(best, most)
			}
			b.ReportMetric(events/1e6/best.Seconds(), "Mevents/s")
		})
	}
}

// BenchmarkLanes puts calls into lanes; "tree" adds them up.
func BenchmarkLanes(b *testing.B) {
	const events, threads = 2_000_000, 200
	tl, err := reduced.Timeline(reduced.NewCallers(threads, events, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	q := execution.All(tl)
	for _, name := range []string{"lanes", "pixels", "limited", "tree"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var l *execution.Lanes
			for b.Loop() {
				lq := execution.LaneQuery{Query: q, Cell: 1, Deepest: execution.MaxLanes}
				switch name {
				case "pixels":
					for lq.Cell = 1; lq.Cell < tl.End/2000; lq.Cell *= 2 {
					}
				case "limited":
					lq.Most = 100_000
				case "tree":
					execution.NewTree(b.Context(), tl, q)
					continue
				}
				l = execution.NewLanes(b.Context(), tl, lq)
			}
			b.ReportMetric(float64(b.N)*events/1e6/b.Elapsed().Seconds(), "Mevents/s")
			if l != nil {
				b.ReportMetric(float64(entries(l, len(tl.Threads))), "entries")
			}
		})
	}
}
