package ui

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/report"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// shortcut is a function of the window with a menu entry and perhaps a key: an
// action of the workspace, or something that concerns the window alone.
type shortcut struct {
	name        string // for the user's settings, so it must not change
	menu        string // the menu, and the heading in the key sheet
	keys        string // the default keys, in words
	label       string // the effect in a few words, for menus
	tip         string // the effect in a sentence longer than does
	repeats     bool   // repeats while a key is held; typed signs always do
	selection   bool   // needs selected threads
	whileTyping bool   // works even while a field has the keyboard
	do          func(*app)
	on          func(*app) bool // reports whether the option is on; nil without an option
}

// shortcuts lists all of them, grouped by menu.
var shortcuts = byMenu(append(withActions(slices.Concat(fileKeys, viewKeys(), commonKeys, cameraKeys, windowKeys, bookmarkKeys())), presetChoices()...))

// withActions completes the shortcuts that have only keys to actions of the
// workspace, and appends the actions without keys.
func withActions(list []shortcut) []shortcut {
	keyed := map[string]*shortcut{}
	for i := range list {
		keyed[list[i].name] = &list[i]
	}
	var rest []shortcut
	for _, action := range workspace.Actions() {
		if s := keyed[action.Name]; s != nil {
			s.act(&action)
		} else {
			s := shortcut{name: action.Name}
			s.act(&action)
			rest = append(rest, s)
		}
	}
	return append(list, rest...)
}

// act makes s the shortcut of an action.
func (s *shortcut) act(action *workspace.Action) {
	s.menu, s.label, s.tip, s.selection = action.Menu, action.Label, action.Help, action.Selection
	s.on = func(a *app) bool { return action.IsOn(a.ws) }
	s.do = func(a *app) {
		c := action.Command(a.ws)
		if c.Info().Effects.Has(workspace.MovesCamera) {
			a.glide(c)
		} else {
			a.send(c)
		}
		if s := chosenBy(c, action.Label, a.ws); s != "" {
			a.messages.chose(s)
		}
	}
}

// chosenBy names the choice or the state of the option that a command with a
// label sets, for a message; "" for other commands.
func chosenBy(c workspace.Command, label string, ws *workspace.Workspace) string {
	state := "on"
	if ws.IsOn(c) {
		state = "off"
	}
	switch c := c.(type) {
	case workspace.SetView:
		return "View: " + c.Kind.Label
	case workspace.SetLevel:
		return "Level of detail: " + c.Level.String()
	case workspace.SetPalette:
		return "Palette: " + c.Palette.Name
	case workspace.Arrange:
		return "Layout: " + c.Arrangement.String()
	case workspace.SetCallColors:
		return "Colours of calls: " + c.By.String()
	case workspace.ToggleCalm, workspace.TogglePatterns, workspace.ToggleSliceColours, workspace.ToggleSignals, workspace.ToggleInTime, workspace.ToggleAfter, workspace.ToggleLanes, workspace.ToggleRuntime, workspace.ToggleLoop:
		return label + ": " + state
	}
	return ""
}

// byMenu groups shortcuts by menu, in the order of each menu's first shortcut.
func byMenu(list []shortcut) []shortcut {
	first := map[string]int{}
	for i, s := range list {
		if _, ok := first[s.menu]; !ok {
			first[s.menu] = i
		}
	}
	slices.SortStableFunc(list, func(a, b shortcut) int { return cmp.Compare(first[a.menu], first[b.menu]) })
	return list
}

var fileKeys = []shortcut{
	{name: "open", menu: "File", keys: "Ctrl+O", label: "Open trace…", whileTyping: true, do: func(a *app) { a.dialogs.open.ask() },
		tip: "Opens a trace, or a picture saved by TIV, in a new tab."},
	{name: "attach", menu: "File", keys: "Ctrl+Shift+A", label: "Attach to a process…", whileTyping: true, do: func(a *app) { a.dialogs.attach.ask() },
		tip: "Records a program that runs already, and follows its trace."},
	{name: "reload", menu: "File", keys: "F5", label: "Reload", do: func(a *app) { a.tabs.reload() },
		tip: "Reads the trace again and keeps the moment, the camera and the selection."},
	{name: "close tab", menu: "File", keys: "Ctrl+W", label: "Close tab", whileTyping: true, do: func(a *app) { closeShown(&a.tabs) },
		tip: "Closes the workspace shown, or the trace. After the last trace comes the start page."},
	{name: "shot", menu: "File", keys: "F12", label: "Save picture", do: savePicture,
		tip: "Saves the scene at once as a PNG that contains this view, so that TIV can reopen it."},
	{name: "ask shot", menu: "File", keys: "Ctrl+Shift+S", label: "Save picture as…", do: askPicture,
		tip: "Opens the dialog for the contents, the size and the file of a picture."},
	{name: "copy shot", menu: "Edit", keys: "Ctrl+C", label: "Copy picture", do: copyPicture,
		tip: "Copies a picture of the scene to the clipboard."},
	{name: "animation", menu: "File", keys: "Ctrl+Shift+R", label: "Record animation…", do: askAnimation,
		tip: "Saves an animated PNG of an interval, which browsers play."},
	{name: "report", menu: "File", label: "Save report…", do: askReport,
		tip: "Saves findings, notes, pictures and tables in one HTML file, which browsers show."},
	{name: "quit", menu: "File", keys: "Ctrl+Q", label: "Quit", whileTyping: true, do: func(a *app) { a.tabs.closing = true },
		tip: "Closes the window and all traces in it."},

	{name: "undo", keys: "Ctrl+Z", repeats: true},
	{name: "redo", keys: "Ctrl+Shift+Z Ctrl+Y", repeats: true},
}

// viewKeys are the shortcuts for the views.
func viewKeys() (list []shortcut) {
	for i, v := range scene.Views {
		list = append(list, shortcut{name: fmt.Sprint("view ", i+1), keys: v.Key})
	}
	return list
}

var commonKeys = []shortcut{
	{name: "fit", keys: "0"},
	{name: "focus", keys: "F"},
	{name: "in time", keys: "E"},
	{name: "after", keys: "Shift+E"},
	{name: "lanes", keys: "Shift+Q"},
	{name: "calm"},
	{name: "signals", keys: "G"},
	{name: "patterns", keys: "P"},
	{name: "level", keys: "L"},
	{name: "tables", menu: "Window", keys: "R", label: "Tables of locks, waits, threads", do: toggle(tablesName), on: isOpen(tablesName),
		tip: "Opens or closes the panel of tables, which can be sorted, searched and copied."},
	{name: "flame", menu: "Panels and tabs", keys: "Shift+F", label: "Flame graph", do: toggle(flameName), on: isOpen(flameName),
		tip: "Opens or closes the flame graph of the code that threads ran, and where they waited in it."},
	{name: "stats", menu: "Window", keys: "V", label: "Statistics of the selected threads", do: toggle(statsName), on: isOpen(statsName),
		tip: "Opens or closes the panel with totals of states, waits and locks, for the selected threads or for all."},
	{name: "theme", keys: "T"},

	{name: "slices", menu: "Slices", keys: "Shift+V", label: "Slices", do: toggle(slicesName), on: isOpen(slicesName),
		tip: "Opens or closes the panel of slices: parts of the time of threads with names and colours of your own."},
	{name: "new slice", menu: "Slices", label: "New slice…", do: func(a *app) { a.slices.edit.create(slice.Definition{}) },
		tip: "Opens the editor for a new slice."},
	{name: "slice threads", menu: "Slices", label: "New slice of the selected threads", selection: true, do: func(a *app) { a.slices.addThreads(a.ws.Look.Selection, false) },
		tip: "Makes a slice of the whole time of the selected threads."},
	{name: "slice interval", menu: "Slices", label: "New slice of the selected interval", do: func(a *app) { a.slices.addInterval() },
		tip: "Makes a slice of the time of all threads in the selected interval."},
	{name: "open workspace", menu: "Slices", label: "Open the slice as workspace", do: openChosenSpace,
		tip: "Opens the chosen slice of the panel Slices in a tab of its own, in which nothing counts outside of it."},
	{name: "parent workspace", keys: "Alt+Up"},
	{name: "divide", menu: "Slices", label: "Divide into slices…", do: func(a *app) { a.slices.divide.show(slice.Definition{}) },
		tip: "Makes slices by ranges of a number, such as fast and slow calls, with limits that can be dragged in a histogram."},
	{name: "gallery", menu: "Slices", label: "Gallery of slices…", do: func(a *app) { a.slices.gallery.show() },
		tip: "Lists ready slices, those first that cover something in this trace."},
	{name: "open slices", menu: "Slices", label: "Open slices…", do: func(a *app) { a.slices.files.run("open slices") },
		tip: "Adds the slices of a file, docs/slices.md."},
	{name: "save slices", menu: "Slices", label: "Save slices…", do: func(a *app) { a.slices.files.run("save slices") },
		tip: "Saves all slices to a file, for other traces and for tiv dump --slices."},
	{name: "copy slices", menu: "Slices", label: "Copy slices as text", do: func(a *app) { a.slices.files.run("copy slices") },
		tip: "Copies all slices in the form of files."},
	{name: "paste slices", menu: "Slices", label: "Paste slices", do: func(a *app) { a.slices.files.run("paste slices") },
		tip: "Adds the slices in the clipboard, in the form of files."},

	{name: "play", keys: "Space"},
	{name: "rewind", keys: "Shift+Space"},
	{name: "stop"},
	{name: "slower", keys: "Shift+Down"},
	{name: "faster", keys: "Shift+Up"},
	{name: "loop", keys: "Y"},
	{name: "step back", keys: "Left", repeats: true},
	{name: "step on", keys: "Right", repeats: true},
	{name: "ten back", keys: "Shift+Left", repeats: true},
	{name: "ten on", keys: "Shift+Right", repeats: true},
	{name: "start", keys: "Home"},
	{name: "end", keys: "End"},
	{name: "follow end", keys: "Shift+End"},

	{name: "search", menu: "Go", keys: "/", label: "Find in trace…", do: openFinder(""),
		tip: "Finds threads, locks, functions, clusters and tables by part of their names."},
	{name: "back", keys: "Alt+Left"},
	{name: "forward", keys: "Alt+Right"},
	{name: "next", menu: "Go", keys: "N", label: "Next finding", do: func(a *app) { a.panels().findings.goToNext(1) },
		tip: "Goes to the next finding, in the order of the panel Findings."},
	{name: "previous", menu: "Go", keys: "Shift+N", label: "Previous finding", do: func(a *app) { a.panels().findings.goToNext(-1) },
		tip: "Goes to the previous finding, in the order of the panel Findings."},
	{name: "blocker", menu: "Waits and states", keys: "]", label: "Select the thread it waits for", do: toBlocker,
		tip: "Follows the wait of the selected thread and selects the thread at its other end."},
	{name: "waiter", menu: "Waits and states", keys: "[", label: "Select a thread that waits for it", do: toWaiter,
		tip: "Follows a wait for the selected thread back to the waiting thread, and selects that."},
	{name: "later", menu: "Waits and states", keys: ".", label: "Next state change of the selected thread", do: change(1),
		tip: "Moves the moment on to the next state change of the selected thread."},
	{name: "earlier", menu: "Waits and states", keys: ",", label: "Previous state change of the selected thread", do: change(-1),
		tip: "Moves the moment back to the start of the state of the selected thread."},

	{name: "graph later", menu: "Waits and states", keys: ">", label: "Next change in waits", do: graphChange(1),
		tip: "Moves the moment on to the next time at which a wait between threads starts or ends."},
	{name: "graph earlier", menu: "Waits and states", keys: "<", label: "Previous change in waits", do: graphChange(-1),
		tip: "Moves the moment back to the last time at which a wait between threads started or ended."},
	{name: "next call", keys: "J"},
	{name: "previous call", keys: "Shift+J"},
	{name: "call begin"},
	{name: "zoom call", keys: "Shift+Z"},
	{name: "slowest calls", menu: "Calls", label: "Slowest calls of the function", do: slowestCalls,
		tip: "Lists the longest calls of the selected call's function; without one, of all functions."},
	{name: "open rows", keys: "Shift+K"},
	{name: "call colors", keys: "Q"},
	{name: "zoom", menu: "Go", keys: "Z", label: "Zoom to selection and selected interval", do: zoomToSelection,
		tip: "Fills the picture with the selected threads, and the time axis with the selected interval."},

	{name: "note", menu: "Notes", keys: "M", label: "Pin a note…", do: pinNote,
		tip: "Pins a note to the selected thread, to the edge under the mouse, or to the moment. Notes are saved with the trace and in its pictures."},
	{name: "notes", menu: "Notes", label: "List of notes", do: func(*app) { imgui.SetWindowFocusStr(notesID) },
		tip: "Brings the panel with all notes to the front."},
	{name: "next note", menu: "Notes", label: "Next note", do: toNote(1),
		tip: "Goes to the next note after this moment."},
	{name: "previous note", menu: "Notes", label: "Previous note", do: toNote(-1),
		tip: "Goes to the last note before this moment."},
	{name: "copy notes", menu: "Notes", label: "Copy all notes as text", do: copyNotes,
		tip: "Copies all notes as Markdown, for a bug report: each with its moment, the state of its thread then, and the threads it waited for."},

	{name: "cluster", menu: "Clusters", keys: "C", label: "Make a cluster of the selected threads", selection: true, do: makeCluster,
		tip: "Groups the selected threads next to each other, under a name and a colour."},
	{name: "leave"},
	{name: "fold", menu: "Clusters", keys: "X Enter", label: "Fold or unfold clusters and groups", selection: true, do: foldSelected,
		tip: "Draws each cluster or group of the selected threads as one bar, or all its threads."},
	{name: "close look", keys: "K"},
	{name: "hide", keys: "H"},
	{name: "hide rest", keys: "Shift+H"},
	{name: "dim", keys: "B"},
	{name: "dim rest", keys: "Shift+B"},
	{name: "aside", keys: "O"},
	{name: "rename", menu: "Clusters", keys: "F2", label: "Rename the cluster of the selected thread", selection: true, do: renameCluster,
		tip: "Opens the field for the name of the selected thread's cluster."},
	{name: "show all", keys: "U"},
	{name: "select all", keys: "Ctrl+A"},
	{name: "select rest", keys: "Ctrl+I"},

	{name: "nothing", menu: "Select", keys: "Esc", label: "Clear selection", do: escape,
		tip: "Undoes one thing at a time: closes the topmost window, or else clears the selection."},
	{name: "interact", keys: "I"},
	{name: "filter", menu: "Filter", keys: "Ctrl+F", label: "Filter threads by an expression", whileTyping: true, do: toFilter,
		tip: "Goes to the filter field. A filter is an expression such as blocking > 50%."},
	{name: "filter mode"},
	{name: "no filter"},
}

// bookmarkKeys are the shortcuts of the ten bookmarks.
func bookmarkKeys() (list []shortcut) {
	for n := range 10 {
		list = append(list,
			shortcut{name: fmt.Sprint("bookmark ", n), menu: "Bookmarks", keys: fmt.Sprint("Ctrl+", n),
				label: fmt.Sprintf("Bookmark %d", n), do: func(a *app) { goToBookmark(a, n, false) },
				tip: "Restores the moment, the camera and the threads of the bookmark, or sets the bookmark here if it is unset."},
			shortcut{name: fmt.Sprint("set bookmark ", n), menu: "Replace a bookmark", keys: fmt.Sprint("Ctrl+Shift+", n),
				label: fmt.Sprintf("Replace bookmark %d", n), do: func(a *app) { goToBookmark(a, n, true) },
				tip: "Saves the present moment, camera and threads as the bookmark, in place of the old one."})
	}
	return list
}

// goToBookmark goes to a bookmark. It sets the bookmark if it is unset, or if
// anew is true.
func goToBookmark(a *app, n int, anew bool) {
	if a.ws.Bookmarks[n].Set && !anew {
		a.glide(workspace.GoToBookmark{Number: n})
		return
	}
	a.send(workspace.SetBookmark{Number: n})
	a.messages.say(withKey(fmt.Sprintf("Bookmark %d is set here", n), a.keys.Keys(fmt.Sprint("bookmark ", n))))
}

// toBlocker and toWaiter go along the wait of the selected thread, or say that there is
// none.
func toBlocker(a *app) {
	if a.ws.Look.Selected == tracefeed.NoThread {
		return
	}
	if d := a.panels().selection.describe(); len(d.Blockers) > 0 {
		a.send(workspace.Follow{Thread: d.Blockers[0]})
		return
	}
	a.messages.chose("It waits for no known thread at this moment.")
}

func toWaiter(a *app) {
	if a.ws.Look.Selected == tracefeed.NoThread {
		return
	}
	if d := a.panels().selection.describe(); len(d.Waiters) > 0 {
		a.send(workspace.Follow{Thread: d.Waiters[0].Thread})
		return
	}
	a.messages.chose("No thread waits for it at this moment.")
}

// change goes to the next or the last moment at which the selected thread
// began to do something else.
func change(direction int) func(*app) {
	return func(a *app) {
		t := a.ws.Look.Selected
		if t == tracefeed.NoThread {
			return
		}
		moment := a.ws.Look.Moment
		d := report.Span(a.ws.Timeline, t, moment)
		switch {
		case direction > 0:
			moment = d.Until
		case d.Since < moment:
			moment = d.Since
		default:
			moment = report.Span(a.ws.Timeline, t, max(0, moment-1)).Since
		}
		a.send(workspace.SeekTo{Moment: moment})
	}
}
