package command

import (
	"slices"

	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// turnBy, in radians, panBy, as a part of the scene's height, and zoomBy, a
// factor, are the camera movements of one entry.
const turnBy, panBy, zoomBy = 0.1, 0.05, 1.2

// CommandPrefix begins a text for the finder that is about commands only.
const CommandPrefix = ">"

// The names of panels that the user opens and closes.
const (
	TablesPanel     = "Tables"
	StatisticsPanel = "Statistics"
	FlamePanel      = "Flame graph"
	HandlersPanel   = "Handlers"
	ProgramsPanel   = "Programs"
	SlicesPanel     = "Slices"
)

// The names of panels that are always there.
const (
	ThreadsPanel   = "Threads"
	ClustersPanel  = "Clusters"
	SelectionPanel = "Selection"
	FindingsPanel  = "Findings"
	NotesPanel     = "Notes"
	LegendPanel    = "Legend"
	SettingsPanel  = "Settings"
)

func nextLevel(w *workspace.Workspace) workspace.Command {
	return workspace.SetLevel{Level: (w.Look.Level + 1) % (lod.Crowd + 1)}
}

func nextPalette(w *workspace.Workspace) workspace.Command {
	all := paint.Palettes()
	i := slices.IndexFunc(all, func(p *paint.Palette) bool { return p.Name == w.Look.Palette.Name })
	return workspace.SetPalette{Palette: all[(i+1)%len(all)]}
}

func nextCallColors(w *workspace.Workspace) workspace.Command {
	return workspace.SetCallColors{By: (w.Look.CallColors + 1) % view.CallColors(view.NumCallColors)}
}

// parentSpace shows the parent of the shown workspace.
func parentSpace(w *workspace.Workspace) workspace.Command {
	return workspace.ShowSpace{ID: w.Spaces.Parent(w.Shown)}
}

// panTime moves the interval shown by a part of its length.
func panTime(part float64) func(*workspace.Workspace) workspace.Command {
	return func(w *workspace.Workspace) workspace.Command {
		from, to := w.Look.Window()
		return workspace.PanTime{By: tracefeed.Time(part * float64(to-from))}
	}
}

func stepsTimes(factor float64) func(*workspace.Workspace) workspace.Command {
	return func(w *workspace.Workspace) workspace.Command {
		return workspace.SetSteps{Steps: int(factor * float64(w.Look.Steps))}
	}
}

func historyTimes(factor float64) func(*workspace.Workspace) workspace.Command {
	return func(w *workspace.Workspace) workspace.Command {
		return workspace.SetHistory{Steps: int(factor * float64(w.Look.History))}
	}
}

func speedTimes(factor float64) func(*workspace.Workspace) workspace.Command {
	return func(w *workspace.Workspace) workspace.Command {
		return workspace.SetSpeed{Speed: factor * w.Playback.Speed}
	}
}
