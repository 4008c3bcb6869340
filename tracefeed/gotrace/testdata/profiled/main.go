// Profiled is the program that wrote go-profiled.trace.gz: a server of three
// workers, with a task for each request and each of its queries, regions within
// them, and a CPU profile. One task and one region begin before the trace.
//
//	go build -o profiled main.go && ./profiled go-profiled.trace
package main

import (
	"context"
	"io"
	"os"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var sink atomic.Int64

//go:noinline
func parse(n int) {
	sum := 0
	for i := range n {
		sum += i * i
	}
	sink.Add(int64(sum))
}

//go:noinline
func render(n int) {
	var b strings.Builder
	b.Grow(4 * n)
	for range n {
		b.WriteString("row ")
	}
	sink.Add(int64(b.Len()))
}

func query(ctx context.Context) {
	ctx, task := trace.NewTask(ctx, "query")
	defer task.End()
	trace.WithRegion(ctx, "wait", func() { time.Sleep(time.Millisecond) })
}

func serve(ctx context.Context) {
	ctx, task := trace.NewTask(ctx, "request")
	defer task.End()
	trace.WithRegion(ctx, "handle", func() {
		trace.WithRegion(ctx, "parse", func() { parse(30_000_000) })
		query(ctx)
		trace.WithRegion(ctx, "render", func() { render(4_000_000) })
	})
}

func main() {
	f, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	ctx, early := trace.NewTask(context.Background(), "early")
	trace.WithRegion(ctx, "start", func() {
		if err := trace.Start(f); err != nil {
			panic(err)
		}
	})
	pprof.StartCPUProfile(io.Discard)
	var workers sync.WaitGroup
	for range 3 {
		workers.Go(func() {
			for range 12 {
				serve(context.Background())
			}
		})
	}
	workers.Wait()
	early.End()
	pprof.StopCPUProfile()
	trace.Stop()
	f.Close()
}
