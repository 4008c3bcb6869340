package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkScanC has a plain C loop do the same work as BenchmarkScan on the same
// chunks, in turns with ours, on one core, and compares their processor time.
func BenchmarkScanC(b *testing.B) {
	const steps = 2000
	exe := filepath.Join(b.TempDir(), "scan")
	if out, err := exec.Command("gcc", "-O3", "-march=native", "-o", exe, "testdata/scan.c").CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v\n%s", err, out)
	}
	onOneCore(b, func(b *testing.B, t *big, tl *timeline.Timeline) {
		list := allThreads(tl)
		var goTime, cTime float64
		for b.Loop() {
			cells, total, before := 0, tracefeed.Time(0), cpuTime()
			tl.EachBucket(context.Background(), list, 0, tl.End/steps+1, steps, func(_, _ int, bucket *tracefeed.StateTimes) {
				cells++
				total += bucket.Alive()
			})
			goTime += float64(cpuTime()-before) / float64(t.events)
			out, err := exec.Command(exe, t.path, fmt.Sprint(steps), "1").Output()
			if err != nil {
				b.Fatal(err)
			}
			took, got, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
			var perEvent float64
			if _, err := fmt.Sscan(took, &perEvent); err != nil || got != fmt.Sprintf("%d buckets, %d ns", cells, total) {
				b.Fatalf("%d buckets, %d ns; C: %s", cells, total, out)
			}
			cTime += perEvent
		}
		b.ReportMetric(goTime/float64(b.N), "go-ns/event")
		b.ReportMetric(cTime/float64(b.N), "C-ns/event")
		b.ReportMetric(100*cTime/goTime, "%of-C")
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
