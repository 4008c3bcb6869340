package workspace

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Command is one thing that a user can do. Keys, mouse, buttons and tests
// produce the same commands; Workspace.Do carries them out.
type Command interface{ apply(*Workspace) }

// Playback commands.
type (
	// TogglePlay plays, or pauses if it plays. At the end it starts again.
	TogglePlay struct{}
	// Pause stands still.
	Pause struct{}
	// Stop pauses and goes back to the start.
	Stop struct{}
	// Rewind plays backwards.
	Rewind struct{}
	// Faster doubles the speed, Slower halves it.
	Faster struct{}
	Slower struct{}
	// SetSpeed sets the speed, in seconds of the trace per second.
	SetSpeed struct{ Speed float64 }
	// StepBy pauses and moves by a number of steps.
	StepBy struct{ Steps int }
	// SeekTo pauses and moves to a moment.
	SeekTo struct{ Moment tracefeed.Time }
	// SeekEnd moves to the end of the trace.
	SeekEnd struct{}
	// SetLoop repeats a stretch; an empty one is the whole trace.
	SetLoop struct {
		On       bool
		From, To tracefeed.Time
	}
)

func (TogglePlay) apply(w *Workspace) {
	w.touched = true
	p := &w.Playback
	if p.Playing && !p.Backwards {
		p.Playing = false
		return
	}
	p.Playing, p.Backwards = true, false
	if p.Moment >= w.Timeline.End {
		p.Moment = 0
	}
}

func (Pause) apply(w *Workspace) { w.Playback.Playing = false }

func (Stop) apply(w *Workspace) { SeekTo{0}.apply(w) }

func (Rewind) apply(w *Workspace) {
	w.touched = true
	w.Playback.Playing, w.Playback.Backwards = true, true
}

func (Faster) apply(w *Workspace) { SetSpeed{w.Playback.Speed * 2}.apply(w) }

func (Slower) apply(w *Workspace) { SetSpeed{w.Playback.Speed / 2}.apply(w) }

func (c SetSpeed) apply(w *Workspace) {
	w.ownSpeed = true
	w.Playback.SetSpeed(c.Speed)
}

func (c StepBy) apply(w *Workspace) {
	at := w.Playback.Moment
	grid := at / w.Look.Step * w.Look.Step
	if c.Steps < 0 && grid < at { // back to the start of this step first
		c.Steps++
	}
	SeekTo{grid + tracefeed.Time(c.Steps)*w.Look.Step}.apply(w)
}

func (c SeekTo) apply(w *Workspace) {
	w.touched = true
	w.Playback.Playing = false
	w.Playback.Moment = c.Moment
}

func (SeekEnd) apply(w *Workspace) { SeekTo{w.Timeline.End}.apply(w) }

func (c SetLoop) apply(w *Workspace) {
	p := &w.Playback
	p.Loop, p.LoopFrom, p.LoopTo = c.On, c.From, c.To
	if c.From >= c.To {
		p.LoopFrom, p.LoopTo = 0, w.Timeline.End
	}
}

// Commands about what is shown.
type (
	// SetView chooses the way to look at the scene.
	SetView struct{ Kind scene.Kind }
	// SetStep sets the length of a step and keeps about the same stretch of
	// time in view, as far as that makes sense.
	SetStep struct{ Step tracefeed.Time }
	// ZoomTime shows a longer or shorter stretch of time: by 1 notch or -1.
	ZoomTime struct{ Notches int }
	// SetSteps sets how many steps are shown.
	SetSteps struct{ Steps int }
	// SetHistory sets how many steps edges add up over.
	SetHistory struct{ Steps int }
	// SetLevel pins a level of detail; Auto unpins it.
	SetLevel struct{ Level lod.Level }
	// SetPalette chooses the colours.
	SetPalette struct{ Palette *scene.Palette }
	// ToggleSignals shows or hides signal edges, TogglePatterns the patterns
	// of states, ToggleRuntime the runtime's own threads, ToggleInTime the
	// waits at their own depth in the free view.
	ToggleInTime   struct{}
	ToggleSignals  struct{}
	TogglePatterns struct{}
	ToggleRuntime  struct{}
)

// The fewest and the most steps that are shown.
const (
	FewestSteps = 1
	MostSteps   = 2000
)

func (c SetView) apply(w *Workspace) { w.Look.Kind = c.Kind }

func (c SetStep) apply(w *Workspace) {
	w.touched = true
	shown := w.Look.Step * tracefeed.Time(w.Look.Steps)
	past := w.Look.Step * tracefeed.Time(w.Look.History)
	step := min(max(c.Step, scene.ShortestStep), scene.LongestStep)
	w.Look.Step = step
	w.Look.Steps = int(min(max((shown+step-1)/step, 20), 500))
	w.Look.History = int(min(max((past+step/2)/step, 1), tracefeed.Time(w.Look.Steps)))
}

func (c ZoomTime) apply(w *Workspace) {
	w.touched = true
	for n := c.Notches; n != 0; {
		if n > 0 {
			w.Look.Step, n = shorter(w.Look.Step), n-1
		} else {
			w.Look.Step, n = longer(w.Look.Step), n+1
		}
	}
}

// longer and shorter return the next of 1, 2, 5, 10, 20, … µs. A step beyond
// LongestStep, which a trace of days opens with, becomes no longer.
func longer(step tracefeed.Time) tracefeed.Time {
	return max(step, scene.NiceStep(step+1, 1))
}

func shorter(step tracefeed.Time) tracefeed.Time {
	if step > scene.LongestStep {
		return scene.LongestStep
	}
	s := scene.ShortestStep
	for next := longer(s); next < step; next = longer(s) {
		s = next
	}
	return s
}

func (c SetSteps) apply(w *Workspace) {
	w.touched = true
	w.Look.Steps = min(max(c.Steps, FewestSteps), MostSteps)
}

func (c SetHistory) apply(w *Workspace) {
	w.ownHistory = true
	w.Look.History = min(max(c.Steps, 1), MostSteps)
}

func (c SetLevel) apply(w *Workspace) { w.Look.Level = c.Level }

func (c SetPalette) apply(w *Workspace) { w.Look.Palette = c.Palette }

func (ToggleSignals) apply(w *Workspace) { w.Look.Signals = !w.Look.Signals }

func (ToggleInTime) apply(w *Workspace) { w.Look.InTime = !w.Look.InTime }

func (TogglePatterns) apply(w *Workspace) { w.Look.Plain = !w.Look.Plain }

func (ToggleRuntime) apply(w *Workspace) {
	w.Runtime = !w.Runtime
	w.chooseThreads()
}

// Commands about where the viewer stands and what is selected.
type (
	// Orbit turns the free view, in radians.
	Orbit struct{ Yaw, Pitch float32 }
	// PanBy moves the picture, as a part of the scene's height.
	PanBy struct{ X, Y float32 }
	// ZoomBy makes things larger by a factor.
	ZoomBy struct{ Factor float32 }
	// FitAll shows everything again, from where the view started.
	FitAll struct{}
	// Focus brings the selected thread to the middle and keeps it there.
	Focus struct{}
	// Select selects a thread, or nothing with NoThread.
	Select struct{ Thread tracefeed.ThreadID }
	// Hover says what the mouse is over.
	Hover struct{ Pick scene.PickID }
	// Place puts a thread somewhere in the plane of the moment.
	Place struct {
		Thread tracefeed.ThreadID
		At     mgl32.Vec2
	}
	// ResetPlaces puts all threads back where they stood at first.
	ResetPlaces struct{}
	// GoTo shows a finding: its moment, its threads.
	GoTo struct{ Finding int }
)

func (c Orbit) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.Yaw += c.Yaw
	cam.Pitch = min(max(cam.Pitch+c.Pitch, -scene.MostPitch), scene.MostPitch)
}

func (c PanBy) apply(w *Workspace) {
	w.Look.Camera.Pan = w.Look.Camera.Pan.Add(mgl32.Vec2{c.X, c.Y})
}

func (c ZoomBy) apply(w *Workspace) {
	const most = 1000
	cam := &w.Look.Camera
	cam.Zoom = min(max(cam.Zoom*c.Factor, 1.0/8), most)
}

func (FitAll) apply(w *Workspace) {
	w.Look.Camera = scene.LookAt(&timeline.Timeline{}).Camera
}

func (Focus) apply(w *Workspace) {
	cam := &w.Look.Camera
	cam.On, cam.Pan = w.Look.Selected, mgl32.Vec2{}
}

func (c Select) apply(w *Workspace) { w.Look.Selected = c.Thread }

func (c Hover) apply(w *Workspace) { w.Look.Hovered = c.Pick }

func (c Place) apply(w *Workspace) {
	if w.Look.Places == nil {
		w.Look.Places = map[tracefeed.ThreadID]mgl32.Vec2{}
	}
	w.Look.Places[c.Thread] = c.At
}

func (ResetPlaces) apply(w *Workspace) { w.Look.Places = nil }

func (c GoTo) apply(w *Workspace) {
	if c.Finding < 0 || c.Finding >= len(w.Report.Findings) {
		return
	}
	f := w.Report.Findings[c.Finding]
	// Some time after it began, so that its beginning is seen, and some before.
	after := max((f.End-f.Start)/5, min(10*w.Look.Step, f.End-f.Start))
	moment := f.Start + after
	from := max(0, f.Start-max(after, w.Timeline.End/20))
	SeekTo{moment}.apply(w)
	w.Look.Step, w.Look.Steps = scene.Steps(moment - from)
	w.Look.History = max(1, w.Look.Steps/10)
	if len(f.Threads) > 0 {
		w.Look.Selected = f.Threads[0]
	}
	FitAll{}.apply(w)
}
