package report

import (
	"context"
	"testing"

	"tiv/interaction/totals"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkLists makes the tables and the statistics of a window, of a million
// events of a thousand threads.
func BenchmarkLists(b *testing.B) {
	feed, err := generate.Pool(1000, 1_000_000)
	if err != nil {
		b.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	q := totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}
	for _, x := range []struct {
		name string
		find func() (rows int, ok bool)
	}{
		{"monitors", func() (int, bool) {
			l, ok := MonitorList(context.Background(), tl, namesOf(tl), q, Slicing{})
			return l.Len, ok
		}},
		{"threads", func() (int, bool) {
			l, ok := ThreadList(context.Background(), tl, namesOf(tl), q, Slicing{})
			return l.Len, ok
		}},
		{"edges", func() (int, bool) {
			l, ok := EdgeList(context.Background(), tl, namesOf(tl), q, MaxEdges, Slicing{})
			return l.Len, ok
		}},
		{"statistics", func() (int, bool) { s, ok := totals.Sum(context.Background(), tl, q); return len(s.Pairs), ok }},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rows, ok := x.find()
				if !ok {
					b.Fatal("it stopped")
				}
				b.ReportMetric(float64(rows), "rows")
			}
		})
	}
}
