package gotrace_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime/trace"
	"sync"
	"syscall"
	"testing"
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

var benchTrace = flag.String("trace-file", "", "the Go trace that benchmarks load, instead of the largest in testdata")

// benchData returns the traces to measure with, by name.
func benchData(b *testing.B) map[string][]byte {
	if *benchTrace == "" {
		return map[string][]byte{"zoo": sample(b, "go-zoo"), "contended": recordContended(b)}
	}
	data, err := os.ReadFile(*benchTrace)
	if err != nil {
		b.Fatal(err)
	}
	return map[string][]byte{"file": data}
}

// recordContended returns a trace of three seconds of workers that fight over
// four locks and hand items to others: some millions of events.
func recordContended(b *testing.B) []byte {
	path := filepath.Join(b.TempDir(), "contended.trace")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if err := trace.Start(f); err != nil {
		b.Fatal(err)
	}
	var all sync.WaitGroup
	var locks [4]sync.Mutex
	for i := range 100 {
		items := make(chan int)
		all.Go(func() {
			for range items {
			}
		})
		all.Go(func() {
			for k, end := 0, time.Now().Add(3*time.Second); time.Now().Before(end); k++ {
				lock := &locks[(i+k)%len(locks)]
				lock.Lock()
				items <- k
				lock.Unlock()
			}
			close(items)
		})
	}
	all.Wait()
	trace.Stop()
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return data
}

// BenchmarkWire decodes, orders and maps; BenchmarkReference does the same with
// the library.
func BenchmarkWire(b *testing.B)      { benchFeed(b, gotrace.Format()) }
func BenchmarkReference(b *testing.B) { benchFeed(b, gotrace.Reference()) }

func benchFeed(b *testing.B, format tracefeed.Format) {
	for name, data := range benchData(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			events := 0
			used := cpuTime()
			for b.Loop() {
				events = drain(b, format, data)
			}
			n := float64(b.N) * float64(events)
			b.ReportMetric(float64(b.Elapsed())/n, "ns/event")
			b.ReportMetric(float64(cpuTime()-used)/n, "cpu-ns/event")
		})
	}
}

// cpuTime returns the processor time of this process so far, which is
// comparable on a busy machine, unlike elapsed time.
func cpuTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// drain reads a trace to its end and returns how many events came out.
func drain(b *testing.B, format tracefeed.Format, data []byte) (events int) {
	feed, err := format.Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		b.Fatal(err)
	}
	defer feed.Close()
	for batch := []tracefeed.Event(nil); ; {
		batch, err = feed.Batch(batch)
		if err == io.EOF {
			return events
		}
		if err != nil {
			b.Fatal(err)
		}
		events += len(batch)
	}
}

// BenchmarkModel loads a trace into a model, BenchmarkModelReference does the
// same with the library.
func BenchmarkModel(b *testing.B)          { benchModel(b, gotrace.Format()) }
func BenchmarkModelReference(b *testing.B) { benchModel(b, gotrace.Reference()) }

func benchModel(b *testing.B, format tracefeed.Format) {
	for name, data := range benchData(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			used := cpuTime()
			for b.Loop() {
				if _, err := reduceWith(b, format, data); err != io.EOF {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cpuTime()-used)/float64(b.N), "cpu-ns/op")
		})
	}
}

func openBytes(t testing.TB, data []byte) tracefeed.Feed {
	t.Helper()
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { feed.Close() })
	return feed
}

// load reduces a whole trace that must be sound.
func load(t testing.TB, data []byte) *timeline.Timeline {
	t.Helper()
	tl, err := reduce(t, data)
	if err != io.EOF {
		t.Fatal(err)
	}
	return tl
}

// reduce returns the model of a trace and the error that ended it.
func reduce(t testing.TB, data []byte) (*timeline.Timeline, error) {
	t.Helper()
	return reduceWith(t, gotrace.Format(), data)
}

func reduceWith(t testing.TB, format tracefeed.Format, data []byte) (*timeline.Timeline, error) {
	t.Helper()
	feed, err := format.Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	ahead := tracefeed.Prefetch(feed) // as the program does
	defer ahead.Close()
	red := timeline.NewReducer(ahead, timeline.Tuning{})
	for events := []tracefeed.Event(nil); ; {
		events, err = ahead.Batch(events)
		if err != nil {
			return red.Snapshot(err == io.EOF, err), err
		}
		if err := red.Add(events); err != nil {
			t.Fatal(err)
		}
	}
}
