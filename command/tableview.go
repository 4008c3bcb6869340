package command

import (
	"tiv/timeline"
	"tiv/timeline/processor"
	"tiv/workspace"
)

// viewEntries are about fitting, turning and moving the picture.
var viewEntries = []Entry{
	{Name: "fit", Menu: "Camera", Label: "Fit all", Keys: "0", Command: workspace.FitAll{},
		Help: "Shows all threads and the whole trace."},
	{Name: "focus", Menu: "Camera", Label: "Focus the selected thread", Keys: "F", Command: workspace.Focus{},
		Help: "Moves the camera to the selected thread."},
	{Name: "zoom in", Menu: "Camera", Label: "Zoom in", Keys: "+ =", Line: true, Command: workspace.ZoomBy{Factor: zoomBy},
		Help: "Moves the camera nearer, or makes the picture larger."},
	{Name: "zoom out", Menu: "Camera", Label: "Zoom out", Keys: "-", Command: workspace.ZoomBy{Factor: 1 / zoomBy},
		Help: "Moves the camera away, or makes the picture smaller."},
	{Name: "turn left", Menu: "Camera", Label: "Turn to the left (3D)", Keys: "Ctrl+Left", Line: true, Repeats: true,
		Command: workspace.Orbit{Yaw: turnBy},
		Help:    "Turns the camera around the scene."},
	{Name: "turn right", Menu: "Camera", Label: "Turn to the right (3D)", Keys: "Ctrl+Right", Repeats: true,
		Command: workspace.Orbit{Yaw: -turnBy},
		Help:    "Turns the camera around the scene the other way."},
	{Name: "turn up", Menu: "Camera", Label: "Turn upwards (3D)", Keys: "Ctrl+Up", Repeats: true,
		Command: workspace.Orbit{Pitch: -turnBy},
		Help:    "Lowers the camera, which looks upwards."},
	{Name: "turn down", Menu: "Camera", Label: "Turn downwards (3D)", Keys: "Ctrl+Down", Repeats: true,
		Command: workspace.Orbit{Pitch: turnBy},
		Help:    "Raises the camera, which looks downwards."},
	{Name: "move left", Menu: "Camera", Label: "Move the picture to the left", Keys: "Ctrl+Shift+Left", Line: true,
		Repeats: true, Command: workspace.PanBy{X: -panBy},
		Help: "Moves the picture by a small part of its height."},
	{Name: "move right", Menu: "Camera", Label: "Move the picture to the right", Keys: "Ctrl+Shift+Right", Repeats: true,
		Command: workspace.PanBy{X: panBy},
		Help:    "Moves the picture by a small part of its height."},
	{Name: "move up", Menu: "Camera", Label: "Move the picture upwards", Keys: "Ctrl+Shift+Up", Repeats: true,
		Command: workspace.PanBy{Y: panBy},
		Help:    "Moves the picture by a small part of its height."},
	{Name: "move down", Menu: "Camera", Label: "Move the picture downwards", Keys: "Ctrl+Shift+Down", Repeats: true,
		Command: workspace.PanBy{Y: -panBy},
		Help:    "Moves the picture by a small part of its height."},
}

// detailEntries are about the parts of the picture.
var detailEntries = []Entry{
	{Name: "after", Menu: "Detail", Label: "Time after the moment", Keys: "Shift+E", Line: true, said: true,
		Command: workspace.SetOption{Option: "after", On: true}, Off: workspace.SetOption{Option: "after", On: false},
		Help: "In the 3D view, the bars go on in front of the moment, fainter, as in the timeline."},
	{Name: "lanes", Menu: "Detail", Label: "Calls on bars", Keys: "Shift+Q", said: true,
		Command: workspace.SetOption{Option: "lanes", On: true}, Off: workspace.SetOption{Option: "lanes", On: false},
		Help: "In the 3D view, the calls of each thread stand on its bar, the outermost lowest, as in the execution view."},
	{Name: "calm", Menu: "Detail", Label: "Calm groups one by one", said: true,
		Command: workspace.SetOption{Option: "calm-apart", On: true}, Off: workspace.SetOption{Option: "calm-apart", On: false},
		Help: "In a crowd, draws each of the groups with little lost time as a bar of its own."},
	{Name: "attention", Menu: "Detail", Label: "Attention", said: true,
		Command: workspace.SetOption{Option: "all-equal", On: false}, Off: workspace.SetOption{Option: "all-equal", On: true},
		Help: "Lets threads step back that have no part in what the picture is about: the chosen finding, or the gravest at the " +
			"moment. Off, all threads are alike."},
	{Name: "sentence", Menu: "Detail", Label: "Sentence", said: true,
		Command: workspace.SetOption{Option: "no-sentence", On: false}, Off: workspace.SetOption{Option: "no-sentence", On: true},
		Help: "Writes above the scene what goes on at the moment."},
	{Name: "collections", Menu: "Detail", Label: "Garbage collections", said: true,
		Command: workspace.SetOption{Option: "no-collections", On: false}, Off: workspace.SetOption{Option: "no-collections", On: true},
		Help: "Draws garbage collections as bands across all threads. Programs with many of them are easier to read without."},
	{Name: "processors", Menu: "Detail", Label: "Processors", said: true, Lacks: lacksProcessors,
		Command: workspace.SetOption{Option: "processors", On: true}, Off: workspace.SetOption{Option: "processors", On: false},
		Help: "In views with a time axis, shows a row for each processor with the threads that it ran."},
	{Name: "level", Menu: "Level of detail", Label: "Next level of detail", Keys: "L", next: nextLevel,
		Help: "Goes through near, mid, far, crowd, and back to auto, which depends on the size of threads on the screen."},
}

// waitEntries are about the edges between threads, and the locks and patterns that they make.
var waitEntries = []Entry{
	{Name: "in time", Menu: "Waits", Label: "Waits at their own depth", Keys: "E", said: true,
		Command: workspace.SetOption{Option: "in-time", On: true}, Off: workspace.SetOption{Option: "in-time", On: false},
		Help: "In the 3D view, also draws each wait of the visible range at its own depth."},
	{Name: "signals", Menu: "Waits", Label: "Signal edges", Keys: "G", said: true,
		Command: workspace.SetOption{Option: "signals", On: true}, Off: workspace.SetOption{Option: "signals", On: false},
		Help: "Also shows waits for a signal, such as conditions, channels and joins, and the threads that gave it. These " +
			"waits are not blocked time."},
	{Name: "locks", Menu: "Waits", Label: "Locks between threads", said: true,
		Command: workspace.SetOption{Option: "direct-waits", On: false}, Off: workspace.SetOption{Option: "direct-waits", On: true},
		Help: "Draws the locks that matter as things of their own: waits lead to them, and lines to the threads that held them. " +
			"Off, waits lead from thread to thread."},
	{Name: "lock plates", Menu: "Waits", Label: "Plates of locks", said: true,
		Command: workspace.SetOption{Option: "lock-plates", On: true}, Off: workspace.SetOption{Option: "lock-plates", On: false},
		Help: "In the 3D view, draws the past of each lock between threads as a plate along time: its colours are the threads that held " +
			"it, its height the number of those that waited."},
	{Name: "faint waits", Menu: "Waits", Label: "Faint waits", said: true,
		Command: workspace.SetOption{Option: "no-faint-waits", On: false}, Off: workspace.SetOption{Option: "no-faint-waits", On: true},
		Help: "Draws waits as faint lines that are too many for triangles, as of threads that take turns at a lock."},
	{Name: "pattern ribbon", Menu: "Waits", Label: "Ribbon of patterns", said: true,
		Command: workspace.SetOption{Option: "pattern-ribbon", On: true}, Off: workspace.SetOption{Option: "pattern-ribbon", On: false},
		Help: "Shows below the overview what pattern the waits have over the whole trace: many wait for one, many for many, groups, " +
			"deadlocks."},
}

// paletteEntries are about colours.
var paletteEntries = []Entry{
	{Name: "patterns", Menu: "Palette", Label: "Patterns", Keys: "P", said: true,
		Command: workspace.SetOption{Option: "plain", On: false}, Off: workspace.SetOption{Option: "plain", On: true},
		Help: "Draws a texture for each state, so that states differ without colour."},
	{Name: "theme", Menu: "Palette", Label: "Next palette", Keys: "T", next: nextPalette,
		Help: "Changes the colours of the scene and the panels to the next palette."},
	{Name: "slice colours", Menu: "Palette", Label: "Colour by slice", said: true,
		Command: workspace.SetOption{Option: "slice-colours", On: true},
		Off:     workspace.SetOption{Option: "slice-colours", On: false},
		Help:    "Colours bars by the slices that cover their time, in place of states."},
	{Name: "task colours", Menu: "Palette", Label: "Colour by task", said: true,
		Command: workspace.SetOption{Option: "task-colours", On: true},
		Off:     workspace.SetOption{Option: "task-colours", On: false},
		Help: "Colours bars by the types of the tasks for which threads work, in place of states. The legend has the share of each, " +
			"and that of no task."},
}

// lacksProcessors says why a trace has no rows of processors.
func lacksProcessors(tl *timeline.Timeline) string {
	if processor.Named(tl) != nil {
		return ""
	}
	return "This trace names no processors."
}
