package ui

import (
	"slices"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// cameraKeys move the view, in space and in time.
var cameraKeys = []shortcut{
	{name: "zoom in", keys: "+ ="},
	{name: "zoom out", keys: "-"},
	{name: "turn left", keys: "Ctrl+Left", held: true},
	{name: "turn right", keys: "Ctrl+Right", held: true},
	{name: "turn up", keys: "Ctrl+Up", held: true},
	{name: "turn down", keys: "Ctrl+Down", held: true},
	{name: "move left", keys: "Ctrl+Shift+Left", held: true},
	{name: "move right", keys: "Ctrl+Shift+Right", held: true},
	{name: "move up", keys: "Ctrl+Shift+Up", held: true},
	{name: "move down", keys: "Ctrl+Shift+Down", held: true},

	{name: "shorter steps", keys: "W"},
	{name: "longer steps", keys: "S"},
	{name: "earlier window", keys: "A"},
	{name: "later window", keys: "D"},
	{name: "more steps"},
	{name: "fewer steps"},
	{name: "longer history"},
	{name: "shorter history"},
}

// windowKeys are about the window and its panels.
var windowKeys = []shortcut{
	{name: "next panel", menu: "Window", keys: "F6", does: "Keyboard to the next panel", typing: true, do: toPanel(1),
		tip: "Gives the keyboard to the next panel, where arrows choose and Enter does; Esc gives it back to the scene."},
	{name: "previous panel", menu: "Window", keys: "Shift+F6", does: "Keyboard to the previous panel", typing: true, do: toPanel(-1),
		tip: "Gives the keyboard to the panel before, where arrows choose and Enter does; Esc gives it back to the scene."},
	{name: "menu", menu: "Window", keys: "F10", does: "Keyboard to the menus", typing: true, do: openMenus,
		tip: "Opens the first menu; arrows go on from there."},
	{name: "context menu", menu: "Window", keys: "Menu Shift+F10", does: "What can be done with the selected threads", do: func(a *app) { a.dialogs.context.open() },
		tip: "Opens the menu that a right click on a thread opens."},
	{name: "row above", menu: "Threads", keys: "Up", does: "Select the thread above in the list", held: true, do: nextRow(-1),
		tip: "Selects the thread that stands above the selected one in the panel Threads."},
	{name: "row below", menu: "Threads", keys: "Down", does: "Select the thread below in the list", held: true, do: nextRow(1),
		tip: "Selects the thread that stands below the selected one in the panel Threads."},
	{name: "next tab", menu: "Window", keys: "Ctrl+Tab", does: "Next trace", typing: true, do: func(a *app) { a.tabs.showNext(1) },
		tip: "Shows the next of the traces that are open."},
	{name: "previous tab", menu: "Window", keys: "Ctrl+Shift+Tab", does: "Previous trace", typing: true, do: func(a *app) { a.tabs.showNext(-1) },
		tip: "Shows the last of the traces that are open."},
	{name: "larger text", menu: "Window", keys: "Ctrl+= Ctrl++", does: "Larger text", do: textScale(1),
		tip: "Makes texts and lines larger, on top of what the screen asks for."},
	{name: "smaller text", menu: "Window", keys: "Ctrl+-", does: "Smaller text", do: textScale(-1),
		tip: "Makes texts and lines smaller, on top of what the screen asks for."},
	{name: "gentle camera", menu: "Window", does: "Gentle camera", do: func(a *app) { a.prefs.eased = !a.prefs.eased }, on: func(a *app) bool { return a.prefs.eased },
		tip: "Lets the camera and threads glide to where they are sent instead of jumping."},
	{name: "reset panels", menu: "Window", does: "Put all panels back", do: func(a *app) { a.dock.reset() },
		tip: "Opens all panels where they were at first."},

	{name: "commands", menu: "Help", keys: "Ctrl+Shift+P", does: "All commands, by name", typing: true, do: openFinder(commandMark),
		tip: "Finds any command of the window by a part of its name, and does it."},
	{name: "help", menu: "Help", keys: "?", does: "Keys and mouse", do: func(a *app) { a.dialogs.sheet.open = !a.dialogs.sheet.open },
		tip: "Lists the keys that are in force, and what the mouse does."},
	{name: "change keys", menu: "Help", does: "Change keys", do: func(a *app) { a.dialogs.keys.ask() },
		tip: "Gives other keys to commands."},
	{name: "tour", menu: "Help", does: "Tour of the window", do: func(a *app) { a.dialogs.tour.begin() },
		tip: "Shows in five steps what is where in the window."},
}

// nextRow selects another thread of the list of threads.
func nextRow(by int) func(*app) {
	return func(a *app) {
		rows := a.panels().threads.rows
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
		i, _ := slices.BinarySearch(textScales, a.prefs.scale)
		a.prefs.scale = textScales[min(max(i+by, 0), len(textScales)-1)]
	}
}

// renameCluster opens the field for the name of the selected thread's cluster.
func renameCluster(a *app) {
	i := slices.IndexFunc(a.ws.Look.Clusters, func(c scene.Cluster) bool { return slices.Contains(c.Threads, a.ws.Look.Selected) })
	if i < 0 {
		a.messages.say("The selected thread is in no cluster.")
		return
	}
	a.panels().clusters.rename(i)
	a.expect()
}

// graphChange goes to the next or the last moment at which a thread began or
// ceased to wait for another.
func graphChange(direction int) func(*app) {
	return func(a *app) {
		if at, ok := a.ws.GraphChange(direction); ok {
			a.send(workspace.SeekTo{Moment: at})
			return
		}
		a.messages.say("Nothing changes between threads " + map[int]string{1: "after", -1: "before"}[direction] + " this moment.")
	}
}
