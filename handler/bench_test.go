package handler_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sampler is a feed of samples of 64 threads with 10,000 distinct stacks, 30 deep.
type sampler struct {
	tables tracefeed.Tables
	left   int
	at     tracefeed.Time
	// threads is their number. rng chooses the stacks, nil for a fixed order.
	threads int
	rng     *rand.Rand
}

const sampledThreads, sampledStacks = 64, 10_000

func newSampler(n, threads int) *sampler {
	s := &sampler{left: n, threads: threads}
	s.tables.Threads, s.tables.Monitors, s.tables.Names = make([]tracefeed.Thread, 1), make([]tracefeed.Monitor, 1), []string{""}
	s.tables.Frames, s.tables.Stacks = make([]tracefeed.Frame, 1), make([][]tracefeed.FrameID, 1)
	for i := range threads {
		s.tables.Threads = append(s.tables.Threads, tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint(i)})
	}
	for i := range 1000 {
		s.tables.Frames = append(s.tables.Frames, tracefeed.Frame{Func: fmt.Sprint("acme.C.f", i)})
	}
	for i := range sampledStacks {
		var stack []tracefeed.FrameID
		for depth := range 30 {
			stack = append(stack, tracefeed.FrameID(1+(i*7+depth*depth*(1+i%13))%1000))
		}
		s.tables.Stacks = append(s.tables.Stacks, stack)
	}
	return s
}

func (s *sampler) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	used = used[:0]
	for ; s.left > 0 && len(used) < 1<<14; s.left-- {
		thread := tracefeed.ThreadID(1 + s.left%s.threads)
		if thread == 1 {
			s.at += 10 * tracefeed.Millisecond
		}
		used = append(used, tracefeed.Event{Kind: tracefeed.Sample, Thread: thread, Time: s.at, Value: 1,
			Stack: tracefeed.StackID(1 + s.stack())})
	}
	if len(used) == 0 {
		return nil, io.EOF
	}
	return used, nil
}

// stack returns the next stack: with rng, small numbers are far more frequent than large ones.
func (s *sampler) stack() int {
	if s.rng == nil {
		return s.left * 31 % sampledStacks
	}
	return int(math.Pow(s.rng.Float64(), 4) * sampledStacks)
}

func (s *sampler) Header() tracefeed.Header  { return tracefeed.Header{Kind: tracefeed.Sampled} }
func (s *sampler) Tables() *tracefeed.Tables { return &s.tables }
func (s *sampler) Close() error              { return nil }

// BenchmarkNew adds up a million samples, and finds handlers.
func BenchmarkNew(b *testing.B) {
	const n = 1_000_000
	tl, err := reduced.Timeline(newSampler(n, sampledThreads), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		x := handler.New(context.Background(), tl, handler.Options{})
		if x.Samples != n {
			b.Fatal(x.Samples)
		}
		x.Find(handler.DefaultThresholds())
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
}

// BenchmarkGrowing follows samples of 1000 threads, 100 a second each, and reports what is in memory for that besides
// the trace. It grows with the distinct successions of calls, ever more slowly, because stacks follow each other at random.
func BenchmarkGrowing(b *testing.B) {
	for _, seconds := range []int{5, 20, 80} {
		b.Run(fmt.Sprint(seconds, "s"), func(b *testing.B) {
			for b.Loop() {
				s := newSampler(1000*100*seconds, 1000)
				s.rng = rand.New(rand.NewPCG(1, 2))
				r := timeline.NewReducer(s, timeline.Tuning{})
				if err := reduced.AddAll(r, s); err != nil {
					b.Fatal(err)
				}
				tl := r.Snapshot(false, nil)
				before := heap()
				g := handler.NewGrowing(handler.Options{})
				begun := time.Now()
				first := g.Add(context.Background(), tl)
				b.ReportMetric(time.Since(begun).Seconds(), "s/first")
				b.ReportMetric(float64(heap()-before)/1e6, "MB-with-result")
				begun = time.Now()
				g.Add(context.Background(), tl)
				b.ReportMetric(time.Since(begun).Seconds(), "s/again")
				first.Find(handler.DefaultThresholds())
				first = nil
				b.ReportMetric(float64(heap()-before)/1e6, "MB")
				runtime.KeepAlive(g)
				runtime.KeepAlive(tl)
			}
		})
	}
}

// heap returns the size of the live objects.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
