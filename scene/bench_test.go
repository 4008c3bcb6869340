package scene_test

import (
	"fmt"
	"testing"
	"time"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/subject"
	"tiv/interaction/threadname"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// pool returns a timeline of threads that wait for each other's locks.
func pool(b *testing.B, threads int, events int64) *timeline.Timeline {
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

// BenchmarkFrame makes frames of 1000 steps at 1920×1080, at level near, of a
// moment in the middle. "first" is the first frame of a window, "refined" the
// same frame when it is exact. In "play" the moment moves by a step, in "crawl"
// by a hundredth of one, and in "same" only the camera moves. "told" is "play" with the story of
// each moment.
func BenchmarkFrame(b *testing.B) {
	for _, events := range []int64{1_000_000, 10_000_000} {
		for _, threads := range []int{200, 1000, 10_000} {
			b.Run(fmt.Sprintf("events=%dM/threads=%d", events/1e6, threads), func(b *testing.B) {
				tl := pool(b, threads, events)
				benchFrames(b, tl, view.LookAt(tl))
			})
		}
	}
}

var canvas = shape.Canvas{Width: 1920, Height: 1080, Scale: 1}

func benchFrames(b *testing.B, tl *timeline.Timeline, look view.Look) {
	look.Kind, look.Level, look.Steps, look.History = view.Split, lod.Near, 1000, 20
	look.Step = max(1, tl.End/2000)
	look.Moment = tl.End / 2
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			builder := scene.Builder{MaxEvents: scene.MaxEvents, Animating: true}
			builder.Frame(tl, &look, canvas)
		}
	})
	b.Run("refined", func(b *testing.B) {
		for b.Loop() {
			builder := scene.Builder{}
			builder.Frame(tl, &look, canvas)
		}
	})
	for _, moves := range []struct {
		name string
		by   tracefeed.Time
	}{{"play", look.Step}, {"crawl", look.Step / 100}} {
		b.Run(moves.name, func(b *testing.B) {
			builder := settled(tl, &look)
			builder.Animating = true
			at, slowest := look, time.Duration(0)
			for n := 0; b.Loop(); n++ {
				at.Moment = look.Moment + tracefeed.Time(n%400)*moves.by
				start := time.Now()
				builder.Frame(tl, &at, canvas)
				slowest = max(slowest, time.Since(start))
			}
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
		})
	}
	b.Run("told", func(b *testing.B) {
		report := detect.Find(b.Context(), tl, nil)
		t := subject.Teller{Timeline: tl, Report: report,
			Locks: lockname.New(tl.Monitors, report.Locks, nil),
			Names: threadname.New(tl.Threads)}
		at := look
		at.Findings, at.Locks, at.Names = t.Report.Findings, t.Locks, t.Names
		builder := settled(tl, &at)
		builder.Animating = true
		for n := 0; b.Loop(); n++ {
			at.Moment = look.Moment + tracefeed.Time(n%400)*look.Step
			at.Story = t.At(at.Moment, nil, nil)
			builder.Frame(tl, &at, canvas)
		}
	})
	b.Run("same", func(b *testing.B) {
		builder := settled(tl, &look)
		for b.Loop() {
			look.Camera.Yaw += 0.001
			builder.Frame(tl, &look, canvas)
		}
	})
}

// BenchmarkPlates makes the frames of a 3D view of 200 threads and 1 M events in which the moment moves by a
// step, with the story of each moment: without the plates of its locks, and with them.
func BenchmarkPlates(b *testing.B) {
	tl := pool(b, 200, 1_000_000)
	look := view.LookAt(tl)
	look.Steps, look.History = 200, 20
	look.Step = max(1, tl.End/2000)
	look.Moment = tl.End / 2
	for _, plates := range []bool{false, true} {
		look.LockPlates = plates
		b.Run(fmt.Sprintf("plates=%v", plates), func(b *testing.B) {
			builder := settled(tl, &look)
			builder.Animating = true
			at := look
			for n := 0; b.Loop(); n++ {
				at.Moment = look.Moment + tracefeed.Time(n%400)*look.Step
				builder.Frame(tl, &at, canvas)
			}
			builder.Stop()
		})
	}
}

// BenchmarkSlices makes the frames of BenchmarkFrame for 200 threads and 1 M events, by
// state, by ten slices, and by state in a base.
func BenchmarkSlices(b *testing.B) {
	tl := pool(b, 200, 1_000_000)
	var list []slice.Definition
	for i := range 10 {
		list = append(list, slice.Definition{Name: fmt.Sprint(i), Of: slice.Spans, Extent: slice.Whole,
			Where: fmt.Sprintf("state != \"suspended\" && duration > %dus", 500-50*i)})
	}
	slicing, err := slice.Compute(b.Context(),
		slice.Input{Timeline: tl, Locks: func(tracefeed.MonitorID) []string { return nil }}, list, nil)
	if err != nil {
		b.Fatal(err)
	}
	look := view.LookAt(tl)
	for _, c := range []struct {
		name, base string
		slices     *slice.Slices
		colours    bool
	}{{"states", "", nil, false}, {"slices", "", slicing, true}, {"base", "9", slicing, false}} {
		look.Slicing, look.SliceColours, look.Base = c.slices, c.colours, c.base
		b.Run(c.name, func(b *testing.B) { benchFrames(b, tl, look) })
	}
}

// settled returns a builder that has made an exact frame.
func settled(tl *timeline.Timeline, look *view.Look) *scene.Builder {
	builder := &scene.Builder{}
	builder.Frame(tl, look, canvas)
	builder.MaxEvents = scene.MaxEvents
	return builder
}
