package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// scaleEvents is how many events the benchmarks of big traces have, if
// TIV_EVENTS does not say: more take minutes to make.
const scaleEvents = 4_000_000

// big is a generated trace in a file.
type big struct {
	path    string
	threads int
	events  int
	bytes   int64
}

// made are the traces that were made in this run, by name.
var made = map[string]*big{}

// bigTrace makes a trace of a pool of some threads, once.
func bigTrace(b *testing.B, threads int) *big {
	return bigFile(b, fmt.Sprint(threads), threads,
		func(events int) (tracefeed.Feed, error) { return generate.Pool(threads, int64(events)) })
}

// bigFile makes a trace, once.
func bigFile(b *testing.B, name string, threads int, make func(events int) (tracefeed.Feed, error)) *big {
	if made[name] != nil {
		return made[name]
	}
	events := scaleEvents
	if n, err := strconv.Atoi(os.Getenv("TIV_EVENTS")); err == nil {
		events = n
	}
	feed, err := make(events)
	if err != nil {
		b.Fatal(err)
	}
	dir := os.Getenv("TIV_BENCH_DIR") // keeps the traces
	if dir == "" {
		if dir, err = os.MkdirTemp("", "tiv-bench-"); err != nil {
			b.Fatal(err)
		}
	}
	t := &big{path: filepath.Join(dir, fmt.Sprintf("%s-%d.bin", name, events)), threads: threads, events: events}
	if st, err := os.Stat(t.path); err == nil {
		t.bytes = st.Size()
		made[name] = t
		return t
	}
	f, err := os.Create(t.path)
	if err != nil {
		b.Fatal(err)
	}
	r := timeline.NewReducer(feed, timeline.Tuning{})
	s := r.SaveTo(f, binfeed.Header{}, nil, timeline.NewMemory(1))
	if err := reduced.AddAll(r, feed); err != nil {
		b.Fatal(err)
	}
	if err := s.Finish(nil, detect.AppendReport(nil, detect.Report{})); err != nil {
		b.Fatal(err)
	}
	st, _ := f.Stat()
	t.bytes = st.Size()
	f.Close()
	made[name] = t
	return t
}

func (t *big) open(b *testing.B) (*timeline.Timeline, *os.File) {
	f, err := os.Open(t.path)
	if err != nil {
		b.Fatal(err)
	}
	file, err := binfeed.Open(f, t.bytes)
	if err != nil {
		b.Fatal(err)
	}
	tl, _, err := timeline.Open(file, timeline.NewMemory(64<<20), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	return tl, f
}

func allThreads(tl *timeline.Timeline) []tracefeed.ThreadID {
	var list []tracefeed.ThreadID
	for t := range tl.Threads[1:] {
		list = append(list, tracefeed.ThreadID(t+1))
	}
	return list
}

// cpuTime returns the processor time that the process has used.
func cpuTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// BenchmarkScan reads a whole trace from its file into 2000 buckets of each
// thread.
func BenchmarkScan(b *testing.B) {
	const steps = 2000
	for _, threads := range []int{236, 1000, 2216} {
		for _, cores := range []int{1, 2} {
			b.Run(fmt.Sprintf("threads=%d/cores=%d", threads, cores), func(b *testing.B) {
				t := bigTrace(b, threads)
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				tl, f := t.open(b)
				defer f.Close()
				list := allThreads(tl)
				cells := make([]int64, steps) // by step, because steps are shared among cores
				before := cpuTime()
				for b.Loop() {
					tl.EachBucket(context.Background(), list, 0, tl.End/steps+1, steps,
						func(_, i int, _ *tracefeed.StateTimes) { cells[i]++ })
				}
				perEvent := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(t.events)
				b.ReportMetric(perEvent, "ns/event")
				b.ReportMetric(float64(cpuTime()-before)/float64(b.N)/float64(t.events), "cpu-ns/event")
				b.ReportMetric(1000/perEvent, "Mevents/s")
				b.ReportMetric(float64(t.bytes)/float64(t.events), "B/event")
				if tl.Err() != nil || cells[steps/2] == 0 {
					b.Fatal(tl.Err())
				}
			})
		}
	}
}

// BenchmarkReopen opens a reduced trace and makes the draft that is drawn
// first.
func BenchmarkReopen(b *testing.B) {
	const steps = 1000
	t := bigTrace(b, 1000)
	for b.Loop() {
		tl, f := t.open(b)
		tl.EachDraft(allThreads(tl), 0, tl.End/steps+1, steps, func(int, int, *tracefeed.StateTimes) {})
		f.Close()
	}
}

// BenchmarkZoom reads the buckets of windows with a million events, each
// somewhere else.
func BenchmarkZoom(b *testing.B) {
	const steps = 1000
	t := bigTrace(b, 1000)
	tl, f := t.open(b)
	defer f.Close()
	list := allThreads(tl)
	length := min(tl.End, tl.End/tracefeed.Time(t.events)*1_000_000)
	for i := 0; b.Loop(); i++ {
		from := tracefeed.Time(i*7919%1000) * (tl.End - length) / 1000
		tl.EachBucket(context.Background(), list, from, length/steps, steps, func(int, int, *tracefeed.StateTimes) {})
	}
}

// BenchmarkPairs reads a whole trace from its file and adds up the blocked time
// by pair of threads, each interval charged to the lock's owner.
func BenchmarkPairs(b *testing.B) {
	for _, threads := range []int{1000, 10000} {
		for _, cores := range []int{1, 2} {
			b.Run(fmt.Sprintf("threads=%d/cores=%d", threads, cores), func(b *testing.B) {
				t := bigTrace(b, threads)
				tl, f := t.open(b)
				defer f.Close()
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				stretches, pairs := 0, 0
				before := cpuTime()
				for b.Loop() {
					stretches, pairs = 0, 0
					for _, p := range interaction.Pairs(context.Background(), tl, 0, tl.End) {
						stretches, pairs = stretches+p.Count, pairs+1
					}
				}
				cpu := float64(cpuTime()-before) / float64(b.N)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(t.events), "ns/event")
				b.ReportMetric(cpu/float64(t.events), "cpu-ns/event")
				b.ReportMetric(float64(stretches)/float64(t.events), "stretches/event")
				b.ReportMetric(float64(pairs), "pairs")
				b.ReportMetric(cpu/float64(stretches), "cpu-ns/stretch")
			})
		}
	}
}

// BenchmarkScanEdges reads a whole trace from its file and joins each wait with the
// owners of its monitor, on one core.
func BenchmarkScanEdges(b *testing.B) {
	onOneCore(b, func(b *testing.B, t *big, tl *timeline.Timeline) {
		waits, before := 0, cpuTime()
		for b.Loop() {
			waits = 0
			tl.EachJoinedPage(context.Background(), 0, tl.End, func(m *ownerjoin.Page) { waits += len(m.Waits) })
		}
		perEvent := float64(cpuTime()-before) / float64(b.N) / float64(t.events)
		b.ReportMetric(perEvent, "cpu-ns/event")
		b.ReportMetric(1000/perEvent, "Mevents/cpu-s")
		b.ReportMetric(float64(waits)/float64(t.events), "waits/event")
	})
}

// BenchmarkFind loads whole traces into models and runs all findings on those, as at
// the first opening: findings should take a small part of loading.
func BenchmarkFind(b *testing.B) {
	for _, threads := range []int{200, 2000, 20000} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			t := bigTrace(b, threads)
			load, find := int64(0), int64(0)
			for b.Loop() {
				begun := cpuTime()
				tl := t.load(b)
				loaded := cpuTime()
				detect.Find(context.Background(), tl, nil)
				load, find = load+loaded-begun, find+cpuTime()-loaded
			}
			b.ReportMetric(float64(find)/float64(b.N)/float64(t.events), "find-cpu-ns/event")
			b.ReportMetric(float64(find)/float64(load), "find/load")
		})
	}
}

// load reduces the events of the file as if it had no index.
func (t *big) load(b *testing.B) *timeline.Timeline {
	source, err := tracefeed.Open(t.path, []tracefeed.Format{binfeed.Format()})
	if err != nil {
		b.Fatal(err)
	}
	defer source.Close()
	tl, err := reduced.Timeline(source, timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	return tl
}
