package main

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/workspace/loader"
)

// BenchmarkOpening searches large traces for their most telling moment: it opens them with
// that and without. They have no findings, or the moment would be that of one.
func BenchmarkOpening(b *testing.B) {
	for _, threads := range []int{200, 2000, 20000} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			t := bigTrace(b, threads)
			var with, without int64
			for b.Loop() {
				begun := cpuTime()
				t.openTelling(b, false)
				opened := cpuTime()
				t.openTelling(b, true)
				without, with = without+opened-begun, with+cpuTime()-opened
			}
			b.ReportMetric(float64(without)/float64(b.N)/1e6, "open-cpu-ms")
			b.ReportMetric(float64(with-without)/float64(b.N)/1e6, "moment-cpu-ms")
		})
	}
}

// openTelling opens the trace, perhaps at its most telling moment.
func (t *big) openTelling(b *testing.B, telling bool) {
	l, err := loader.Open(t.path, loader.Options{Findings: telling})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	if all, err := l.WaitFindings(); err != nil || !all.Searched || (all.Opening != nil) != telling {
		b.Fatal("the trace was not opened as it should be", err)
	}
}

// BenchmarkCensus ranks the monitors of large traces, and beside that runs all findings
// and loads the events into a model.
func BenchmarkCensus(b *testing.B) {
	for _, threads := range []int{200, 2000, 20000} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			t := bigTrace(b, threads)
			tl, f := t.open(b)
			defer f.Close()
			var census, find, load time.Duration
			for b.Loop() {
				begun := time.Now()
				t.load(b)
				loaded := time.Now()
				detect.Find(context.Background(), tl, nil)
				load, find = load+loaded.Sub(begun), find+time.Since(loaded)
				c := lockname.NewCensus(tl)
				tl.EachLockPage(context.Background(), 0, math.MaxInt, func(p *timeline.LockPage) {
					begun := time.Now()
					c.Page(p)
					census += time.Since(begun)
				})
				begun = time.Now()
				c.Ranks()
				census += time.Since(begun)
			}
			b.ReportMetric(float64(census)/float64(load), "census/load")
			b.ReportMetric(float64(census)/float64(find), "census/find")
			b.ReportMetric(float64(find)/float64(load), "find/load")
		})
	}
}
