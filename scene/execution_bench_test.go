package scene_test

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/scene"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// BenchmarkExecution makes frames of the execution view of 200 threads with 10 M calls up to
// a depth of 20, at 1920×1080. "first" computes the lanes. In "all" they are there for the
// whole trace, in "part" for a hundredth of it, and in "tall" for a few threads that fill the
// picture; the interval moves by a step from frame to frame. In "same" nothing changes.
func BenchmarkExecution(b *testing.B) {
	tl, err := reduced.Timeline(reduced.NewCallers(200, 20_000_000, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	show := func(length tracefeed.Time) view.Look {
		look := view.LookAt(tl)
		look.Kind, look.Moment = view.Execution, tl.End/2
		look.Step, look.Steps = view.Steps(length)
		return look
	}
	b.Run("first", func(b *testing.B) {
		look := show(tl.End)
		for b.Loop() {
			builder := scene.Builder{}
			builder.Frame(tl, &look, canvas)
		}
	})
	for _, x := range []struct {
		name string
		look view.Look
		zoom float32
		move tracefeed.Time
	}{{"all", show(tl.End / 2), 1, 1}, {"part", show(tl.End / 100), 1, 1}, {"tall", show(tl.End / 100), 20, 1},
		{"same", show(tl.End / 2), 1, 0}} {
		b.Run(x.name, func(b *testing.B) {
			builder, look := scene.Builder{}, x.look
			look.Camera.Zoom = x.zoom
			builder.Frame(tl, &look, canvas)
			builder.MaxEvents, builder.Animating = scene.MaxEvents, true
			for n := 1; b.Loop(); n++ {
				look.Ahead = view.StartAhead + float64(x.move)*float64(n%20)/float64(look.Steps)
				if f := builder.Frame(tl, &look, canvas); f.Calls.Pending {
					b.Fatal("calls are a draft")
				}
			}
		})
	}
}

// BenchmarkCallsOnBars makes frames of the 3D view of that trace. In "off" bars have no calls.
// In "turn" the camera turns from frame to frame, in "move" the interval moves by a step. In
// "same" nothing changes.
func BenchmarkCallsOnBars(b *testing.B) {
	tl, err := reduced.Timeline(reduced.NewCallers(200, 20_000_000, false), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	for _, x := range []struct {
		name string
		on   bool
		turn float32
		move tracefeed.Time
	}{{"off/turn", false, 0.01, 0}, {"turn", true, 0.01, 0}, {"off/move", false, 0, 1}, {"move", true, 0, 1},
		{"off/same", false, 0, 0}, {"same", true, 0, 0}} {
		b.Run(x.name, func(b *testing.B) {
			builder, look := scene.Builder{}, view.LookAt(tl)
			look.Moment, look.Lanes = tl.End/2, x.on
			builder.Frame(tl, &look, canvas)
			builder.MaxEvents, builder.Animating = scene.MaxEvents, true
			yaw, moment := look.Camera.Yaw, look.Moment
			for n := 1; b.Loop(); n++ {
				look.Camera.Yaw = yaw + x.turn*float32(n%20)
				look.Moment = moment + x.move*look.Step*tracefeed.Time(n%20)
				if f := builder.Frame(tl, &look, canvas); f.Calls.Pending {
					b.Fatal("calls are a draft")
				}
			}
		})
	}
}
