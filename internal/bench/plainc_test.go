package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkScanC has a plain C loop do the same work as BenchmarkScan on the same
// chunks, in turns with ours, on one core, and compares their processor time.
func BenchmarkScanC(b *testing.B) {
	const steps = 2000
	againstC(b, "scan", steps, func(tl *timeline.Timeline, list []tracefeed.ThreadID) string {
		cells, total := 0, tracefeed.Time(0)
		tl.EachBucket(context.Background(), list, 0, tl.End/steps+1, steps, func(_, _ int, bucket *timeline.Bucket) {
			cells++
			total += bucket.Alive()
		})
		return fmt.Sprintf("%d buckets, %d ns", cells, total)
	})
}

// BenchmarkScanEdgesC is the same for BenchmarkScanEdges.
func BenchmarkScanEdgesC(b *testing.B) {
	const steps = 2000
	againstC(b, "match", steps, func(tl *timeline.Timeline, list []tracefeed.ThreadID) string {
		cells, total := 0, tracefeed.Time(0)
		waits, stretches, check := 0, 0, uint64(0)
		grid := tl.Grid(list, 0, tl.End/steps+1, steps, func(_, _ int, bucket *timeline.Bucket) {
			cells++
			total += bucket.Alive()
		})
		tl.EachMatch(context.Background(), 0, tl.End, func(m *timeline.Matches) {
			grid.Count(m)
			waits += len(m.Waits)
			for i := range m.Waits {
				if w := &m.Waits[i]; w.State == timeline.Blocking {
					first, last := &m.Stretches[w.First], &m.Stretches[w.Last]
					stretches += int(w.Last-w.First) + 1
					check += uint64(first.Start+last.Start) + uint64(first.Holders+last.Holders)
				}
			}
		})
		grid.Finish()
		return fmt.Sprintf("%d buckets, %d ns, %d waits, %d stretches, %d", cells, total, waits, stretches, check)
	})
}

// BenchmarkScanEdgesLeast is BenchmarkScanEdgesC without the cost of other
// processes: for each page, the least time of all turns counts.
func BenchmarkScanEdgesLeast(b *testing.B) {
	const steps = 2000
	exe := compileC(b, "match")
	onOneCore(b, func(b *testing.B, t *big, tl *timeline.Timeline) {
		list, least := allThreads(tl), []time.Duration(nil)
		for b.Loop() {
			grid, page, last := tl.Grid(list, 0, tl.End/steps+1, steps, func(int, int, *timeline.Bucket) {}), 0, time.Now()
			tl.EachMatch(context.Background(), 0, tl.End, func(m *timeline.Matches) {
				grid.Count(m)
				now := time.Now()
				if page == len(least) {
					least = append(least, now.Sub(last))
				}
				least[page] = min(least[page], now.Sub(last))
				page, last = page+1, now
			})
			grid.Finish()
		}
		sum := time.Duration(0)
		for _, d := range least {
			sum += d
		}
		goTime := float64(sum) / float64(t.events)
		says, _ := runC(b, exe, t, steps, b.N)
		var all, cTime float64
		if _, err := fmt.Sscanf(says, "%f ns/event, least %f", &all, &cTime); err != nil {
			b.Fatal(says)
		}
		b.ReportMetric(goTime, "go-ns/event")
		b.ReportMetric(cTime, "C-ns/event")
		b.ReportMetric(100*cTime/goTime, "%of-C")
		b.ReportMetric(1000/goTime, "Mevents/s")
	})
}

// onOneCore runs a benchmark for pools of some sizes.
func onOneCore(b *testing.B, f func(b *testing.B, t *big, tl *timeline.Timeline)) {
	for _, threads := range []int{236, 1000, 2216} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			t := bigTrace(b, threads)
			tl, file := t.open(b)
			defer file.Close()
			f(b, t, tl)
		})
	}
}

// compileC makes a program of testdata.
func compileC(b *testing.B, program string) string {
	exe := filepath.Join(b.TempDir(), program)
	if out, err := exec.Command("gcc", "-O3", "-march=native", "-o", exe, filepath.Join("testdata", program+".c")).CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v\n%s", err, out)
	}
	return exe
}

// runC runs one, and returns its output about time, and about the trace.
func runC(b *testing.B, exe string, t *big, steps, turns int) (took, says string) {
	out, err := exec.Command(exe, t.path, fmt.Sprint(steps), fmt.Sprint(turns)).Output()
	if err != nil {
		b.Fatal(err)
	}
	took, says, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return took, says
}

// againstC has ours and the program of testdata do the same in turns, which must say
// the same.
func againstC(b *testing.B, program string, steps int, ours func(*timeline.Timeline, []tracefeed.ThreadID) string) {
	exe := compileC(b, program)
	onOneCore(b, func(b *testing.B, t *big, tl *timeline.Timeline) {
		list := allThreads(tl)
		var goTime, cTime float64
		for b.Loop() {
			before := cpuTime()
			want := ours(tl, list)
			goTime += float64(cpuTime()-before) / float64(t.events)
			took, says := runC(b, exe, t, steps, 1)
			var perEvent float64
			if _, err := fmt.Sscan(took, &perEvent); err != nil || says != want {
				b.Fatalf("ours: %s\nC: %s %s", want, took, says)
			}
			cTime += perEvent
		}
		b.ReportMetric(goTime/float64(b.N), "go-ns/event")
		b.ReportMetric(cTime/float64(b.N), "C-ns/event")
		b.ReportMetric(100*cTime/goTime, "%of-C")
	})
}
