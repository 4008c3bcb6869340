package emit_test

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"testing"

	"tiv/record/emit"
)

// BenchmarkEmit measures the cost of a call for its thread, from one thread and
// from many. The flusher writes to nowhere meanwhile, and has to keep up: lost
// events are an error.
func BenchmarkEmit(b *testing.B) {
	calls := map[string]func(w *emit.Writer) func(f *emit.Feedlet, n int){
		"monitor": func(w *emit.Writer) func(f *emit.Feedlet, n int) {
			m := w.Monitor("m", "m")
			return func(f *emit.Feedlet, n int) {
				for range n / 2 {
					f.MonitorEnter(m)
					f.MonitorExit(m)
				}
			}
		},
		"counter": func(w *emit.Writer) func(f *emit.Feedlet, n int) {
			name := w.Name("depth")
			return func(f *emit.Feedlet, n int) {
				for i := range n {
					f.Counter(name, int64(i))
				}
			}
		},
	}
	for _, call := range []string{"monitor", "counter"} {
		for _, threads := range []int{1, 8} {
			b.Run(fmt.Sprintf("%s/threads=%d", call, threads), func(b *testing.B) {
				w, err := emit.New(io.Discard, emit.Options{})
				if err != nil {
					b.Fatal(err)
				}
				emitFrom(b, w, threads, calls[call](w))
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// emitFrom has threads make b.N calls in all. After every hundred thousand
// they rest while the flusher catches up, outside the time that is measured.
func emitFrom(b *testing.B, w *emit.Writer, threads int, call func(f *emit.Feedlet, n int)) {
	const batch = 100_000
	feedlets := make([]*emit.Feedlet, threads)
	for i := range feedlets {
		feedlets[i] = w.Thread(strconv.Itoa(i), "thread")
	}
	b.ResetTimer()
	for left := b.N; left > 0; left -= batch {
		var all sync.WaitGroup
		for _, f := range feedlets {
			all.Go(func() { call(f, min(left, batch)/threads) })
		}
		all.Wait()
		b.StopTimer()
		w.Flush()
		b.StartTimer()
	}
}

// BenchmarkEmitC measures the same for record/c/tiv.h, in processor time of a
// thread, by record/c/bench.c. BenchmarkEmitC/none is its loop alone.
func BenchmarkEmitC(b *testing.B) {
	program := compile(b, "../c/bench.c")
	for _, call := range []string{"none", "monitor", "counter"} {
		for _, threads := range []int{1, 8} {
			b.Run(fmt.Sprintf("%s/threads=%d", call, threads), func(b *testing.B) {
				const events = 2_000_000
				for range b.N {
					_, out := record(b, program, call, strconv.Itoa(threads), strconv.Itoa(events))
					ns, err := strconv.ParseFloat(out, 64)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(ns, "ns/event")
				}
			})
		}
	}
}
