// Package viewer measures how long a user of the window waits: between a key and
// the changed picture, from frame to frame, for an answer about all threads. It
// is all benchmarks; make bench runs them.
package viewer

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/render/offscreen"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

var screen = shape.Canvas{Width: 1920, Height: 1080, Scale: 1}

// viewer is the work of a window between an input and the changed picture,
// without the window: the commands, the frame, the drawing.
type viewer struct {
	ws      *workspace.Workspace
	builder scene.Builder
	canvas  shape.Canvas
	gl      *offscreen.Canvas
	last    *scene.Frame
}

// open returns a viewer of a trace that has settled: its first frame is exact.
func open(b *testing.B, tl *timeline.Timeline, do ...workspace.Command) *viewer {
	b.Helper()
	return openIn(b, screen, tl, do...)
}

// openIn is open for a canvas.
func openIn(b *testing.B, canvas shape.Canvas, tl *timeline.Timeline, do ...workspace.Command) *viewer {
	b.Helper()
	ws := workspace.New("benchmark")
	ws.Update(tl, detect.Report{})
	return openWorkspace(b, canvas, ws, do...)
}

// openWorkspace is openIn for a workspace with a trace.
func openWorkspace(b *testing.B, canvas shape.Canvas, ws *workspace.Workspace, do ...workspace.Command) *viewer {
	b.Helper()
	v := &viewer{ws: ws, canvas: canvas}
	for _, c := range do {
		v.ws.Do(c)
	}
	gl, err := offscreen.New(canvas.Width, canvas.Height)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(gl.Release)
	v.gl = gl
	gl.Samples = 0 // as a window
	v.settle(b)
	return v
}

// settle makes a frame that no reading is left to do for.
func (v *viewer) settle(b *testing.B) {
	v.builder.MaxEvents, v.builder.Animating = 0, false
	v.frame(b)
	v.builder.MaxEvents = scene.MaxEvents
}

// frame makes and draws a frame, and returns how long each took.
func (v *viewer) frame(b *testing.B) (making, drawing time.Duration) {
	start := time.Now()
	f := v.builder.Frame(v.ws.Timeline, &v.ws.Look, v.canvas)
	v.last, making = f, time.Since(start)
	if err := v.gl.Render(f); err != nil {
		b.Fatal(err)
	}
	return making, time.Since(start) - making
}

// spent is how long things took, one after the other.
type spent []time.Duration

// cpuTime returns the processor time of the process, including the threads of
// the driver: a figure that is comparable on a busy machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// reportCPU reports the processor time of each round since the processor time
// was before.
func reportCPU(b *testing.B, before time.Duration) {
	b.ReportMetric(milliseconds(cpuTime()-before)/float64(b.N), "cpu-ms")
}

func (s spent) report(b *testing.B, what string) {
	slices.Sort(s)
	b.ReportMetric(milliseconds(s[len(s)/2]), "ms-"+what)
}

// slowest reports the longest.
func (s spent) slowest(b *testing.B) { b.ReportMetric(milliseconds(slices.Max(s)), "ms-slowest") }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// events is how many events a big trace has.
func events() int64 {
	if n, err := strconv.ParseInt(os.Getenv("TIV_EVENTS"), 10, 64); err == nil {
		return n
	}
	return 1_000_000
}

// poolOf returns the timeline of some threads that fight over locks.
func poolOf(b *testing.B, threads int, events int64) *timeline.Timeline {
	b.Helper()
	feed, err := generate.Pool(threads, events)
	if err != nil {
		b.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	return tl
}

// BenchmarkViews plays through a history of 10 000 steps that has more than
// 100 000 edges, in every view and at every level: a frame is made and drawn after
// each step. All numbers are medians but ms-slowest, which is that of the longest
// frame.
func BenchmarkViews(b *testing.B) {
	const steps = 10_000
	for _, threads := range []int{10, 60, 200, 1000, 10_000} {
		tl := poolOf(b, threads, 500_000)
		for _, kind := range view.Kinds {
			for level := lod.Near; level <= lod.Crowd; level++ {
				b.Run(fmt.Sprintf("threads=%d/%v/%v", threads, kind, level), func(b *testing.B) {
					v := open(b, tl, workspace.SetView{Kind: kind}, workspace.SetLevel{Level: level})
					v.ws.Look.Step = max(1, tl.End/steps) // shorter than a user can choose, of so short a trace
					v.ws.Do(workspace.SetSteps{Steps: 1000})
					v.ws.Do(workspace.SetHistory{Steps: steps})
					v.ws.Do(workspace.SeekTo{Moment: tl.End - 1000*v.ws.Look.Step})
					v.settle(b)
					v.play(b)
				})
			}
		}
	}
}

// play measures frames, each a step after the one before.
func (v *viewer) play(b *testing.B) {
	v.builder.Animating = true
	var all, making, drawing spent
	before := cpuTime()
	for b.Loop() {
		start := time.Now()
		v.ws.Do(workspace.StepBy{Steps: 1})
		m, d := v.frame(b)
		all, making, drawing = append(all, time.Since(start)), append(making, m), append(drawing, d)
	}
	reportCPU(b, before)
	all.report(b, "frame")
	making.report(b, "making")
	drawing.report(b, "drawing")
	all.slowest(b)
}

// BenchmarkKeys measures the time from a key to the changed picture: the command,
// the frame as a window makes it, which may be a draft, and the drawing.
func BenchmarkKeys(b *testing.B) {
	for _, threads := range []int{10, 200, 1000, 10_000} {
		tl := poolOf(b, threads, 1_000_000)
		for _, key := range []struct {
			name           string
			there, andBack workspace.Command
		}{
			{name: "step", there: workspace.StepBy{Steps: 1}, andBack: workspace.StepBy{Steps: -1}},
			{name: "zoom time", there: workspace.ZoomTime{Notches: 1}, andBack: workspace.ZoomTime{Notches: -1}},
			{name: "view", there: workspace.SetView{Kind: view.Split}, andBack: workspace.SetView{Kind: view.Free}},
			{name: "level", there: workspace.SetLevel{Level: lod.Near}, andBack: workspace.SetLevel{Level: lod.Far}},
			{name: "select", there: workspace.Select{Thread: 2}, andBack: workspace.Select{}},
			{name: "signals", there: workspace.SetOption{Option: "signals", On: true},
				andBack: workspace.SetOption{Option: "signals", On: false}},
			{name: "in time", there: workspace.SetOption{Option: "in-time", On: true},
				andBack: workspace.SetOption{Option: "in-time", On: false}},
			{name: "layout", there: workspace.Arrange{Arrangement: view.Force}, andBack: workspace.Arrange{}},
			{name: "palette", there: workspace.SetPalette{Palette: paint.Light()}, andBack: workspace.SetPalette{Palette: paint.Dark()}},
		} {
			b.Run(fmt.Sprintf("threads=%d/%s", threads, key.name), func(b *testing.B) {
				v := open(b, tl, workspace.SeekTo{Moment: tl.End / 2})
				v.press(b, key.there, key.andBack)
			})
		}
	}
}

// press gives two commands in turns, each followed by a frame.
func (v *viewer) press(b *testing.B, keys ...workspace.Command) {
	var all spent
	before := cpuTime()
	for n := 0; b.Loop(); n++ {
		start := time.Now()
		v.ws.Do(keys[n%len(keys)])
		v.frame(b)
		all = append(all, time.Since(start))
	}
	reportCPU(b, before)
	all.report(b, "median")
	all.slowest(b)
}

// BenchmarkScrub jumps to one moment after the other, all over the trace, as a
// mouse on the overview does.
func BenchmarkScrub(b *testing.B) {
	for _, kind := range view.Kinds {
		b.Run(fmt.Sprintf("threads=200/%v", kind), func(b *testing.B) {
			tl := poolOf(b, 200, 4_000_000)
			v := open(b, tl, workspace.SetView{Kind: kind})
			v.builder.Animating = true
			var all spent
			before := cpuTime()
			for n := 0; b.Loop(); n++ {
				start := time.Now()
				v.ws.Do(workspace.SeekTo{Moment: tl.End / 1000 * tracefeed.Time(n*389%1000)})
				v.frame(b)
				all = append(all, time.Since(start))
			}
			reportCPU(b, before)
			all.report(b, "median")
			all.slowest(b)
		})
	}
}

// BenchmarkChoose measures the commands that query all threads of a big trace:
// filters, proposals of clusters, another length of a step. TIV_EVENTS is its
// size. ms-command is the command alone, ms-picture with the frame that shows
// it.
func BenchmarkChoose(b *testing.B) {
	tl := poolOf(b, 1000, events())
	step := max(1, tl.End/500)
	for _, x := range []struct {
		name string
		do   []workspace.Command
	}{
		{"filter by name", filters(`name ~ "worker-1"`, `name ~ "worker-2"`)},
		{"filter by state", filters(`state == "blocking"`, `state == "running"`)},
		{"filter by time", filters(`blocking > 50%`, `blocking > 60%`)},
		{"filter by waits", filters(`waits > 10`, `waits > 20`)},
		{"cluster by name", []workspace.Command{workspace.Propose{By: workspace.SameName}}},
		{"cluster by function", []workspace.Command{workspace.Propose{By: workspace.SameFunction}}},
		{"cluster by waits", []workspace.Command{workspace.Propose{By: workspace.SameWaits}}},
		{"cluster by behaviour", []workspace.Command{workspace.Propose{By: workspace.SameProfile}}},
		{"step", []workspace.Command{workspace.SetStep{Step: step}, workspace.SetStep{Step: 2 * step}}},
	} {
		b.Run(x.name, func(b *testing.B) {
			v := open(b, tl)
			v.ws.Do(workspace.ShowRange{From: 0, To: tl.End})
			var command, picture spent
			before := cpuTime()
			for n := 0; b.Loop(); n++ {
				start := time.Now()
				v.ws.Do(x.do[n%len(x.do)])
				command = append(command, time.Since(start))
				v.frame(b)
				picture = append(picture, time.Since(start))
			}
			if workspace.FilteringOf(v.ws).Status().Err != nil {
				b.Fatal(workspace.FilteringOf(v.ws).Status().Err)
			}
			reportCPU(b, before)
			command.report(b, "command")
			picture.report(b, "picture")
			picture.slowest(b)
		})
	}
}

// filters returns commands that set filters.
func filters(texts ...string) (do []workspace.Command) {
	for _, text := range texts {
		do = append(do, workspace.SetFilter{Filter: workspace.Filter{Text: text}})
	}
	return do
}
