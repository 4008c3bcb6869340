package ui

import (
	"slices"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// cameraKeys move what is seen, in space and in time.
var cameraKeys = []shortcut{
	{name: "zoom in", menu: "Camera", keys: "+ =", does: "Zoom in", do: zoom(1.2)},
	{name: "zoom out", menu: "Camera", keys: "-", does: "Zoom out", do: zoom(1 / 1.2)},
	{name: "turn left", menu: "Camera", keys: "Ctrl+Left", does: "Turn to the left (3D)", held: true, do: command(workspace.Orbit{Yaw: turnBy})},
	{name: "turn right", menu: "Camera", keys: "Ctrl+Right", does: "Turn to the right (3D)", held: true, do: command(workspace.Orbit{Yaw: -turnBy})},
	{name: "turn up", menu: "Camera", keys: "Ctrl+Up", does: "Turn upwards (3D)", held: true, do: command(workspace.Orbit{Pitch: -turnBy})},
	{name: "turn down", menu: "Camera", keys: "Ctrl+Down", does: "Turn downwards (3D)", held: true, do: command(workspace.Orbit{Pitch: turnBy})},
	{name: "move left", menu: "Camera", keys: "Ctrl+Shift+Left", does: "Move the picture to the left", held: true, do: command(workspace.PanBy{X: -panBy})},
	{name: "move right", menu: "Camera", keys: "Ctrl+Shift+Right", does: "Move the picture to the right", held: true, do: command(workspace.PanBy{X: panBy})},
	{name: "move up", menu: "Camera", keys: "Ctrl+Shift+Up", does: "Move the picture upwards", held: true, do: command(workspace.PanBy{Y: panBy})},
	{name: "move down", menu: "Camera", keys: "Ctrl+Shift+Down", does: "Move the picture downwards", held: true, do: command(workspace.PanBy{Y: -panBy})},

	{name: "shorter steps", menu: "Time shown", keys: "W", does: "Shorter steps", do: command(workspace.ZoomTime{Notches: 1})},
	{name: "longer steps", menu: "Time shown", keys: "S", does: "Longer steps", do: command(workspace.ZoomTime{Notches: -1})},
	{name: "earlier window", menu: "Time shown", keys: "A", does: "Back by a tenth of the time shown", do: panTime(-0.1)},
	{name: "later window", menu: "Time shown", keys: "D", does: "On by a tenth of the time shown", do: panTime(0.1)},
	{name: "more steps", menu: "Time shown", does: "Show twice as many steps", do: func(a *app) { a.send(workspace.SetSteps{Steps: 2 * a.ws.Look.Steps}) }},
	{name: "fewer steps", menu: "Time shown", does: "Show half as many steps", do: func(a *app) { a.send(workspace.SetSteps{Steps: a.ws.Look.Steps / 2}) }},
	{name: "longer history", menu: "Time shown", does: "Add up waits over twice the history", do: func(a *app) { a.send(workspace.SetHistory{Steps: 2 * a.ws.Look.History}) }},
	{name: "shorter history", menu: "Time shown", does: "Add up waits over half the history", do: func(a *app) { a.send(workspace.SetHistory{Steps: a.ws.Look.History / 2}) }},
}

// turnBy, in radians, and panBy, as a part of the scene's height, are how far a
// key moves the camera.
const turnBy, panBy = 0.1, 0.05

// windowKeys are about the window and its panels.
var windowKeys = []shortcut{
	{name: "next panel", menu: "Window", keys: "F6", does: "Keyboard to the next panel", typing: true, do: toPanel(1)},
	{name: "previous panel", menu: "Window", keys: "Shift+F6", does: "Keyboard to the previous panel", typing: true, do: toPanel(-1)},
	{name: "menu", menu: "Window", keys: "F10", does: "Keyboard to the menus", typing: true, do: openMenus},
	{name: "context menu", menu: "Window", keys: "Menu Shift+F10", does: "What can be done with the selected threads", do: func(a *app) { a.context = true }},
	{name: "row above", menu: "Threads", keys: "Up", does: "Select the thread above in the list", held: true, do: nextRow(-1)},
	{name: "row below", menu: "Threads", keys: "Down", does: "Select the thread below in the list", held: true, do: nextRow(1)},
	{name: "next tab", menu: "Window", keys: "Ctrl+Tab", does: "Next trace", typing: true, do: func(a *app) { a.showNext(1) }},
	{name: "previous tab", menu: "Window", keys: "Ctrl+Shift+Tab", does: "Previous trace", typing: true, do: func(a *app) { a.showNext(-1) }},
	{name: "larger text", menu: "Window", keys: "Ctrl+= Ctrl++", does: "Larger text", do: textScale(1)},
	{name: "smaller text", menu: "Window", keys: "Ctrl+-", does: "Smaller text", do: textScale(-1)},
	{name: "gentle camera", menu: "Window", does: "Gentle camera", do: func(a *app) { a.settings.eased = !a.settings.eased }},
	{name: "reset panels", menu: "Window", does: "Put all panels back", do: func(a *app) { a.laidOut = false }},

	{name: "commands", menu: "Help", keys: "Ctrl+Shift+P", does: "All commands, by name", typing: true, do: openFinder(commandMark)},
	{name: "help", menu: "Help", keys: "?", does: "Keys and mouse", do: func(a *app) { a.help = !a.help }},
	{name: "change keys", menu: "Help", does: "Change keys", do: func(a *app) { a.keyDialog.show = true }},
	{name: "tour", menu: "Help", does: "Tour of the window", do: func(a *app) { a.tour.begin() }},
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

// renameCluster asks for a name for the cluster of the selected thread.
func (a *app) renameCluster() {
	i := slices.IndexFunc(a.ws.Look.Clusters, func(c scene.Cluster) bool { return slices.Contains(c.Threads, a.ws.Look.Selected) })
	if i < 0 {
		a.messages.say("The selected thread is in no cluster.")
		return
	}
	a.nameCluster(i)
	a.expect()
}

// toggleFilterMode lets the filter hide threads, or only dim them.
func (a *app) toggleFilterMode() {
	f := a.ws.Filter
	f.Hide = !f.Hide
	a.send(workspace.SetFilter{Filter: f})
}
