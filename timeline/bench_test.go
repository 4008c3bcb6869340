package timeline_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// crew is a feed of threads that compute, wait for one of a few locks, do IO
// and sleep, made in memory.
type crew struct {
	tables *tracefeed.Tables
	events []tracefeed.Event
}

func (b *crew) Header() tracefeed.Header  { return tracefeed.Header{Format: "crew", Sched: true} }
func (b *crew) Tables() *tracefeed.Tables { return b.tables }
func (b *crew) Close() error              { return nil }
func (b *crew) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if len(b.events) == 0 {
		return nil, io.EOF
	}
	n := min(len(b.events), 1024)
	batch := append(used[:0], b.events[:n]...)
	b.events = b.events[n:]
	return batch, nil
}

func newCrew(threads, events int) *crew {
	b := &crew{tables: tracefeed.NewTables()}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range threads {
		b.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint("worker ", i)})
	}
	const locks = 16
	for i := range locks {
		b.tables.AddMonitor(tracefeed.Monitor{ID: fmt.Sprint("lock", i)})
	}
	for at := tracefeed.Time(0); len(b.events) < events; {
		at += tracefeed.Time(rng.IntN(2000))
		ev := tracefeed.Event{Time: at, Thread: tracefeed.ThreadID(1 + rng.IntN(threads))}
		m := tracefeed.MonitorID(1 + rng.IntN(locks))
		for _, k := range [][]tracefeed.Kind{
			{tracefeed.IOStart, tracefeed.IOEnd, tracefeed.Run},
			{tracefeed.SuspendStart, tracefeed.SuspendEnd, tracefeed.Run},
			{tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.Run, tracefeed.MonitorExit},
			{tracefeed.Ready, tracefeed.Run},
		}[rng.IntN(4)] {
			ev.Kind, ev.Monitor, ev.Time = k, m, at
			at += tracefeed.Time(rng.IntN(500))
			b.events = append(b.events, ev)
		}
	}
	return b
}

// BenchmarkReducer reduces events of 200 threads. ns/event is the time, B/event the
// size of the timeline.
func BenchmarkReducer(b *testing.B) {
	const events = 500_000
	feed := newCrew(200, events)
	var before, after runtime.MemStats
	var tl *timeline.Timeline
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		tl = reduceAll(b, &crew{feed.tables, feed.events})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/event")
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/events, "B/event")
	runtime.KeepAlive(tl)
	runtime.KeepAlive(feed)
}

func reduceAll(tb testing.TB, feed tracefeed.Feed) *timeline.Timeline {
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		tb.Fatal(err)
	}
	return tl
}

// BenchmarkBuckets computes 1000 buckets of one thread from traces of different
// lengths: the cost must grow with the buckets only.
func BenchmarkBuckets(b *testing.B) {
	for _, events := range []int{10_000, 100_000, 1_000_000} {
		feed := newCrew(4, events)
		tl := reduceAll(b, feed)
		b.Run(fmt.Sprint("events=", events), func(b *testing.B) {
			for b.Loop() {
				buckets(tl, 1, 0, tl.End/1000, 1000)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/bucket")
		})
	}
}
