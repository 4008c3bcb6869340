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
	{name: "turn left", keys: "Ctrl+Left", repeats: true},
	{name: "turn right", keys: "Ctrl+Right", repeats: true},
	{name: "turn up", keys: "Ctrl+Up", repeats: true},
	{name: "turn down", keys: "Ctrl+Down", repeats: true},
	{name: "move left", keys: "Ctrl+Shift+Left", repeats: true},
	{name: "move right", keys: "Ctrl+Shift+Right", repeats: true},
	{name: "move up", keys: "Ctrl+Shift+Up", repeats: true},
	{name: "move down", keys: "Ctrl+Shift+Down", repeats: true},

	{name: "shorter steps", keys: "W"},
	{name: "longer steps", keys: "S"},
	{name: "fit time"},
	{name: "show moment", keys: "Shift+Home"},
	{name: "show interval"},
	{name: "clear interval"},
	{name: "earlier window", keys: "A"},
	{name: "later window", keys: "D"},
	{name: "more steps"},
	{name: "fewer steps"},
	{name: "longer history"},
	{name: "shorter history"},
}

// windowKeys are about the window and its panels.
var windowKeys = []shortcut{
	{name: "next panel", menu: "Panels and tabs", keys: "F6", label: "Focus the next panel", whileTyping: true, do: toPanel(1),
		tip: "Moves the keyboard focus to the next panel, for arrows and Enter. Esc returns it to the scene."},
	{name: "previous panel", menu: "Panels and tabs", keys: "Shift+F6", label: "Focus the previous panel", whileTyping: true, do: toPanel(-1),
		tip: "Moves the keyboard focus to the previous panel, for arrows and Enter. Esc returns it to the scene."},
	{name: "menu", menu: "Panels and tabs", keys: "F10", label: "Focus the menus", whileTyping: true, do: openMenus,
		tip: "Opens the first menu. Arrows move through the menus."},
	{name: "context menu", menu: "Panels and tabs", keys: "Menu Shift+F10", label: "Thread actions", do: openContextMenu,
		tip: "Opens the menu of commands for the selected threads, like a right click."},
	{name: "row above", menu: "Select", keys: "Up", label: "Select the thread above in the list", repeats: true, do: nextRow(-1),
		tip: "Selects the thread above the selected one in the panel Threads."},
	{name: "row below", menu: "Select", keys: "Down", label: "Select the thread below in the list", repeats: true, do: nextRow(1),
		tip: "Selects the thread below the selected one in the panel Threads."},
	{name: "next tab", menu: "Panels and tabs", keys: "Ctrl+Tab", label: "Next tab", whileTyping: true, do: func(a *app) { a.tabs.showNext(1) },
		tip: "Shows the next open trace or workspace in the bar of tabs."},
	{name: "previous tab", menu: "Panels and tabs", keys: "Ctrl+Shift+Tab", label: "Previous tab", whileTyping: true, do: func(a *app) { a.tabs.showNext(-1) },
		tip: "Shows the previous open trace or workspace in the bar of tabs."},
	{name: "compare", menu: "Panels and tabs", keys: "Ctrl+D", label: "Compare with the next trace", do: compareWithNext, on: func(a *app) bool { return a.comparison.compares() },
		tip: "Shows this trace and the next open one side by side, with their differences, or ends the comparison."},
	{name: "workspaces side by side", menu: "Panels and tabs", keys: "Ctrl+Shift+D", label: "Workspaces side by side", do: besideShown, on: func(a *app) bool { return a.comparison.showsSpaces() },
		tip: "Shows the parent of the workspace beside it, at the same times; at the outermost one, the first below it. Another one: right click on its tab."},
	{name: "larger text", menu: "Window", keys: "Ctrl+= Ctrl++", label: "Larger text", do: textScale(1),
		tip: "Enlarges the texts and lines of the window."},
	{name: "smaller text", menu: "Window", keys: "Ctrl+-", label: "Smaller text", do: textScale(-1),
		tip: "Shrinks the texts and lines of the window."},
	{name: "gentle camera", menu: "Window", label: "Animated camera", do: func(a *app) { a.prefs.eased = !a.prefs.eased }, on: func(a *app) bool { return a.prefs.eased },
		tip: "Moves the camera and threads smoothly instead of at once."},
	{name: "wheel time", menu: "Window", label: "Plain wheel changes time", do: func(a *app) { a.prefs.WheelTime = !a.prefs.WheelTime }, on: func(a *app) bool { return a.prefs.WheelTime },
		tip: "The mouse wheel zooms in time at the pointer, and Ctrl+wheel in space, instead of the other way round."},
	{name: "legend strip", menu: "Window", label: "Legend as a strip", do: func(a *app) { a.prefs.LegendStrip = !a.prefs.LegendStrip }, on: func(a *app) bool { return a.prefs.LegendStrip },
		tip: "Shows the legend as lines below the menus instead of a panel. Small windows always do."},
	{name: "reset panels", menu: "Window", label: "Reset panel layout", do: func(a *app) { a.dock.reset() },
		tip: "Moves all panels back to their first places."},

	{name: "commands", menu: "Help", keys: "Ctrl+Shift+P", label: "Run a command…", whileTyping: true, do: openFinder(commandPrefix),
		tip: "Finds any command by part of its name, and runs it."},
	{name: "documentation", menu: "Help", keys: "F1", label: "Documentation", do: func(a *app) { a.dialogs.manual.toggle() },
		tip: "Shows the documentation: questions, findings, filters, recording, formats. It is part of the program."},
	{name: "help", menu: "Help", keys: "?", label: "Keys and mouse", do: func(a *app) { a.dialogs.sheet.open = !a.dialogs.sheet.open },
		tip: "Lists all keys and the functions of the mouse."},
	{name: "change keys", menu: "Help", label: "Change keys…", do: func(a *app) { a.dialogs.keys.ask() },
		tip: "Opens the dialog for the keys of commands."},
	{name: "about", menu: "Help", label: "About TIV", do: func(a *app) { a.messages.say("TIV " + a.options.Version + ", a viewer of threads and their waits.") },
		tip: "Shows the version of TIV in a message."},
	{name: "tour", menu: "Help", label: "Tour of the window", do: func(a *app) { a.dialogs.tour.begin() },
		tip: "Introduces the mouse and the parts of the window."},
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
		a.selectThread(rows[i].id)
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
	a.input.expectTyping()
}

// graphChange goes to the next or the last moment at which a thread began or
// ceased to wait for another.
func graphChange(direction int) func(*app) {
	return func(a *app) {
		if at, ok := a.ws.GraphChange(direction); ok {
			a.send(workspace.SeekTo{Moment: at})
			return
		}
		a.messages.say("No wait between threads starts or ends " + map[int]string{1: "after", -1: "before"}[direction] + " this moment.")
	}
}
