package ui

import (
	"slices"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// cameraKeys move the view, in space and in time.
var cameraKeys = []shortcut{
	{name: "zoom in", menu: "Camera", keys: "+ =", does: "Zoom in", do: zoom(1.2),
		tip: "Moves the camera nearer, or makes the picture larger."},
	{name: "zoom out", menu: "Camera", keys: "-", does: "Zoom out", do: zoom(1 / 1.2),
		tip: "Moves the camera away, or makes the picture smaller."},
	{name: "turn left", menu: "Camera", keys: "Ctrl+Left", does: "Turn to the left (3D)", held: true, do: command(workspace.Orbit{Yaw: turnBy}),
		tip: "Turns the camera around the scene."},
	{name: "turn right", menu: "Camera", keys: "Ctrl+Right", does: "Turn to the right (3D)", held: true, do: command(workspace.Orbit{Yaw: -turnBy}),
		tip: "Turns the camera around the scene the other way."},
	{name: "turn up", menu: "Camera", keys: "Ctrl+Up", does: "Turn upwards (3D)", held: true, do: command(workspace.Orbit{Pitch: -turnBy}),
		tip: "Lets the camera look from lower down."},
	{name: "turn down", menu: "Camera", keys: "Ctrl+Down", does: "Turn downwards (3D)", held: true, do: command(workspace.Orbit{Pitch: turnBy}),
		tip: "Lets the camera look from higher up."},
	{name: "move left", menu: "Camera", keys: "Ctrl+Shift+Left", does: "Move the picture to the left", held: true, do: command(workspace.PanBy{X: -panBy}),
		tip: "Moves the picture by a small part of its height."},
	{name: "move right", menu: "Camera", keys: "Ctrl+Shift+Right", does: "Move the picture to the right", held: true, do: command(workspace.PanBy{X: panBy}),
		tip: "Moves the picture by a small part of its height."},
	{name: "move up", menu: "Camera", keys: "Ctrl+Shift+Up", does: "Move the picture upwards", held: true, do: command(workspace.PanBy{Y: panBy}),
		tip: "Moves the picture by a small part of its height."},
	{name: "move down", menu: "Camera", keys: "Ctrl+Shift+Down", does: "Move the picture downwards", held: true, do: command(workspace.PanBy{Y: -panBy}),
		tip: "Moves the picture by a small part of its height."},

	{name: "shorter steps", menu: "Time shown", keys: "W", does: "Shorter steps", do: command(workspace.ZoomTime{Notches: 1}),
		tip: "Shows a shorter time in more detail, around the same moment."},
	{name: "longer steps", menu: "Time shown", keys: "S", does: "Longer steps", do: command(workspace.ZoomTime{Notches: -1}),
		tip: "Shows a longer time in less detail, around the same moment."},
	{name: "earlier window", menu: "Time shown", keys: "A", does: "Back by a tenth of the time shown", do: panTime(-0.1),
		tip: "Moves the moment back by a tenth of what is in view."},
	{name: "later window", menu: "Time shown", keys: "D", does: "On by a tenth of the time shown", do: panTime(0.1),
		tip: "Moves the moment on by a tenth of what is in view."},
	{name: "more steps", menu: "Time shown", does: "Show twice as many steps", do: func(a *app) { a.send(workspace.SetSteps{Steps: 2 * a.ws.Look.Steps}) },
		tip: "Lets bars go back twice as far from the moment, in steps of the same length."},
	{name: "fewer steps", menu: "Time shown", does: "Show half as many steps", do: func(a *app) { a.send(workspace.SetSteps{Steps: a.ws.Look.Steps / 2}) },
		tip: "Lets bars go back half as far from the moment, in steps of the same length."},
	{name: "longer history", menu: "Time shown", does: "Add up waits over twice the history", do: func(a *app) { a.send(workspace.SetHistory{Steps: 2 * a.ws.Look.History}) },
		tip: "Lets the triangles between threads add up the waits of twice the time before the moment."},
	{name: "shorter history", menu: "Time shown", does: "Add up waits over half the history", do: func(a *app) { a.send(workspace.SetHistory{Steps: a.ws.Look.History / 2}) },
		tip: "Lets the triangles between threads add up the waits of half the time before the moment."},
}

// turnBy, in radians, and panBy, as a part of the scene's height, are the
// camera movements of one key press.
const turnBy, panBy = 0.1, 0.05

// windowKeys are about the window and its panels.
var windowKeys = []shortcut{
	{name: "next panel", menu: "Window", keys: "F6", does: "Keyboard to the next panel", typing: true, do: toPanel(1),
		tip: "Gives the keyboard to the next panel, where arrows choose and Enter does; Esc gives it back to the scene."},
	{name: "previous panel", menu: "Window", keys: "Shift+F6", does: "Keyboard to the previous panel", typing: true, do: toPanel(-1),
		tip: "Gives the keyboard to the panel before, where arrows choose and Enter does; Esc gives it back to the scene."},
	{name: "menu", menu: "Window", keys: "F10", does: "Keyboard to the menus", typing: true, do: openMenus,
		tip: "Opens the first menu; arrows go on from there."},
	{name: "context menu", menu: "Window", keys: "Menu Shift+F10", does: "What can be done with the selected threads", do: func(a *app) { a.context = true },
		tip: "Opens the menu that a right click on a thread opens."},
	{name: "row above", menu: "Threads", keys: "Up", does: "Select the thread above in the list", held: true, do: nextRow(-1),
		tip: "Selects the thread that stands above the selected one in the panel Threads."},
	{name: "row below", menu: "Threads", keys: "Down", does: "Select the thread below in the list", held: true, do: nextRow(1),
		tip: "Selects the thread that stands below the selected one in the panel Threads."},
	{name: "next tab", menu: "Window", keys: "Ctrl+Tab", does: "Next trace", typing: true, do: func(a *app) { a.showNext(1) },
		tip: "Shows the next of the traces that are open."},
	{name: "previous tab", menu: "Window", keys: "Ctrl+Shift+Tab", does: "Previous trace", typing: true, do: func(a *app) { a.showNext(-1) },
		tip: "Shows the last of the traces that are open."},
	{name: "larger text", menu: "Window", keys: "Ctrl+= Ctrl++", does: "Larger text", do: textScale(1),
		tip: "Makes texts and lines larger, on top of what the screen asks for."},
	{name: "smaller text", menu: "Window", keys: "Ctrl+-", does: "Smaller text", do: textScale(-1),
		tip: "Makes texts and lines smaller, on top of what the screen asks for."},
	{name: "gentle camera", menu: "Window", does: "Gentle camera", do: func(a *app) { a.settings.eased = !a.settings.eased },
		tip: "Lets the camera and threads glide to where they are sent instead of jumping."},
	{name: "reset panels", menu: "Window", does: "Put all panels back", do: func(a *app) { a.laidOut = false },
		tip: "Opens all panels where they were at first."},

	{name: "commands", menu: "Help", keys: "Ctrl+Shift+P", does: "All commands, by name", typing: true, do: openFinder(commandMark),
		tip: "Finds any command of the window by a part of its name, and does it."},
	{name: "help", menu: "Help", keys: "?", does: "Keys and mouse", do: func(a *app) { a.help = !a.help },
		tip: "Lists the keys that are in force, and what the mouse does."},
	{name: "change keys", menu: "Help", does: "Change keys", do: func(a *app) { a.keyDialog.show = true },
		tip: "Gives other keys to commands."},
	{name: "tour", menu: "Help", does: "Tour of the window", do: func(a *app) { a.tour.begin() },
		tip: "Shows in five steps what is where in the window."},
}

// nextRow selects another thread of the list of threads.
func nextRow(by int) func(*app) {
	return func(a *app) {
		rows := a.threads.rows
		if len(rows) == 0 {
			return
		}
		i := slices.IndexFunc(rows, func(r threadRow) bool { return r.id == a.ws.Look.Selected })
		switch {
		case a.ws.Look.Selected != tracefeed.NoThread && i >= 0:
			i = min(max(i+by, 0), len(rows)-1)
		case by < 0:
			i = len(rows) - 1
		default:
			i = 0
		}
		a.pickThread(rows[i].id)
	}
}

// textScale makes texts and lines larger or smaller.
func textScale(by int) func(*app) {
	return func(a *app) {
		i, _ := slices.BinarySearch(textScales, a.settings.scale)
		a.settings.scale = textScales[min(max(i+by, 0), len(textScales)-1)]
		a.stale = true
	}
}

// toggleLoop repeats the part that was chosen last, or all.
func (a *app) toggleLoop() {
	pb := &a.ws.Playback
	c := workspace.SetLoop{On: !pb.Loop}
	if pb.LoopFrom < pb.LoopTo {
		c.From, c.To = pb.LoopFrom, pb.LoopTo
	}
	a.send(c)
}

// renameCluster opens the field for the name of the selected thread's cluster.
func (a *app) renameCluster() {
	i := slices.IndexFunc(a.ws.Look.Clusters, func(c scene.Cluster) bool { return slices.Contains(c.Threads, a.ws.Look.Selected) })
	if i < 0 {
		a.messages.say("The selected thread is in no cluster.")
		return
	}
	a.nameCluster(i)
	a.expect()
}

// toggleFilterMode switches the filter between hiding and dimming threads.
func (a *app) toggleFilterMode() {
	f := a.ws.Filter
	f.Hide = !f.Hide
	a.send(workspace.SetFilter{Filter: f})
}
