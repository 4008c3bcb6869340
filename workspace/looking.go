package workspace

import (
	"cmp"
	"maps"
	"math"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Commands about the content of the view.
type (
	// SetView chooses the way to look at the scene.
	SetView struct{ Kind *view.Kind }
	// SetStep sets the length of a step and keeps about the same interval in
	// view, within the limits of the number of steps.
	SetStep struct{ Step tracefeed.Time }
	// SetSteps sets the number of steps shown.
	SetSteps struct{ Steps int }
	// SetHistory sets the number of steps over which edges are summed.
	SetHistory struct{ Steps int }
	// SetLevel pins a level of detail; Auto unpins it.
	SetLevel struct{ Level lod.Level }
	// SetPalette chooses the colours.
	SetPalette struct{ Palette *paint.Palette }
	// SetOption switches a choice of the view on or off; see view.Options.
	SetOption struct {
		Option view.Option
		On     bool
	}
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

func (c SetView) apply(w *Workspace) {
	w.Look.Camera = w.Look.Camera.For(w.Look.Kind, c.Kind)
	w.Look.Kind = c.Kind
}

func (c SetView) on(w *Workspace) bool { return w.Look.Kind == c.Kind }

func (c SetStep) apply(w *Workspace) {
	w.touched = true
	step := min(max(c.Step, view.ShortestStep), view.LongestStep)
	past := float64(w.Look.Step) / float64(step) * float64(w.Look.History)
	w.Look.Steps = int(min(max((w.Look.Length()-1)/step+1, 20), 500))
	w.Look.History = int(min(max(math.Round(past), 1), float64(w.Look.Steps)))
	w.Look.Step = step
}

func (c SetSteps) apply(w *Workspace) {
	w.touched = true
	w.Look.Steps = min(max(c.Steps, MinSteps), MaxSteps)
}

func (c SetHistory) apply(w *Workspace) {
	w.ownHistory = true
	w.Look.History = min(max(c.Steps, 1), MaxHistory)
}

func (c SetLevel) apply(w *Workspace) { w.Look.Level = c.Level }

func (c SetLevel) on(w *Workspace) bool { return w.Look.Level == c.Level }

func (c SetPalette) apply(w *Workspace) { w.Look.Palette = c.Palette }

func (c SetPalette) on(w *Workspace) bool { return w.Look.Palette.Name == c.Palette.Name }

// apply also makes room after the moment if that is to be shown and the interval ends there.
func (c SetOption) apply(w *Workspace) {
	l := &w.Look
	before := l.After
	l.Switch(c.Option, c.On)
	if _, to := l.Window(); l.After && !before && to == l.Moment {
		ShowMoment{}.apply(w)
	}
}

func (c SetOption) on(w *Workspace) bool { return w.Look.IsOn(c.Option) == c.On }

func (c OpenPanel) apply(w *Workspace) {
	panels := maps.Clone(w.Panels)
	if panels == nil {
		panels = map[string]bool{}
	}
	panels[c.Name] = c.Open
	w.Panels = panels
}

func (c OpenPanel) on(w *Workspace) bool { return w.Panels[c.Name] == c.Open }

func (OpenPanel) Info() Info  { return Info{label: "panel", Effects: Undoable} }
func (SetView) Info() Info    { return Info{label: "view", run: "view", Effects: Undoable | MovesCamera} }
func (SetStep) Info() Info    { return Info{label: "step", run: "step", Effects: Undoable} }
func (SetSteps) Info() Info   { return Info{label: "steps shown", run: "steps shown", Effects: Undoable} }
func (SetHistory) Info() Info { return Info{label: "history", run: "history", Effects: Undoable} }
func (SetLevel) Info() Info {
	return Info{label: "level of detail", run: "level of detail", Effects: Undoable | MovesThreads}
}
func (SetPalette) Info() Info { return Info{label: "palette", run: "palette", Effects: Undoable} }
func (c SetOption) Info() Info {
	return Info{label: cmp.Or(c.Option.Label(), "option"), Effects: Undoable | MovesThreads}
}
