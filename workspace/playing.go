package workspace

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// Playback commands.
type (
	// Play plays. At the end it starts again, or follows a growing trace.
	Play struct{}
	// Pause stops the moment where it is.
	Pause struct{}
	// Stop pauses and goes back to the start.
	Stop struct{}
	// Rewind plays backwards.
	Rewind struct{}
	// SetSpeed sets the speed, in seconds of the trace per second.
	SetSpeed struct{ Speed float64 }
	// StepBy pauses and moves by a number of steps.
	StepBy struct{ Steps int }
	// SeekTo pauses and moves to a moment.
	SeekTo struct{ Moment tracefeed.Time }
	// SeekEnd moves to the end of the trace.
	SeekEnd struct{}
	// SetLoop repeats the selected interval, or the whole trace if there is none,
	// or ends the repetition.
	SetLoop struct{ On bool }
	// SetRhythm plays slowly where the picture of waits changes and fast elsewhere, or at one speed.
	SetRhythm struct{ On bool }
)

func (c Play) apply(w *Workspace) {
	w.touched = true
	if p := &w.Playback; w.growing && !p.Loop && p.Moment >= w.Timeline.End {
		FollowEnd{}.apply(w)
	} else if !c.on(w) {
		p.Playing, p.Backwards, w.following = true, false, false
		if p.Moment >= w.Timeline.End {
			p.Moment = 0
		}
	}
}

func (Play) on(w *Workspace) bool {
	return w.Playback.Playing && !w.Playback.Backwards || w.Following()
}

func (Pause) apply(w *Workspace) {
	w.touched = true
	w.Playback.Playing, w.following = false, false
}

func (Stop) apply(w *Workspace) { SeekTo{0}.apply(w) }

func (Rewind) apply(w *Workspace) {
	w.touched, w.following = true, false
	w.Playback.Playing, w.Playback.Backwards, w.Playback.Run = true, true, timeline.Run{}
}

func (c SetSpeed) apply(w *Workspace) {
	w.ownSpeed = true
	SetRhythm{}.apply(w)
	w.Playback.SetSpeed(c.Speed, w.Timeline.End)
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
	w.touched, w.following = true, false
	w.Playback.Playing, w.Playback.Run = false, timeline.Run{}
	from, to := w.Look.Window()
	shown := w.Look.MomentShown()
	w.Playback.Moment = min(max(c.Moment, 0), w.Timeline.End)
	if !shown {
		meetMoment(w, from, to)
	}
}

func (SeekEnd) apply(w *Workspace) { SeekTo{w.Timeline.End}.apply(w) }

func (c SetLoop) apply(w *Workspace) { w.Playback.Loop = c.On }

func (c SetLoop) on(w *Workspace) bool { return w.Playback.Loop == c.On }

func (c SetRhythm) apply(w *Workspace) { w.Playback.Rhythm, w.Playback.Tempo = c.On, nil }

func (c SetRhythm) on(w *Workspace) bool { return w.Playback.Rhythm == c.On }

func (Play) Info() Info      { return Info{label: "play"} }
func (Pause) Info() Info     { return Info{label: "pause"} }
func (Stop) Info() Info      { return Info{label: "stop"} }
func (Rewind) Info() Info    { return Info{label: "rewind"} }
func (SetSpeed) Info() Info  { return Info{label: "speed"} }
func (StepBy) Info() Info    { return Info{label: "step by"} }
func (SeekTo) Info() Info    { return Info{label: "seek", Effects: Scrubs} }
func (SeekEnd) Info() Info   { return Info{label: "seek end", Effects: Jumps} }
func (SetLoop) Info() Info   { return Info{label: "loop"} }
func (SetRhythm) Info() Info { return Info{label: "rhythm"} }
