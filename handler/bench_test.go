package handler_test

import (
	"context"
	"fmt"
	"io"
	"testing"

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
}

const sampledThreads, sampledStacks = 64, 10_000

func newSampler(n int) *sampler {
	s := &sampler{left: n}
	s.tables.Threads, s.tables.Monitors, s.tables.Names = make([]tracefeed.Thread, 1), make([]tracefeed.Monitor, 1), []string{""}
	s.tables.Frames, s.tables.Stacks = make([]tracefeed.Frame, 1), make([][]tracefeed.FrameID, 1)
	for i := range sampledThreads {
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
		thread := tracefeed.ThreadID(1 + s.left%sampledThreads)
		if thread == 1 {
			s.at += 10 * tracefeed.Millisecond
		}
		used = append(used, tracefeed.Event{Kind: tracefeed.Sample, Thread: thread, Time: s.at, Value: 1,
			Stack: tracefeed.StackID(1 + s.left*31%sampledStacks)})
	}
	if len(used) == 0 {
		return nil, io.EOF
	}
	return used, nil
}

func (s *sampler) Header() tracefeed.Header  { return tracefeed.Header{Kind: tracefeed.Sampled} }
func (s *sampler) Tables() *tracefeed.Tables { return &s.tables }
func (s *sampler) Close() error              { return nil }

// BenchmarkNew adds up a million samples, and finds handlers.
func BenchmarkNew(b *testing.B) {
	const n = 1_000_000
	tl, err := reduced.Timeline(newSampler(n), timeline.Tuning{})
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
