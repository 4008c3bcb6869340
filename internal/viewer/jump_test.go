package viewer

import (
	"fmt"
	"testing"
	"time"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// BenchmarkJump jumps to one moment after the other, all over a big trace, and
// waits there until nothing is left to be read, as somebody does who clicks on
// the overview. ms-slowest is the longest frame, ms-done the time until the
// picture is exact. TIV_EVENTS says how big the trace is.
func BenchmarkJump(b *testing.B) {
	for _, threads := range []int{1000, 10_000} {
		tl := poolOf(b, threads, events())
		for _, steps := range []int{50, 10_000} {
			b.Run(fmt.Sprintf("threads=%d/history=%d", threads, steps), func(b *testing.B) {
				v := open(b, tl)
				if steps > v.ws.Look.History {
					v.ws.Look.Step = max(1, tl.End/tracefeed.Time(steps))
					v.ws.Do(workspace.SetHistory{Steps: steps})
				}
				v.builder.MostEvents = scene.MostEvents
				var frames, first, done spent
				better := make(chan bool, 10)
				before := cpuTime()
				for n := 0; b.Loop(); n++ {
					start := time.Now()
					v.ws.Do(workspace.SeekTo{Moment: tl.End / 1000 * tracefeed.Time(n*389%1000)})
					v.frame(b)
					first = append(first, time.Since(start))
					for began := start; ; {
						frames = append(frames, time.Since(began))
						if f := v.last; !f.Draft && !f.LinksDraft {
							break
						}
						v.builder.Refine(func() { better <- true })
						<-better
						began = time.Now()
						v.builder.Refine(func() { better <- true })
						v.frame(b)
					}
					done = append(done, time.Since(start))
				}
				v.builder.Stop()
				reportCPU(b, before)
				first.report(b, "first")
				done.report(b, "done")
				frames.slowest(b)
			})
		}
	}
}
