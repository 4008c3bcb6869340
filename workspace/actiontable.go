package workspace

import (
	"slices"

	"tiv/lod"
	"tiv/scene"
	"tiv/tracefeed"
)

var changeActions = []Action{
	{Name: "undo", Menu: "Edit", Label: "Undo", Command: always(Undo{}),
		Help: "Reverts the last change of the view."},
	{Name: "redo", Menu: "Edit", Label: "Redo", Command: always(Redo{}),
		Help: "Repeats the change that was reverted last."},
}

var viewActions = []Action{
	{Name: "fit", Menu: "Camera", Label: "Fit all", Command: always(FitAll{}),
		Help: "Shows all threads and the whole trace."},
	{Name: "focus", Menu: "Camera", Label: "Focus the selected thread", Command: always(Focus{}),
		Help: "Moves the camera to the selected thread."},
	{Name: "in time", Menu: "Detail", Label: "Waits at their own depth", Command: always(ToggleInTime{}),
		Help: "In the 3D view, also draws each wait of the visible range at its own depth."},
	{Name: "after", Menu: "Detail", Label: "Time after the moment", Command: always(ToggleAfter{}),
		Help: "In the 3D view, the bars go on in front of the moment, fainter, as in the timeline."},
	{Name: "lanes", Menu: "Detail", Label: "Calls on bars", Command: always(ToggleLanes{}),
		Help: "In the 3D view, the calls of each thread stand on its bar, the outermost lowest, as in the execution view."},
	{Name: "calm", Menu: "Detail", Label: "Calm groups one by one", Command: always(ToggleCalm{}),
		Help: "In a crowd, draws each of the groups with little lost time as a bar of its own."},
	{Name: "signals", Menu: "Detail", Label: "Signal edges", Command: always(ToggleSignals{}),
		Help: "Also shows waits for a signal, such as conditions, channels and joins, and the threads that gave it. These waits are not blocked time."},
	{Name: "patterns", Menu: "Palette", Label: "Patterns", Command: always(TogglePatterns{}),
		Help: "Draws a texture for each state, so that states differ without colour."},
	{Name: "slice colours", Menu: "Palette", Label: "Colour by slice", Command: always(ToggleSliceColours{}),
		Help: "Colours bars by the slices that cover their time, in place of states."},
	{Name: "parent workspace", Menu: "Slices", Label: "Parent workspace", Command: parentSpace,
		Help: "Shows the workspace of which the base of this one is a slice. The outermost one is that of the whole trace."},
	{Name: "level", Menu: "Detail", Label: "Next level of detail", Command: nextLevel,
		Help: "Goes through near, mid, far, crowd, and back to auto, which depends on the size of threads on the screen."},
	{Name: "theme", Menu: "Palette", Label: "Next palette", Command: nextPalette,
		Help: "Changes the colours of the scene and the panels to the next palette."},
}

var playActions = []Action{
	{Name: "play", Menu: "Play", Label: "Play, pause", Command: always(TogglePlay{}),
		Help: "Starts the playback at the present speed, or pauses it."},
	{Name: "rewind", Menu: "Play", Label: "Play backwards", Command: always(Rewind{}),
		Help: "Starts the playback backwards at the present speed."},
	{Name: "stop", Menu: "Play", Label: "Stop and go to the start", Command: always(Stop{}),
		Help: "Ends the playback and moves the moment to the start of the trace."},
	{Name: "slower", Menu: "Play", Label: "Slower", Command: always(Slower{}),
		Help: "Halves the speed of the playback."},
	{Name: "faster", Menu: "Play", Label: "Faster", Command: always(Faster{}),
		Help: "Doubles the speed of the playback."},
	{Name: "loop", Menu: "Play", Label: "Loop", Command: always(ToggleLoop{}),
		Help: "Plays the selected interval or, without one, the whole trace, again and again. Shift+drag in the overview, or Alt+drag in the timeline, selects an interval."},
	{Name: "step back", Menu: "Step", Label: "One step back", Command: always(StepBy{-1}),
		Help: "Moves the moment back by the length of one step."},
	{Name: "step on", Menu: "Step", Label: "One step on", Command: always(StepBy{1}),
		Help: "Moves the moment on by the length of one step."},
	{Name: "ten back", Menu: "Step", Label: "Ten steps back", Command: always(StepBy{-10}),
		Help: "Moves the moment back by the length of ten steps."},
	{Name: "ten on", Menu: "Step", Label: "Ten steps on", Command: always(StepBy{10}),
		Help: "Moves the moment on by the length of ten steps."},
	{Name: "start", Menu: "Step", Label: "To the start", Command: always(SeekTo{}),
		Help: "Moves the moment to the start of the trace."},
	{Name: "end", Menu: "Step", Label: "To the end", Command: always(SeekEnd{}),
		Help: "Moves the moment to the end of the trace, or of the part read so far."},
	{Name: "follow end", Menu: "Step", Label: "Follow the end of a growing trace", Command: always(FollowEnd{}),
		Help: "Keeps the moment at the end of a trace that is still being written, until you move it or pause."},
}

var goActions = []Action{
	{Name: "back", Menu: "Go", Label: "Back", Command: always(Back{}),
		Help: "Returns to the moment, the camera and the selection before the last jump, like a browser."},
	{Name: "forward", Menu: "Go", Label: "Forward", Command: always(Forward{}),
		Help: "Returns to the view before Back."},
}

var threadActions = []Action{
	{Name: "leave", Menu: "Clusters", Label: "Remove from clusters", Selection: true, Command: always(LeaveCluster{}),
		Help: "Removes the selected threads from their clusters."},
	{Name: "close look", Menu: "Show and hide", Label: "Full detail (toggle)", Selection: true, Command: always(LookClosely{}),
		Help: "Draws the selected threads with all five states, whatever the level of detail of the others."},
	{Name: "hide", Menu: "Show and hide", Label: "Hide", Selection: true, Command: always(Hide{}),
		Help: "Removes the selected threads from the picture until all threads are shown again."},
	{Name: "hide rest", Menu: "Show and hide", Label: "Hide the others", Selection: true, Command: always(HideRest{}),
		Help: "Removes all but the selected threads from the picture until all threads are shown again."},
	{Name: "dim", Menu: "Show and hide", Label: "Dim (toggle)", Selection: true, Command: always(Dim{}),
		Help: "Draws the selected threads faintly, or as before."},
	{Name: "dim rest", Menu: "Show and hide", Label: "Dim the others", Selection: true, Command: always(DimRest{}),
		Help: "Draws all but the selected threads faintly."},
	{Name: "aside", Menu: "Show and hide", Label: "Send to back (toggle)", Selection: true, Command: always(PutAside{}),
		Help: "Moves the selected threads behind all others, or back to their places."},
	{Name: "show all", Menu: "Show and hide", Label: "Show all threads again", Command: always(ShowAll{}),
		Help: "Shows hidden, dimmed and put-aside threads as before, and removes the filter."},
	{Name: "select all", Menu: "Select", Label: "Select all", Command: always(SelectAll{}),
		Help: "Selects every thread in the picture."},
	{Name: "select rest", Menu: "Select", Label: "Invert selection", Command: always(SelectRest{}),
		Help: "Inverts the selection: selects the other threads in the picture."},
	{Name: "interact", Menu: "Show and hide", Label: "Show only interacting threads", Selection: true, Command: always(OnlyInteracting{}),
		Help: "Hides all threads but the selected one and those with waits between them and it in the history."},
	{Name: "filter mode", Menu: "Filter", Label: "Hide or dim filtered threads", Command: always(ToggleFilterHide{}),
		Help: "Switches between hiding and dimming the threads that do not match the filter."},
	{Name: "no filter", Menu: "Filter", Label: "Remove the filter", Command: always(SetFilter{}),
		Help: "Removes the filter, so that all threads match."},
}

// turnBy, in radians, panBy, as a part of the scene's height, and zoomBy, a
// factor, are the camera movements of one action.
const turnBy, panBy, zoomBy = 0.1, 0.05, 1.2

var cameraActions = []Action{
	{Name: "zoom in", Menu: "Camera", Label: "Zoom in", Command: always(ZoomBy{zoomBy}),
		Help: "Moves the camera nearer, or makes the picture larger."},
	{Name: "zoom out", Menu: "Camera", Label: "Zoom out", Command: always(ZoomBy{1 / zoomBy}),
		Help: "Moves the camera away, or makes the picture smaller."},
	{Name: "turn left", Menu: "Camera", Label: "Turn to the left (3D)", Command: always(Orbit{Yaw: turnBy}),
		Help: "Turns the camera around the scene."},
	{Name: "turn right", Menu: "Camera", Label: "Turn to the right (3D)", Command: always(Orbit{Yaw: -turnBy}),
		Help: "Turns the camera around the scene the other way."},
	{Name: "turn up", Menu: "Camera", Label: "Turn upwards (3D)", Command: always(Orbit{Pitch: -turnBy}),
		Help: "Lowers the camera, which looks upwards."},
	{Name: "turn down", Menu: "Camera", Label: "Turn downwards (3D)", Command: always(Orbit{Pitch: turnBy}),
		Help: "Raises the camera, which looks downwards."},
	{Name: "move left", Menu: "Camera", Label: "Move the picture to the left", Command: always(PanBy{X: -panBy}),
		Help: "Moves the picture by a small part of its height."},
	{Name: "move right", Menu: "Camera", Label: "Move the picture to the right", Command: always(PanBy{X: panBy}),
		Help: "Moves the picture by a small part of its height."},
	{Name: "move up", Menu: "Camera", Label: "Move the picture upwards", Command: always(PanBy{Y: panBy}),
		Help: "Moves the picture by a small part of its height."},
	{Name: "move down", Menu: "Camera", Label: "Move the picture downwards", Command: always(PanBy{Y: -panBy}),
		Help: "Moves the picture by a small part of its height."},
}

var timeActions = []Action{
	{Name: "shorter steps", Menu: "Visible range", Label: "Shorter steps", Command: always(ZoomTime{1}),
		Help: "Shows a shorter interval around the moment, in more detail."},
	{Name: "longer steps", Menu: "Visible range", Label: "Longer steps", Command: always(ZoomTime{-1}),
		Help: "Shows a longer interval around the moment, in less detail."},
	{Name: "fit time", Menu: "Visible range", Label: "Show the whole trace", Command: always(FitTime{}),
		Help: "Shows the whole trace; the moment stays."},
	{Name: "show moment", Menu: "Visible range", Label: "Go back to the moment", Command: always(ShowMoment{}),
		Help: "Moves the visible range to the moment, if the timeline was moved away from it."},
	{Name: "show interval", Menu: "Visible range", Label: "Zoom to the selected interval", Command: always(ShowInterval{}),
		Help: "Shows the selected interval and nothing else."},
	{Name: "clear interval", Menu: "Visible range", Label: "Clear the selected interval", Command: always(SelectInterval{}),
		Help: "Selects no interval, so that the visible range counts."},
	{Name: "earlier window", Menu: "Visible range", Label: "Move back by a tenth", Command: panTime(-0.1),
		Help: "Moves the visible range back by a tenth of its length."},
	{Name: "later window", Menu: "Visible range", Label: "Move on by a tenth", Command: panTime(0.1),
		Help: "Moves the visible range on by a tenth of its length."},
	{Name: "more steps", Menu: "Visible range", Label: "Show twice as many steps", Command: func(w *Workspace) Command { return SetSteps{2 * w.Look.Steps} },
		Help: "Shows twice as long an interval, in steps of the same length."},
	{Name: "fewer steps", Menu: "Visible range", Label: "Show half as many steps", Command: func(w *Workspace) Command { return SetSteps{w.Look.Steps / 2} },
		Help: "Shows half as long an interval, in steps of the same length."},
	{Name: "longer history", Menu: "Visible range", Label: "Add up waits over twice the history", Command: func(w *Workspace) Command { return SetHistory{2 * w.Look.History} },
		Help: "Makes the triangles between threads add up the waits of twice the time before the moment."},
	{Name: "shorter history", Menu: "Visible range", Label: "Add up waits over half the history", Command: func(w *Workspace) Command { return SetHistory{w.Look.History / 2} },
		Help: "Makes the triangles between threads add up the waits of half the time before the moment."},
}

func nextLevel(w *Workspace) Command { return SetLevel{(w.Look.Level + 1) % (lod.Crowd + 1)} }

func nextPalette(w *Workspace) Command {
	all := scene.Palettes()
	i := slices.IndexFunc(all, func(p *scene.Palette) bool { return p.Name == w.Look.Palette.Name })
	return SetPalette{all[(i+1)%len(all)]}
}

// panTime moves the interval shown by a part of its length.
func panTime(part float64) func(*Workspace) Command {
	return func(w *Workspace) Command {
		from, to := w.Look.Window()
		return PanTime{tracefeed.Time(part * float64(to-from))}
	}
}
