package viewer

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/workspace"
)

// threadTime returns the processor time that the thread has used.
func threadTime() time.Duration {
	const thisThread = 1 // of Linux
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkJump jumps to one moment after the other, all over a big trace, and
// waits there until all is read, like a user who clicks on the overview.
// ms-first is the first frame, ms-done the time until the picture is exact,
// ms-slowest the longest of all frames. cpu-ms-frame is the processor time of
// the drawing goroutine for a first frame, the figure to compare on a busy
// machine. TIV_EVENTS is the size of the trace.
func BenchmarkJump(b *testing.B) {
	for _, threads := range []int{1000, 10_000} {
		tl := poolOf(b, threads, events())
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			v := open(b, tl)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var frames, first, done, own spent
			before := cpuTime()
			for n := 0; b.Loop(); n++ {
				start, worked := time.Now(), threadTime()
				v.ws.Do(workspace.SeekTo{Moment: tl.End / 1000 * tracefeed.Time(n*389%1000)})
				v.frame(b)
				first, own = append(first, time.Since(start)), append(own, threadTime()-worked)
				frames = append(frames, time.Since(start))
				frames = append(frames, v.refine(b)...)
				done = append(done, time.Since(start))
			}
			v.builder.Stop()
			reportCPU(b, before)
			first.report(b, "first")
			done.report(b, "done")
			frames.slowest(b)
			slices.Sort(own)
			b.ReportMetric(milliseconds(own[len(own)/2]), "cpu-ms-frame")
		})
	}
}

// refine draws frames until nothing is left to be read, and returns how long they
// took.
func (v *viewer) refine(b *testing.B) (frames spent) {
	better := make(chan bool, 10)
	ring := func() { better <- true }
	for v.last.Approximate || v.last.LinksPartial {
		v.builder.Refine(ring)
		<-better
		start := time.Now()
		v.builder.Refine(ring)
		v.frame(b)
		frames = append(frames, time.Since(start))
	}
	return frames
}
