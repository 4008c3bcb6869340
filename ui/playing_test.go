package ui_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"tiv/internal/generate"
	"tiv/tracefeed"
	"tiv/ui"
)

// timesFrames makes the window measure frames of playback instead of describing them.
const timesFrames = "TIV_TEST_FRAMES"

// frameReport is the line that the window writes about a frame: a Snapshot, or its times.
type frameReport struct {
	*ui.Snapshot `json:",omitempty"`
	playedFrame
	// Cut is what is cut, after a number of arrangements; see looksForCuts.
	Cut      []string `json:",omitempty"`
	Arranged int      `json:",omitempty"`
}

// playedFrame is one frame of playback.
type playedFrame struct {
	// Since is the time since the frame before, and CPU the processor time of the
	// window since then, with the threads of the OpenGL driver.
	Since, CPU time.Duration `json:",omitempty"`
}

// observer returns a function that writes a line about each frame.
func observer(out *json.Encoder) func(ui.Snapshot) {
	measured := os.Getenv(timesFrames) != ""
	var cuts *cutLooker
	if os.Getenv(looksForCuts) != "" {
		cuts = newCutLooker(os.Stdin)
	}
	var last time.Time
	var used time.Duration
	return func(s ui.Snapshot) {
		report := frameReport{Snapshot: &s}
		if now := time.Now(); measured && s.Playing {
			cpu := cpuTime()
			report = frameReport{playedFrame: playedFrame{now.Sub(last), cpu - used}}
			if last.IsZero() {
				report.Snapshot = &s // the start of playback
			}
			last, used = now, cpu
		}
		if cuts != nil {
			report.Cut, report.Arranged = cuts.look()
		}
		if err := out.Encode(report); err != nil {
			panic(err)
		}
	}
}

// cpuTime returns the processor time of the process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// pool returns the path of a generated trace for drive.
func pool(threads int, events int64) string { return fmt.Sprintf("pool of %d, %d", threads, events) }

// generated returns the trace at a path made by pool.
func generated(path string) (*tracefeed.Source, bool) {
	var threads int
	var events int64
	if _, err := fmt.Sscanf(path, "pool of %d, %d", &threads, &events); err != nil {
		return nil, false
	}
	feed, err := generate.Pool(threads, events)
	if err != nil {
		panic(err)
	}
	return &tracefeed.Source{Feed: feed, Name: path, Size: 1}, true
}

// BenchmarkWindowPlayback plays a trace in the window, with all its panels, at the speed
// and in the view with which it opens. An iteration is a frame. It reports the frames a
// second, at most those of the screen, the longest time between two frames, and the
// processor time of a frame, which counts on a busy machine. TIV_EVENTS is the size of
// the trace.
func BenchmarkWindowPlayback(b *testing.B) {
	events, err := strconv.ParseInt(os.Getenv("TIV_EVENTS"), 10, 64)
	if err != nil {
		events = 1_000_000
	}
	for _, c := range []struct{ threads, width, height int }{{1000, 1280, 800}, {10_000, 1280, 800}, {42, 2560, 1440}} {
		b.Run(fmt.Sprintf("threads=%d/%dx%d", c.threads, c.width, c.height), func(b *testing.B) {
			b.Setenv(timesFrames, "yes")
			d := drive(b, pool(c.threads, events))
			d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded })
			d.input("search", "--name", "TIV", "windowsize", strconv.Itoa(c.width), strconv.Itoa(c.height))
			d.rest()
			d.key("Home")
			d.rest()
			d.screen.input(b, "key", "y", "space") // nothing is said about frames from here on
			var all, used, slowest time.Duration
			for b.Loop() {
				f := d.played()
				all, used, slowest = all+f.Since, used+f.CPU, max(slowest, f.Since)
			}
			b.ReportMetric(float64(b.N)/all.Seconds(), "frames/s")
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
			b.ReportMetric(float64(used.Microseconds())/1000/float64(b.N), "cpu-ms")
		})
	}
}

// played waits for the next frame of playback.
func (d *driver) played() playedFrame {
	d.Helper()
	select {
	case f := <-d.frames:
		return f
	case err := <-d.done:
		d.Fatalf("the window closed: %v\n%s", err, d.errors)
	case <-time.After(patience):
		d.Fatalf("the window plays no more: %s", d.errors)
	}
	return playedFrame{}
}
