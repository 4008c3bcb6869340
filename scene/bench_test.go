package scene_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tiv/internal/oracle"
	"tiv/lod"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// crowd returns a timeline of some threads that all wait for each other's
// locks.
func crowd(b *testing.B, threads, events int) *timeline.Timeline {
	b.Helper()
	rng := rand.New(rand.NewPCG(uint64(threads), 1))
	trace := oracle.Random(rng, oracle.Shape{Threads: threads, Monitors: threads/8 + 1, Events: events})
	feed := trace.Feed()
	r := timeline.NewReducer(feed)
	var ev tracefeed.Event
	for feed.Next(&ev) == nil {
		if err := r.Add(&ev); err != nil {
			b.Fatal(err)
		}
	}
	return r.Snapshot(true, nil)
}

// BenchmarkFrame makes frames of 1000 steps at 1920×1080, at the level that
// tells all states apart. "same" is a frame in which only the camera moved,
// "play" one in which the moment moved on by a step, "new" the first frame.
func BenchmarkFrame(b *testing.B) {
	for _, threads := range []int{10, 60, 200, 1000} {
		tl := crowd(b, threads, 200*threads)
		look := scene.LookAt(tl)
		look.Level, look.Steps, look.History = lod.Near, 1000, 20
		look.Step = max(1, tl.End/1000)
		canvas := scene.Canvas{Width: 1920, Height: 1080, Scale: 1}
		b.Run(fmt.Sprint("threads=", threads, "/same"), func(b *testing.B) {
			var builder scene.Builder
			for b.Loop() {
				look.Camera.Yaw += 0.001
				builder.Frame(tl, &look, canvas)
			}
		})
		b.Run(fmt.Sprint("threads=", threads, "/play"), func(b *testing.B) {
			var builder scene.Builder
			for n := 0; b.Loop(); n++ {
				look.Moment = tl.End/2 + tracefeed.Time(n%400)*look.Step
				builder.Frame(tl, &look, canvas)
			}
		})
		b.Run(fmt.Sprint("threads=", threads, "/new"), func(b *testing.B) {
			for b.Loop() {
				var builder scene.Builder
				builder.Frame(tl, &look, canvas)
			}
		})
	}
}
