package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"tiv/timeline"
	"tiv/workspace"
)

func main() {
	cpu := flag.String("cpu", "", "")
	heap := flag.String("heap", "", "")
	mem := flag.Int64("mem", 3000, "MB model")
	lim := flag.Int64("lim", 0, "MB limit")
	stop := flag.Duration("stop", 0, "")
	every := flag.Duration("every", time.Second, "")
	flag.Parse()
	debug.SetGCPercent(200)
	if *lim > 0 {
		debug.SetMemoryLimit(*lim << 20)
	}
	if *cpu != "" {
		f, _ := os.Create(*cpu)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	l, err := workspace.Open(flag.Arg(0), workspace.Options{Memory: timeline.NewMemory(*mem << 20)})
	if err != nil {
		panic(err)
	}
	done := make(chan bool)
	go func() { l.Wait(); close(done) }()
	start := time.Now()
	most := uint64(0)
	t := time.NewTicker(*every)
loop:
	for {
		select {
		case <-done:
			break loop
		case <-t.C:
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			var ev int64
			if c := l.Current(); c != nil {
				ev = c.Timeline.Counts.Events
				fmt.Printf("%5.1fs %6.2fM events, %d threads, %d MB heap, %d sys, gc %.2f, progress %.2f\n", time.Since(start).Seconds(), float64(ev)/1e6, len(c.Timeline.Threads), m.HeapAlloc>>20, m.Sys>>20, m.GCCPUFraction, l.Progress())
			} else {
				fmt.Printf("%5.1fs nothing, %d MB heap %d sys, progress %.2f\n", time.Since(start).Seconds(), m.HeapAlloc>>20, m.Sys>>20, l.Progress())
			}
			if m.HeapAlloc > most && *heap != "" {
				most = m.HeapAlloc
				f, _ := os.Create(*heap)
				pprof.Lookup("heap").WriteTo(f, 0)
				f.Close()
			}
			if *stop > 0 && time.Since(start) > *stop {
				pprof.StopCPUProfile()
				os.Exit(0)
			}
		}
	}
	runtime.GC()
	runtime.GC()
	if *heap != "" {
		f, _ := os.Create(*heap + ".end")
		pprof.Lookup("heap").WriteTo(f, 0)
		f.Close()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("end %.1fs: %d events, %d MB live heap\n", time.Since(start).Seconds(), l.Current().Timeline.Counts.Events, m.HeapAlloc>>20)
}
