package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tiv/workspace/loader"
)

// BenchmarkGrowing follows a trace file while it grows by a hundredth every 50 ms, with
// preliminary findings and without.
func BenchmarkGrowing(b *testing.B) {
	t := bigTrace(b, 2000)
	data, err := os.ReadFile(t.path)
	if err != nil {
		b.Fatal(err)
	}
	elapsed, used := [2]time.Duration{}, [2]int64{}
	for b.Loop() {
		for i, findings := range []bool{false, true} {
			begun, cpu := time.Now(), cpuTime()
			follow(b, data[:len(data)/100*99], findings)
			elapsed[i], used[i] = elapsed[i]+time.Since(begun), used[i]+cpuTime()-cpu
		}
	}
	b.ReportMetric(100*float64(used[0])/float64(elapsed[0]), "%-core-load")
	b.ReportMetric(100*float64(used[1]-used[0])/float64(elapsed[1]), "%-core-findings")
}

// follow writes a trace, piece by piece, and follows it.
func follow(b *testing.B, data []byte, findings bool) {
	f, err := os.Create(filepath.Join(b.TempDir(), "growing.bin"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var l *loader.Loader
	for piece := (len(data) + 99) / 100; len(data) > 0; data = data[min(piece, len(data)):] {
		if _, err := f.Write(data[:min(piece, len(data))]); err != nil {
			b.Fatal(err)
		}
		if l == nil {
			if l, err = loader.Open(f.Name(), loader.Options{Findings: findings, Follow: true, Notify: func() {}}); err != nil {
				b.Fatal(err)
			}
			defer l.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	if now := l.Current(); !now.Growing || (len(now.Report.Findings) > 0) != findings {
		b.Fatal("the trace was not followed as it should be: ", len(now.Report.Findings), " findings")
	}
}
