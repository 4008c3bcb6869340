package workspace

import (
	"maps"

	"tiv/lod"
	"tiv/scene"
	"tiv/tracefeed"
)

// Commands about the content of the view.
type (
	// SetView chooses the way to look at the scene.
	SetView struct{ Kind *scene.ViewKind }
	// SetStep sets the length of a step and keeps about the same interval in
	// view, within the limits of the number of steps.
	SetStep struct{ Step tracefeed.Time }
	// ZoomTime shows a longer or shorter interval: by 1 notch or -1.
	ZoomTime struct{ Notches int }
	// SetSteps sets the number of steps shown.
	SetSteps struct{ Steps int }
	// ShowRange shows an interval, with the moment at its end.
	ShowRange struct{ From, To tracefeed.Time }
	// SetHistory sets the number of steps over which edges are summed.
	SetHistory struct{ Steps int }
	// SetLevel pins a level of detail; Auto unpins it.
	SetLevel struct{ Level lod.Level }
	// SetPalette chooses the colours.
	SetPalette struct{ Palette *scene.Palette }
	// ToggleSignals shows or hides signal edges, TogglePatterns the patterns
	// of states, ToggleInTime the waits at their own depth in the free view.
	ToggleInTime   struct{}
	ToggleSignals  struct{}
	TogglePatterns struct{}
	// OpenPanel opens or closes a panel of the window.
	OpenPanel struct {
		Name string
		Open bool
	}
)

// The limits of the number of steps shown, and of a history, which may reach
// further back than the view.
const (
	MinSteps   = 1
	MaxSteps   = 2000
	MaxHistory = 10_000
)

func (c SetView) apply(w *Workspace) { w.Look.Kind = c.Kind }

func (c SetView) on(w *Workspace) bool { return w.Look.Kind == c.Kind }

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
	w.Look.Steps = min(max(c.Steps, MinSteps), MaxSteps)
}

func (c ShowRange) apply(w *Workspace) {
	if c.From < c.To {
		SeekTo{c.To}.apply(w)
		w.Look.Step, w.Look.Steps = scene.Steps(c.To - c.From)
		w.Look.History = min(max(w.Look.History, 1), w.Look.Steps)
	}
}

func (c SetHistory) apply(w *Workspace) {
	w.ownHistory = true
	w.Look.History = min(max(c.Steps, 1), MaxHistory)
}

func (c SetLevel) apply(w *Workspace) { w.Look.Level = c.Level }

func (c SetLevel) on(w *Workspace) bool { return w.Look.Level == c.Level }

func (c SetPalette) apply(w *Workspace) { w.Look.Palette = c.Palette }

func (c SetPalette) on(w *Workspace) bool { return w.Look.Palette.Name == c.Palette.Name }

func (ToggleSignals) apply(w *Workspace) { w.Look.Signals = !w.Look.Signals }

func (ToggleSignals) on(w *Workspace) bool { return w.Look.Signals }

func (ToggleInTime) apply(w *Workspace) { w.Look.InTime = !w.Look.InTime }

func (ToggleInTime) on(w *Workspace) bool { return w.Look.InTime }

func (TogglePatterns) apply(w *Workspace) { w.Look.Plain = !w.Look.Plain }

func (TogglePatterns) on(w *Workspace) bool { return !w.Look.Plain }

func (c OpenPanel) apply(w *Workspace) {
	panels := maps.Clone(w.Panels)
	if panels == nil {
		panels = map[string]bool{}
	}
	panels[c.Name] = c.Open
	w.Panels = panels
}

func (OpenPanel) Info() Info  { return Info{Label: "panel", Effects: Undoable} }
func (ShowRange) Info() Info  { return Info{Label: "show range", Effects: Undoable | Jumps} }
func (SetView) Info() Info    { return Info{Label: "view", Run: "view", Effects: Undoable} }
func (SetStep) Info() Info    { return Info{Label: "step", Run: "step", Effects: Undoable} }
func (ZoomTime) Info() Info   { return Info{Label: "step", Run: "step", Effects: Undoable} }
func (SetSteps) Info() Info   { return Info{Label: "steps shown", Run: "steps shown", Effects: Undoable} }
func (SetHistory) Info() Info { return Info{Label: "history", Run: "history", Effects: Undoable} }
func (SetLevel) Info() Info {
	return Info{Label: "level of detail", Run: "level of detail", Effects: Undoable | MovesThreads}
}
func (SetPalette) Info() Info     { return Info{Label: "palette", Run: "palette", Effects: Undoable} }
func (ToggleInTime) Info() Info   { return Info{Label: "waits in depth", Effects: Undoable} }
func (ToggleSignals) Info() Info  { return Info{Label: "signal edges", Effects: Undoable} }
func (TogglePatterns) Info() Info { return Info{Label: "patterns", Effects: Undoable} }
