package workspace

import (
	"cmp"
	"maps"
	"math"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task/measure"
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
	// SetTaskHeight chooses the measure that is the height of tasks in the event plot and the spiral:
	// the duration, if it is nil. SetTaskColors chooses that of their colours, nil for their types.
	SetTaskHeight struct{ Of *measure.Measure }
	SetTaskColors struct{ By *measure.Measure }
	// SetTaskTurn sets the time of a turn of the spiral.
	SetTaskTurn struct{ Turn view.Turn }
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

// taskColours is the choice view.Options.TaskColours.
const taskColours view.Option = "task-colours"

// apply also makes room after the moment if that is to be shown and the interval ends there.
func (c SetOption) apply(w *Workspace) {
	l := &w.Look
	before := l.After
	l.Switch(c.Option, c.On)
	switch { // bars have colours of one kind
	case !c.On:
	case c.Option == taskColours:
		l.SliceColours = false
	case c.Option == "slice-colours":
		l.TaskColours = false
	}
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

func (c SetTaskHeight) apply(w *Workspace) { w.Look.TaskHeight = c.Of.String() }

func (c SetTaskHeight) on(w *Workspace) bool {
	height, _ := view.TaskMeasures(&w.Look.Options)
	return c.Of == height || c.Of == nil && height == measure.Duration
}

func (c SetTaskColors) apply(w *Workspace) { w.Look.TaskColour = c.By.String() }

func (c SetTaskColors) on(w *Workspace) bool {
	_, colour := view.TaskMeasures(&w.Look.Options)
	return c.By == colour
}

func (c SetTaskTurn) apply(w *Workspace) { w.Look.TaskTurn = max(c.Turn, view.FoundTurn) }

func (c SetTaskTurn) on(w *Workspace) bool { return w.Look.TaskTurn == c.Turn }

func (SetTaskHeight) Info() Info { return Info{label: "height of tasks", Effects: Undoable} }
func (SetTaskColors) Info() Info { return Info{label: "colours of tasks", Effects: Undoable} }
func (SetTaskTurn) Info() Info   { return Info{label: "turn of the spiral", Effects: Undoable} }
func (OpenPanel) Info() Info     { return Info{label: "panel", Effects: Undoable} }
func (SetView) Info() Info       { return Info{label: "view", run: "view", Effects: Undoable | MovesCamera} }
func (SetStep) Info() Info       { return Info{label: "step", run: "step", Effects: Undoable} }
func (SetSteps) Info() Info      { return Info{label: "steps shown", run: "steps shown", Effects: Undoable} }
func (SetHistory) Info() Info    { return Info{label: "history", run: "history", Effects: Undoable} }
func (SetLevel) Info() Info {
	return Info{label: "level of detail", run: "level of detail", Effects: Undoable | MovesThreads}
}
func (SetPalette) Info() Info { return Info{label: "palette", run: "palette", Effects: Undoable} }
func (c SetOption) Info() Info {
	return Info{label: cmp.Or(c.Option.Label(), "option"), Effects: Undoable | MovesThreads}
}
