package viewer

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/workspace"
)

// BenchmarkPlayback plays a big trace as it opens, at the speed that it opens
// with, thirty frames for each second. It reports frames/s, the median of the time
// of a frame as a rate, and the longest frame, also in processor time, for
// busy machines. TIV_EVENTS is the size of the trace.
func BenchmarkPlayback(b *testing.B) {
	for _, c := range []struct {
		threads int
		canvas  shape.Canvas
	}{
		{1000, shape.Canvas{Width: 1280, Height: 800, Scale: 1}},
		{10_000, shape.Canvas{Width: 1280, Height: 800, Scale: 1}},
		{42, shape.Canvas{Width: 2560, Height: 1440, Scale: 1}},
	} {
		tl := poolOf(b, c.threads, events())
		for _, kind := range []*view.Kind{view.Free, view.Split} {
			b.Run(fmt.Sprintf("threads=%d/%dx%d/%v", c.threads, c.canvas.Width, c.canvas.Height, kind), func(b *testing.B) {
				v := openIn(b, c.canvas, tl, workspace.SetView{Kind: kind}, workspace.SeekTo{Moment: tl.End / 4})
				v.ws.Do(workspace.SetLoop{On: true})
				v.ws.Do(workspace.Play{})
				v.builder.Animating = true
				var all, making, drawing, cpu spent
				before := cpuTime()
				for b.Loop() {
					start, used := time.Now(), cpuTime()
					v.ws.Advance(1.0 / 30)
					m, d := v.frame(b)
					all, making, drawing = append(all, time.Since(start)), append(making, m), append(drawing, d)
					cpu = append(cpu, cpuTime()-used)
				}
				reportCPU(b, before)
				making.report(b, "making")
				drawing.report(b, "drawing")
				all.report(b, "frame")
				all.slowest(b)
				b.ReportMetric(milliseconds(slices.Max(cpu)), "cpu-ms-slowest")
				b.ReportMetric(1/all[len(all)/2].Seconds(), "frames/s")
			})
		}
	}
}
