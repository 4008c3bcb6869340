package merge_test

import (
	"fmt"
	"io"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/merge"
)

// ticking is a feed of events at even distances, in batches of the usual size.
type ticking struct {
	tables      *tracefeed.Tables
	at, every   tracefeed.Time
	left, burst int
}

func (t *ticking) Header() tracefeed.Header  { return tracefeed.Header{} }
func (t *ticking) Tables() *tracefeed.Tables { return t.tables }
func (t *ticking) Close() error              { return nil }

func (t *ticking) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if t.left == 0 {
		return nil, io.EOF
	}
	batch := used[:0]
	for ; len(batch) < 4096 && t.left > 0; t.left-- {
		batch = append(batch, tracefeed.Event{Time: t.at})
		if t.at++; t.left%t.burst == 0 {
			t.at += t.every
		}
	}
	return batch, nil
}

// counter counts what a merge passes on.
type counter int

func (c *counter) Read(int)                  {}
func (c *counter) Add(int, *tracefeed.Event) { *c++ }
func (c *counter) End(int, merge.End)        {}

// BenchmarkMerge merges feeds with a million events in all: one, and 64 whose events alternate or come
// in bursts of 32 of one feed.
func BenchmarkMerge(b *testing.B) {
	const events = 1 << 20
	for _, x := range []struct{ feeds, burst int }{{1, 1}, {64, 1}, {64, 32}} {
		b.Run(fmt.Sprintf("feeds=%d/burst=%d", x.feeds, x.burst), func(b *testing.B) {
			for b.Loop() {
				var parts []merge.Part
				for i := range x.feeds {
					f := &ticking{tables: tracefeed.NewTables(), every: tracefeed.Time(x.feeds*x.burst) * 10,
						left: events / x.feeds, burst: x.burst}
					f.at = tracefeed.Time(i * x.burst * 10)
					parts = append(parts, merge.Part{Open: func() (tracefeed.Feed, error) { return f, nil }})
				}
				var got counter
				for m := merge.New(parts, &got); m.Step(true); {
				}
				if got != events {
					b.Fatalf("%d events of %d", got, events)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*events), "ns/event")
		})
	}
}
